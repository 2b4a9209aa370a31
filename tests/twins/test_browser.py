"""The page for phones in Debian's Chromium: WCAG 2.2 AA by axe-core, widths, keyboard, what it keeps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.twins.kits import GAMES, made

pytestmark = pytest.mark.system
CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all pages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module", params=GAMES)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit's page."""
    folder = Path(tmp_path_factory.mktemp("web"))
    made(request.param, "html", folder)
    (found,) = folder.iterdir()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["no-preference", "more"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_axe_finds_nothing(browser: Any, file: Path, width: int, contrast: str, scheme: str) -> None:
    """No violation, light or dark, more contrast or not, and nothing wider than the window."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    # The page's own policy would keep axe's script out.
    view = {"width": width, "height": 800}
    context = browser.new_context(viewport=view, color_scheme=scheme, contrast=contrast, bypass_csp=True)
    page = context.new_page()
    page.goto(file.as_uri())

    report = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    assert [(found["id"], found["nodes"][0]["html"]) for found in report.response["violations"]] == []
    assert "target-size" in [found["id"] for found in report.response["passes"]]
    assert page.evaluate(WIDER) == 0
    context.close()


TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""Pixels that the page is wider than its window."""


@pytest.mark.parametrize(("width", "height", "scale"), [(1280, 1024, 4.0), (320, 256, 1.0)])
def test_reflow(browser: Any, file: Path, width: int, height: int, scale: float) -> None:
    """At 400 % of 1280 pixels, which is 320, nothing has to be moved sideways (WCAG 1.4.10)."""
    view = {"width": int(width / scale), "height": int(height / scale)}
    context = browser.new_context(viewport=view, device_scale_factor=scale)
    page = context.new_page()
    page.goto(file.as_uri())

    assert page.evaluate(WIDER) == 0
    context.close()


def test_keyboard(browser: Any, file: Path) -> None:
    """Tab reaches every link, place to write, group and button, in the order of the page, and shows where it is."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(file.as_uri())
    every = f"[...document.querySelectorAll('{FOCUSABLE}')].map({NAME})"
    wanted = list(dict.fromkeys(page.evaluate(every)))
    reached: list[str] = []
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        name = page.evaluate(f"({NAME})(document.activeElement)")
        if name in ("BODY", "HTML") or name in reached:
            break
        reached.append(name)
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert float(ring.removesuffix("px")) >= 2, name
    assert reached == wanted
    page.close()


FOCUSABLE = 'a, input, button, [tabindex="0"]'
NAME = "(e) => e.type === 'radio' ? e.name : e.id || e.getAttribute('aria-label') || e.getAttribute('href') || e.className || e.tagName"  # noqa: E501
"""What an element is known by; the buttons of one choice are one stop."""


def test_what_is_written_stays(browser: Any, file: Path) -> None:
    """In the same browser it is there again, until it is cleared, which asks first."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(file.as_uri())
    page.locator("input.figure").first.fill("12")
    box = page.locator("input[type=checkbox]").first
    box.check()
    page.reload()
    assert page.locator("input.figure").first.input_value() == "12"
    assert page.locator("input[type=checkbox]").first.is_checked()

    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator("button.clear").click()
    assert page.locator("input.figure").first.input_value() == "12"
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("button.clear").click()
    assert page.locator("input.figure").first.input_value() == ""
    page.reload()
    assert page.locator("input.figure").first.input_value() == ""
    context.close()


def test_without_scripts(browser: Any, file: Path) -> None:
    """All is there to read and to write; only the offer to clear is not."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("section").count() >= 5
    page.locator("input.figure").first.fill("7")
    assert page.locator("input.figure").first.input_value() == "7"
    assert not page.locator("button.clear").is_visible()
    context.close()


def test_nothing_is_asked_of_the_network(browser: Any, file: Path) -> None:
    """The page asks for itself alone, and its policy stops nothing of its own."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    page.wait_for_timeout(300)
    assert asked == [file.as_uri()]
    assert said == []
    context.close()


def test_targets_are_large(browser: Any, file: Path) -> None:
    """Links, places to write and buttons are at least 24 pixels each way (WCAG 2.5.8), with their labels."""
    page = browser.new_page(viewport={"width": 320, "height": 800})
    page.goto(file.as_uri())
    small = page.evaluate(
        "[...document.querySelectorAll('nav a, input:not([type]), button, .option')]"
        ".filter((e) => e.offsetParent && Math.min(e.offsetWidth, e.offsetHeight) < 44).map((e) => e.outerHTML)"
    )
    assert small == []
    page.close()
