"""`rr-print serve`: what it answers and to whom; its news; the same bytes as a print. Asked over a real connection."""

import http.client
import json
import shutil
import socket
import threading
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.preview.guard import Guard
from generator.preview.serve import Board
from generator.preview.view import clean
from generator.preview.watching import Save
from tests.preview.kits import SENTENCE, Watching, copied, edited, over, slowly

PATIENCE = 20


class Site:
    """A kit that is served, and its address."""

    def __init__(self, kit: Path, watching: Watching) -> None:
        self.kit, self.watching = kit, watching
        self.address: str = watching.said()["address"]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Ask, with other headers than a browser's own where they are given."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        line.putrequest(method, path, skip_host="Host" in told)
        for name, value in told.items():
            line.putheader(name, value)
        line.endheaders()
        answer = line.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        line.close()
        return found

    def news(self, query: str = "") -> Generator[tuple[str, Any], None, None]:
        """What is pushed."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request("GET", f"/news?{query}")
        with closing(line), line.getresponse() as answer:
            yield from self._events(answer)

    def _events(self, answer: http.client.HTTPResponse) -> Iterator[tuple[str, Any]]:
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = ""
        while row := answer.fp.readline().decode():
            if row.startswith("event: "):
                name = row[7:].strip()
            elif row.startswith("data: "):
                yield name, json.loads(row[6:])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Seed Circuit, served; whoever changes it puts it back."""
    kit = copied(Path(tmp_path_factory.mktemp("site")))
    with Watching(kit, "--port", "0", verb="serve") as watching:
        yield Site(kit, watching)


def test_the_page(site: Site) -> None:
    """Every sheet with its pages in pictures, and the controls."""
    status, headers, body = site.ask("/")
    page = body.decode()

    assert status == 200
    assert page.count('<svg class="print"') == 21
    assert [name for name in ("players", "paper", "size", "names") if f'name="{name}"' in page] != []
    assert 'name="setup"' not in page
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/news", "/kit.pdf", "/page.css", "/fonts/NotoSans-Bold.ttf", "/nothing"])
def test_nobody_else_reads_it(site: Site, path: str) -> None:
    """Another name for this address (DNS rebinding), another site, another page of this machine, a frame."""
    here = f"127.0.0.1:{site.port}"
    for headers in (
        {"Host": "kits.example"},
        {"Host": f"kits.example:{site.port}"},
        {"Host": f"127.0.0.1:{site.port + 1}"},
        {"Host": "127.0.0.1"},
        {"Host": here, "Origin": "https://kits.example"},
        {"Host": here, "Origin": "null"},
        {"Host": here, "Origin": f"http://127.0.0.1:{site.port + 1}"},
        {"Host": here, "Origin": f"http://localhost:{site.port}"},
        {"Host": here, "Sec_Fetch_Site": "cross-site"},
        {"Host": here, "Sec_Fetch_Site": "same-site"},
    ):
        status, told, body = site.ask(path, **headers)
        assert (status, body[:8]) == (403, b"refused:"), headers
        assert "access-control-allow-origin" not in told


def test_this_machines_browser_reads_it(site: Site) -> None:
    """By either name, from the page itself or from the address line; every answer is closed to others."""
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{site.port}"
        for site_, origin in (("none", None), ("same-origin", None), ("same-origin", f"http://{host}")):
            headers = {"Host": host, "Sec_Fetch_Site": site_} | ({"Origin": origin} if origin else {})
            status, told, _ = site.ask("/page.js", **headers)
            assert status == 200
            assert told["cross-origin-resource-policy"] == "same-origin"
            assert told["x-content-type-options"] == "nosniff"
            assert "frame-ancestors 'none'" in told["content-security-policy"]
            assert "'unsafe-inline'" not in told["content-security-policy"]


def test_only_loopback(site: Site) -> None:
    """No other address of this machine answers."""
    others = {row[4][0] for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in [*(str(other) for other in others), "127.0.0.2"]:
        if address != "127.0.0.1":
            with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
                socket.create_connection((address, site.port), timeout=2)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_nothing_can_be_changed(site: Site, method: str) -> None:
    """There is nothing but to look."""
    assert site.ask("/kit.pdf", method)[0] == 405


@pytest.mark.parametrize(("path", "status"), [
    ("/fonts/../../kit.toml", 404), ("/fonts/..%2f..%2fkit.toml", 404), ("/..%2f..%2fetc/passwd", 404),
    ("/fonts/OFL-NotoSans.ttf", 404), ("/page.css/../kit.toml", 404), ("//etc/passwd", 404),
    ("/?names=" + "x" * 5000, 414), ("/?" + "a=1&" * 900, 200), ("/?players=9", 200), ("/?players=%00", 200),
    ("/?names=%ff%fe", 200), ("/?setup=../../x", 200), ("/?paper=a3&size=19", 200),
])  # fmt: skip
def test_hostile_addresses(site: Site, path: str, status: int) -> None:
    """Nothing outside is read, nothing breaks; what can't be chosen is told beside its control."""
    found, _, body = site.ask(path)

    assert found == status
    assert b"root:" not in body
    assert b"[rules]" not in body
    assert b"Traceback" not in body


@pytest.mark.parametrize(("query", "control", "message"), [
    ("players=9", "players", "expected a whole number from 2 to 4, found &#x27;9&#x27;"),
    ("paper=a3", "paper", "unknown paper &#x27;a3&#x27;; expected one of &#x27;a4&#x27;, &#x27;letter&#x27;"),
    ("size=19", "size", "expected 18, 24, 36 (in pt, for large print), found &#x27;19&#x27;"),
    ("players=2&names=A,B,C", "names", "expected at most 2, one for each player, found 3"),
    ("names=%E4%B8%80", "names", "no font here prints U+4E00"),
    ("names=<script>alert(1)</script>" + "W" * 60, "names", "give a shorter name"),
])  # fmt: skip
def test_a_word_that_cannot_be(site: Site, query: str, control: str, message: str) -> None:
    """The command line's own message stands beside the control that it is about; nothing of it is code."""
    page = site.ask(f"/?{query}")[2].decode()

    told = page.partition(f'id="{control}-wrong">')[2].partition("</span>")[0]
    assert message in told
    assert "<script>alert" not in page
    assert site.ask(f"/kit.pdf?{query}")[0] == 409


@pytest.mark.parametrize(("query", "words"), [
    ("", []),
    ("players=3&names=Pat,,Lee&paper=letter&setup=", ["--players", "3", "--names", "Pat,,Lee", "--paper", "letter"]),
    ("size=24", ["--text-size", "24"]),
])  # fmt: skip
def test_the_pdf_is_that_of_a_print(site: Site, query: str, words: list[str], tmp_path: Path) -> None:
    """Byte for byte, under the name that a print gives it."""
    status, headers, body = site.ask(f"/kit.pdf?{query}")
    assert main([str(site.kit), *words, "--output", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()

    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="{file.name}"'
    assert body == file.read_bytes()


def test_news(site: Site) -> None:
    """A save is pushed with what it has changed alone, then where its numbers come from; a broken one by its sheet."""
    with closing(site.news()) as news:
        _follow(site, news)


def _follow(site: Site, news: Iterator[tuple[str, Any]]) -> None:
    assert next(news)[1]["main"].count('<svg class="print"') == 21
    name, numbers = next(news)
    assert name == "numbers"
    laps = [row for rows in numbers.values() for row in rows if row["origin"].endswith("rules.laps_per_heat")]
    assert {row["text"] for row in laps} >= {"three"}
    edited(site.kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
    name, told = next(news)
    assert (name, told["main"].count('<svg class="print"')) == ("kit", 1)
    assert "widdershins" in told["main"]
    assert told["main"].count('class="changed"') == 1
    assert told["main"].count("<rect x=") >= 1
    next(news)
    edited(site.kit / "rules.md", "sow widdershins", "sow {{ widdershins }}")
    told = next(news)[1]
    assert 'aria-labelledby="wrong-rules"' in told["main"]
    assert told["state"] == "1 thing is wrong; these are the sheets of before."
    assert site.ask("/kit.pdf")[0] == 409
    edited(site.kit / "rules.md", "Normally you must sow {{ widdershins }}.", SENTENCE, slowly)
    told = next(news)[1]
    assert "findings" not in told["main"]


def test_many_saves_at_once(site: Site) -> None:
    """Several hands save, several pages ask: what is shown last is what stands in the file last."""
    news = site.news("players=2")
    next(news)
    source = (site.kit / "rules.md").read_text(encoding="utf-8")

    def save(hand: int) -> None:
        for n in range(8):
            over(site.kit / "rules.md", source.replace(SENTENCE, f"Hand {'abc'[hand]} saved {'ijklmnop'[n]}."))
            site.ask(f"/?players={2 + hand}")

    hands = [threading.Thread(target=save, args=(hand,)) for hand in range(3)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    over(site.kit / "rules.md", source.replace(SENTENCE, "The last word."))
    with closing(news):
        while "The last word." not in site.ask("/")[2].decode():
            next(news)
    over(site.kit / "rules.md", source)
    assert site.ask("/kit.pdf?players=2")[0] == 200


def test_a_port_that_is_taken(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """Is told with what to do; so is a word that is no port."""
    assert main(["serve", str(site.kit), "--port", str(site.port)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"rr-print: --port: {site.port} can't be had: ")
    assert complaint.endswith("; give another, or 0 for any that is free\n")
    assert main(["serve", str(site.kit), "--port", "web"]) == 2
    assert capsys.readouterr().err == "rr-print: --port: expected a whole number from 0 to 65535, found 'web'\n"


def test_broken_from_the_start_and_taken_away(tmp_path: Path) -> None:
    """There is a page that says so; mended, it shows the sheets."""
    kit = copied(tmp_path)
    toml = (kit / "kit.toml").read_text(encoding="utf-8")
    over(kit / "kit.toml", "title = ")
    board = Board(kit, "kit")
    assert "kit.toml, line 1" in board.page({})
    over(kit / "kit.toml", toml)
    board.heard(Save.KIT)
    assert board.page({}).count('<svg class="print"') == 21
    shutil.rmtree(kit)
    board.heard(Save.KIT)
    page = board.page({})
    assert page.count('<svg class="print"') == 21
    assert "1 thing is wrong" in page


def test_views_are_let_go(tmp_path: Path) -> None:
    """Whatever is asked for, no more than six sets of choices are kept when nobody looks at them."""
    board = Board(copied(tmp_path, "quiet-dividend"), "kit")
    for players in ("3", "4"):
        for paper in ("a4", "letter"):
            for names in ("", "Pat", "Mo"):
                board.view(clean({"players": players, "paper": paper, "names": names}.items()))

    assert len(board.views) == 6


def test_what_is_no_page_is_refused() -> None:
    """A websocket, say; two hosts."""
    guard = Guard(None, 80)  # type: ignore[arg-type]
    scope = {"type": "http", "method": "GET", "headers": [(b"host", b"127.0.0.1:80"), (b"host", b"127.0.0.1:80")]}

    assert guard.refusal(scope)[0] == 403
    assert guard.refusal({**scope, "headers": scope["headers"][:1]}) == (0, "")
