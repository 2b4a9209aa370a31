"""Every check of dots and of other viewers, on fewer kits than the others: dots take their time."""

from pathlib import Path

import pytest

from tests.craft import check_dots, check_letters, check_renderers
from tests.craft.kits import Case, figures, printed
from tests.craft.measure import Pdf
from tests.craft.test_checks import Check, checks

CASES = (
    Case("seed-circuit", 4, "a4"),
    Case("seed-circuit", 2, "letter"),
    Case("quiet-dividend", 6, "letter", "seasonal"),
    Case("quiet-dividend", 3, "a4"),
    Case("seed-circuit", 2, "letter", None, "18"),
    Case("quiet-dividend", 2, "a4", "seasonal", "24"),
    Case("seed-circuit", 2, "a4", None, "36"),
)
DOTS, RENDERERS = [*checks(check_dots), *checks(check_letters)], checks(check_renderers)


@pytest.fixture(scope="module", params=CASES, ids=str)
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    """One kit."""
    return Pdf(printed(request.param, Path(tmp_path_factory.mktemp("raster"))), figures(request.param))


@pytest.mark.parametrize("check", DOTS, ids=lambda check: str(check.__name__))
def test_dots(check: Check, pdf: Pdf) -> None:
    """The pages have none of the faults that the check looks for."""
    assert list(check(pdf)) == []


@pytest.mark.system
@pytest.mark.parametrize("check", RENDERERS, ids=lambda check: str(check.__name__))
def test_other_viewers(check: Check, pdf: Pdf) -> None:
    """Nor do they when poppler or MuPDF draws them."""
    assert list(check(pdf)) == []
