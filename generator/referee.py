"""What `rr-print replay` does: the referee at the table. In: words, still unchecked. Out: `tasks.Reply`."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from generator.model import Kit, Request
from generator.replay import Refusal, Replay, Written, named, replay, replay_words
from generator.request import read_number, read_picture
from generator.tasks import Reply, Say, load_kit, print_asked


def replay_moves(
    word: str,
    moves: Sequence[str],
    request: Callable[[Kit], Request],
    *,
    first: str,
    file: str | None,
    ask: str | None,
    pdf: str | None,
    say: Say,
) -> Reply | None:
    """Play moves from the start: those of a file, then the words `moves`; answer for a disputed one, draw the end.

    None where a reply has been told, with a drawing.
    """
    kit = load_kit(word)
    asked = request(kit._replace(sheets=()))
    seat = read_number("--first", first, 1, asked.players)
    target = read_picture(pdf, asked)
    written = [*(_moves_of(kit, file, asked) if file is not None else ()), *map(Written, moves)]
    done = replay(kit, asked.players, asked.setup, seat, written, asked.names)
    asked = asked._replace(setup=done.setup)
    if done.refused is not None:
        return _refused(done, done.refused)
    data, blocks = dict(done.position), [replay_words(done)]
    if ask is not None:
        from generator import ask as referee

        answer = referee.ask(done, asked, ask)
        data["asked"] = referee.asked_data(answer)
        blocks.append(referee.asked_words(answer))
    if target is None:
        return Reply(data, "\n\n".join(blocks))
    blocks.append(f"The position is drawn in {target}.")
    _draw(done, asked, target, partial(say, Reply({**data, "pdf": str(target)}, "\n\n".join(blocks))))
    return None


def _moves_of(kit: Kit, file: str, asked: Request) -> tuple[Written, ...]:
    from generator.moves import read_moves

    return read_moves(file, asked.players, asked.names, partial(kit.game.read_move, kit.rules))


def _draw(done: Replay, asked: Request, target: Path, say: Callable[[], None]) -> None:
    """Print the sheet of a position."""
    from generator.position_sheet import position_sheet

    kit = position_sheet(done.kit)
    sheets = tuple(spec.name for spec in kit.sheets)
    print_asked(
        kit, asked._replace(sheets=sheets, position=done.position, played=done.played), target, None, lambda _: say()
    )


def _refused(done: Replay, no: Refusal) -> Reply:
    told = {"number": no.number, "move": no.move, "rule": no.rule, "why": no.why}
    at = {"at": {"path": no.written.path, "line": no.written.line}} if no.written.path else {}
    where = f"{no.written.path}:{no.written.line}" if no.written.path else "rr-print"
    complaint = f"{where}: move {no.number}, {no.move!r}, breaks the rule {no.rule!r}: {named(no.why, done.names)}"
    position = done.kit.game.write_state(done.kit.rules, done.state)
    data = {"ok": False, **told, **at, "position": done.position}
    return Reply(data, "", f"{complaint}\nrr-print: the position before it: {position}")
