"""PDF/UA-1 on every kit that the command line can ask for; veraPDF's own engine on a representative set."""

from pathlib import Path

import pytest

from generator.build import check_kit, every_request, make
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from tests import verapdf
from tests.conftest import DRAWN

GAMES = tuple(shipped_kits())


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("game", ["seed-circuit", pytest.param("quiet-dividend", marks=pytest.mark.wide)])
def test_every_kit_is_pdf_ua(game: str) -> None:
    """Every player count, setup, paper and print size, as `check` sets them, and it finds nothing.

    Each file that it draws is looked at after the test, as after any other (`tests/conftest.py`): no rule of PDF/UA-1
    broken, tree and content agree.
    """
    kit = load(shipped_kits()[game], game)
    requests = list(every_request(kit))

    assert len(requests) == {"seed-circuit": 24, "quiet-dividend": 160}[game]
    assert check_kit(kit).findings == ()
    assert len(DRAWN) > len(requests)


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
