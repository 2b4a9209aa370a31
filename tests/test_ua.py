"""PDF/UA-1 on every kit that the command line can ask for; veraPDF's own engine on a representative set."""

from pathlib import Path

import pytest

from generator.build import every_request, make
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from tests import verapdf
from tests.conftest import found

GAMES = tuple(shipped_kits())


@pytest.mark.parametrize("game", GAMES)
def test_every_kit_is_pdf_ua(game: str) -> None:
    """Every player count, setup, paper and print size: no rule of PDF/UA-1 broken, tree and content agree."""
    kit = load(shipped_kits()[game], game)
    proofs = prove(kit)
    requests = list(every_request(kit))
    wrong = []
    for request in requests:
        printed, _ = make(kit, proofs, request)
        for file in printed:
            wrong += [(request, issue) for issue in found(file.pdf)]

    assert len(requests) == {"seed-circuit": 24, "quiet-dividend": 160}[game]
    assert wrong == []


@pytest.mark.system
@pytest.mark.parametrize("game", GAMES)
def test_verapdf_agrees(game: str, tmp_path: Path) -> None:
    """Fewest and most players, each paper, every setup, and each way to split: veraPDF finds nothing."""
    kit = load(shipped_kits()[game], game)
    proofs = prove(kit)
    requests = list(every_request(kit))
    for number, request in enumerate((*requests[:2], *requests[-8:])):
        printed, _ = make(kit, proofs, request)
        file = tmp_path / f"{number}.pdf"
        file.write_bytes(printed[0].pdf)

        assert verapdf.failures(file) == []
