"""The kits that the craft tests look at, printed as the command prints them."""

from dataclasses import dataclass
from pathlib import Path

from generator.build import make, print_kit
from generator.load import load
from generator.model import Kit
from generator.pages import Document
from generator.places import shipped_kits
from generator.press import Press, split
from generator.prove import prove
from generator.request import read_request
from tests.craft.figures import LARGE, NORMAL, Figures


@dataclass(frozen=True, slots=True)
class Case:
    """One kit to print."""

    game: str
    players: int
    paper: str
    setup: str | None = None
    text_size: str | None = None
    """pt of large print; none for normal print."""
    pieces: str | None = None
    """Only these."""

    def __str__(self) -> str:
        pieces = (self.pieces or "").replace(",", "-").replace(":", "-")
        return "-".join(filter(None, (self.game, f"{self.players}p", self.paper, self.setup, self.text_size, pieces)))


PAPERS = ("a4", "letter")
CASES = (
    *(Case("seed-circuit", players, paper) for players in (2, 3, 4) for paper in PAPERS),
    *(Case("quiet-dividend", players, paper) for players in (2, 3, 4, 5, 6) for paper in PAPERS),
    Case("quiet-dividend", 2, "letter", "steady"),
    Case("quiet-dividend", 4, "a4", "steady"),
    Case("quiet-dividend", 5, "letter", "early-opening"),
    Case("quiet-dividend", 3, "a4", "early-opening"),
    Case("quiet-dividend", 6, "letter", "seasonal"),
    Case("quiet-dividend", 4, "a4", "seasonal"),
)
"""Both games with every number of players on both papers, and every setup on both."""

LARGE_CASES = (
    *(Case("seed-circuit", players, paper, None, "18") for players in (2, 3, 4) for paper in PAPERS),
    *(Case("quiet-dividend", players, paper, None, "18") for players in (2, 4, 6) for paper in PAPERS),
    *(
        Case("quiet-dividend", 3, paper, setup, "18")
        for paper in PAPERS
        for setup in ("steady", "early-opening", "seasonal")
    ),
    *(
        Case("seed-circuit", players, paper, None, size)
        for players, paper, size in ((2, "letter", "24"), (4, "a4", "24"), (2, "a4", "36"), (4, "letter", "36"))
    ),
    *(
        Case("quiet-dividend", 2, paper, setup, size)
        for paper, setup, size in (
            ("a4", "seasonal", "24"),
            ("letter", None, "24"),
            ("letter", "seasonal", "36"),
            ("a4", None, "36"),
        )
    ),
)
"""Both games in large print: every size of type, the fewest and the most players, every setup, both papers."""

_SOME = "station-card:4,reverse-marker:2,reverse-marker:8,counter:5,counter"
PIECES_CASES = (
    Case("seed-circuit", 4, "a4", pieces="station-card:4"),
    Case("seed-circuit", 4, "letter", pieces=f"{_SOME},score-mat:2,station-card:1,station-card:8"),
    *(Case("seed-circuit", 4, "a4", text_size=size, pieces=_SOME) for size in (None, "18", "24", "36")),
    Case("quiet-dividend", 3, "letter", "seasonal", pieces="player-record:3,player-record:1,public-board"),
)
"""Lost pieces: of one sheet and of several, on pages of their own and together."""


def kit(game: str) -> Kit:
    """A game's kit as it ships."""
    return load(shipped_kits()[game], f"layouts/{game}")


def figures(case: Case) -> Figures:
    """What the case's file is held to."""
    return LARGE[case.text_size] if case.text_size else NORMAL


def printed(case: Case, folder: Path) -> bytes:
    """The file that the command writes."""
    given = kit(case.game)
    request = read_request(
        given,
        players=str(case.players),
        paper=case.paper,
        setup=case.setup,
        text_size=case.text_size,
        pieces=case.pieces,
    )
    path = folder / f"{case}.pdf"
    print_kit(given, request, path)
    return path.read_bytes()


def document(case: Case, sheets: str | None = None) -> Document:
    """What the command would draw, not yet drawn; of some sheets only."""
    given = kit(case.game)
    request = read_request(
        given, players=str(case.players), paper=case.paper, setup=case.setup, text_size=case.text_size, sheets=sheets
    )
    press = Press()
    make(given, prove(given), request, None, press)
    (made,) = split(press.imprint, request, press.pages, Path("kit.pdf")).values()
    return made
