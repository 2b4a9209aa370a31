"""Tracks as in a CSS grid: fixed lengths in mm, shares of what is left in fr, and `auto` for what the content needs."""

from collections.abc import Sequence


def read(tracks: str) -> list[str]:
    """The words of a tracks attribute; `3*1fr` stands for three equal tracks."""
    words: list[str] = []
    for word in tracks.split():
        times, star, track = word.rpartition("*")
        words += [track] * (int(times) if star else 1)
    return words


def sizes(tracks: Sequence[str], total: float, gap: float, needs: Sequence[float] = ()) -> list[float]:
    """Each track in mm; `needs` gives the content of the `auto` ones. Shares are 0 when nothing is left."""
    fixed = [_fixed(track, needs[index] if index < len(needs) else 0.0) for index, track in enumerate(tracks)]
    left = total - gap * (len(tracks) - 1) - sum(size for size in fixed if size is not None)
    shares = sum(_share(track) for track in tracks)
    return [
        size if size is not None else max(left, 0.0) * (_share(track) / shares if shares else 0.0)
        for size, track in zip(fixed, tracks, strict=True)
    ]


def _fixed(track: str, need: float) -> float | None:
    if track == "auto":
        return need
    return None if track.endswith("fr") else float(track)


def _share(track: str) -> float:
    return float(track.removesuffix("fr")) if track.endswith("fr") else 0.0
