"""The page in Debian's Chromium: edit a file and see the page change; with a keyboard; closed to others; axe-core."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from tests.preview.kits import SENTENCE, Watching, copied, edited
from tests.twins.kits import GAMES
from tests.twins.test_browser import CHROMIUM, TAGS, WIDER

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all pages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module", params=GAMES)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A kit and its address."""
    kit = copied(Path(tmp_path_factory.mktemp("served")), request.param)
    with Watching(kit, "--port", "0", verb="serve") as watching:
        yield kit, watching.said()["address"]


@pytest.fixture
def seed(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Seed Circuit and its address."""
    kit = copied(tmp_path)
    with Watching(kit, "--port", "0", verb="serve") as watching:
        yield kit, watching.said()["address"]


def opened(browser: Any, address: str, **view: Any) -> Any:
    """A page on which the numbers have been told."""
    page = browser.new_context(**view).new_page()
    page.goto(address)
    page.locator(".numbers button").first.wait_for(state="attached")
    return page


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "light")])
def test_axe_finds_nothing(browser: Any, served: tuple[Path, str], width: int, scheme: str) -> None:
    """No violation, light or dark, narrow or wide, good or broken, and nothing wider than the window."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    kit, address = served
    page = opened(
        browser, address, viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
    )  # the page's own policy would keep axe's script out
    for state in ("good", "told", "broken", "refused"):
        if state == "told":
            page.locator(".numbers button").first.focus()
        elif state == "broken":
            edited(kit / "kit.toml", 'engine = "', 'engine = "x')
            page.locator(".findings").first.wait_for()
        elif state == "refused":
            edited(kit / "kit.toml", 'engine = "x', 'engine = "')
            page.locator(".findings").first.wait_for(state="detached")
            page.locator("#names").fill("一")
            page.keyboard.press("Enter")
            page.locator("#names-wrong").wait_for()
        report = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
        assert [(found["id"], found["nodes"][0]["html"]) for found in report.response["violations"]] == [], state
        assert page.evaluate(WIDER) == 0, state
    page.context.close()


def test_from_an_edit_to_a_kit_in_hand(browser: Any, seed: tuple[Path, str], tmp_path: Path) -> None:
    """Edit, see the page change; break it, see the finding; mend it; choose; download: it is the print."""
    kit, address = seed
    page = opened(browser, address, accept_downloads=True)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    edited(kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
    page.locator("main text", has_text="sow widdershins").wait_for(state="attached")
    assert page.locator(".fresh").count() == 1
    assert page.locator(".fresh .spots rect").count() == 1
    assert "Changed at the last save" in page.locator("[role=status]").inner_text()

    edited(kit / "rules.md", "sow widdershins", "sow {{ widdershins }}")
    finding = page.locator(".sheet .findings")
    finding.wait_for()
    assert "unknown name 'widdershins'" in finding.inner_text()
    assert page.locator(".sheet.broken h2").inner_text().startswith("Rules")
    assert page.locator("main text", has_text="sow widdershins").count() == 1
    edited(kit / "rules.md", "sow {{ widdershins }}", "sow sunwise")
    page.locator("main text", has_text="sow sunwise").wait_for(state="attached")
    assert finding.count() == 0

    page.locator("#players").select_option("2")
    page.locator("#names").fill("Pat,Mo")
    page.locator("#names").press("Enter")
    page.locator("main text", has_text="Pat").first.wait_for(state="attached")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the PDF").click()
    waiting.value.save_as(tmp_path / "out" / "downloaded.pdf")
    assert main([str(kit), "--players", "2", "--names", "Pat,Mo", "--output", str(tmp_path / "out" / "print.pdf")]) == 0
    assert (tmp_path / "out" / "downloaded.pdf").read_bytes() == (tmp_path / "out" / "print.pdf").read_bytes()
    assert said == []
    page.context.close()


def test_keyboard(browser: Any, seed: tuple[Path, str]) -> None:
    """Tab reaches the controls and one number of each page; arrows the others; Escape hides what is told of one."""
    _, address = seed
    page = opened(browser, address)
    tip = page.locator("#tip")
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
        if stops[-1] == "number-3-0":
            break
    assert stops == ["skip", "players", "paper", "size", "names", "print", "number-1-0", "number-2-0", "number-3-0"]
    assert tip.is_visible()
    first = tip.inner_text()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    focused = page.locator(":focus")
    assert focused.get_attribute("aria-describedby") == "tip"
    assert "“" in (focused.get_attribute("aria-label") or "")
    assert ":" in tip.inner_text()
    assert first
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    page.context.close()


def test_hover(browser: Any, seed: tuple[Path, str]) -> None:
    """A number under the pointer tells where it comes from; the pointer may go to what it tells (WCAG 1.4.13)."""
    kit, address = seed
    page = opened(browser, address)
    button = page.get_by_role("button", name="three, in “").first
    button.hover()
    tip = page.locator("#tip")
    assert "kit.toml:" in tip.inner_text()
    assert str(kit) in tip.inner_text()
    tip.hover()
    page.wait_for_timeout(500)
    assert tip.is_visible()
    page.mouse.move(2, 2)
    tip.wait_for(state="hidden")
    page.context.close()


def test_a_save_leaves_the_reader_where_they_are(browser: Any, seed: tuple[Path, str]) -> None:
    """Neither the place on the page nor the word that is being typed is lost."""
    kit, address = seed
    page = opened(browser, address)
    page.evaluate("window.scrollTo(0, 4000)")
    before = page.evaluate("window.scrollY")
    edited(kit / "counter.xml.j2", 'r="1.2"', 'r="1.4"')
    page.locator(".fresh").wait_for(state="attached")
    assert abs(page.evaluate("window.scrollY") - before) < 200
    page.locator("#names").focus()
    page.keyboard.type("Pa")
    edited(kit / "counter.xml.j2", 'r="1.4"', 'r="1.6"')
    page.locator("circle[r='1.6']").first.wait_for(state="attached")
    page.keyboard.type("t")
    assert page.locator("#names").input_value() == "Pat"
    button = page.locator("#number-4-0")
    button.focus()
    edited(kit / "counter.xml.j2", 'r="1.6"', 'r="1.8"')
    page.locator("circle[r='1.8']").first.wait_for(state="attached")
    assert page.evaluate("document.activeElement.id") == "number-4-0"
    page.context.close()


def test_without_scripts(browser: Any, seed: tuple[Path, str]) -> None:
    """The sheets are there, and a choice is a page of its own."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(seed[1])
    page.locator("#players").select_option("2")
    page.get_by_role("button", name="Show").click()
    assert "players=2" in page.url
    assert page.locator("svg.print").count() == 20
    page.context.close()


def test_another_site_gets_nothing(browser: Any, seed: tuple[Path, str], tmp_path: Path) -> None:
    """A page from elsewhere can neither read, nor follow the news, nor run our script, nor ask for the PDF."""
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "index.html").write_text("<!DOCTYPE html><title>Evil</title>", encoding="utf-8")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "evil"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        page = browser.new_context().new_page()
        answered: list[int] = []
        page.on("response", lambda answer: answered.append(answer.status) if answer.url.startswith(seed[1]) else None)
        page.goto(f"http://127.0.0.1:{evil.server_port}/")
        got = page.evaluate(TRY, seed[1])
        assert got == {"fetch": "no", "opaque": "no", "news": "no", "script": "no", "form": "no"}
        assert set(answered) <= {403}
        evil.shutdown()
        page.context.close()


TRY = """async (address) => {
  const got = {};
  got.fetch = await fetch(address).then((a) => a.text(), () => "no");
  got.opaque = await fetch(address + "kit.pdf", { mode: "no-cors" }).then((a) => a.type, () => "no");
  got.news = await new Promise((done) => {
    const news = new EventSource(address + "news");
    news.onmessage = news.onopen = () => done("yes");
    news.onerror = () => done("no");
  });
  got.script = await new Promise((done) => {
    const script = Object.assign(document.createElement("script"), { src: address + "page.js" });
    script.onload = () => done("yes"); script.onerror = () => done("no");
    document.head.append(script);
  });
  got.form = await fetch(address, { method: "POST", body: "players=2" }).then((a) => a.text(), () => "no");
  return got;
}"""
"""What another site's page may try, and what it got."""
