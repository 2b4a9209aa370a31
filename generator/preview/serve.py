"""`rr-print serve`: the kit on a page of this machine's browser, built again at every save, its changes pushed live.

One thread watches and builds, another answers the browser; a lock keeps builds apart.
"""

import asyncio
import json
import socket
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from generator import build, fonts
from generator.errors import Rejected, UsageError
from generator.places import place
from generator.preview import page as pages
from generator.preview.desk import read
from generator.preview.guard import Guard
from generator.preview.view import View, asked, clean
from generator.preview.watching import Save, forget, need, saves, stay
from generator.request import read_folder, read_number
from generator.tasks import Reply

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request as Asked
    from starlette.responses import Response

_ADDRESS: Final = "127.0.0.1"
_PORTS: Final = (0, 65535)
_MOST_VIEWS, _MOST_STREAMS = 6, 24
"""Sets of choices that are kept, and pages that are kept up to date at a time."""
_BEAT: Final = 15.0
"""s after which a silent stream says that it is there."""


def serve(word: str, verbs: Iterable[str], port: str, say: Callable[[Reply], None]) -> None:
    """Serve the kit until the process is interrupted; `say` where. Raises `UsageError`."""
    need()
    if not all(map(find_spec, ("starlette", "uvicorn"))):
        raise UsageError("this needs Starlette and uvicorn, which are not here: pip install 'rr-print[preview]'")
    folder, shown = read_folder(word, verbs)
    listener = _listener(read_number("--port", port, *_PORTS))
    number = listener.getsockname()[1]
    stay()
    board = Board(folder, shown)
    board.view({})
    threading.Thread(target=_answer, args=(board, listener, number), daemon=True).start()
    address = f"http://{_ADDRESS}:{number}/"
    say(Reply({"address": address}, f"{shown} is at {address}\nOnly this machine can open it. Ctrl-C ends it."))
    for save in saves(folder, ()):
        board.heard(save)


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((_ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        why = error.strerror or error
        raise UsageError(f"--port: {port} can't be had: {why}; give another, or 0 for any that is free") from error
    return listener


def _answer(board: "Board", listener: socket.socket, port: int) -> None:
    """Answer the browser, in a thread of its own; signals are the main thread's."""
    import uvicorn

    app: Any = Guard(application(board), port)
    config = uvicorn.Config(
        app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False, server_header=False
    )
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


class Board:
    """Every set of choices that a browser looks at, and who waits for news of it."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder, self.shown = folder, shown
        self.lock = threading.RLock()
        self.views: OrderedDict[tuple[tuple[str, str], ...], View] = OrderedDict()
        self.stale: set[tuple[tuple[str, str], ...]] = set()
        """Views that were not built since the last save, as nobody was looking."""
        self.held = False
        """True while something wrong has been found and not been told."""
        self.waiting: dict[asyncio.Queue[bool], tuple[View, asyncio.AbstractEventLoop]] = {}

    def view(self, words: Mapping[str, str]) -> View:
        """The view of the words, as the kit is now."""
        key = tuple(words.items())
        with self.lock:
            view = self.views.get(key)
            if view is None or key in self.stale:
                view = view or View(words)
                view.build(self.folder, self.shown)
                self.stale.discard(key)
            self.views[key] = view
            self.views.move_to_end(key)
            looked_at = [id(view) for view, _ in self.waiting.values()]
            for old in [key for key, view in self.views.items() if id(view) not in looked_at][:-_MOST_VIEWS]:
                del self.views[old]
            return view

    def heard(self, save: Save) -> None:
        """Build what is looked at again; in a quiet moment, find where its numbers come from.

        What a save has broken is told in a quiet moment only: the file may be half written.
        """
        with self.lock:
            looked_at = {id(view) for view, _ in self.waiting.values()}
            if save is Save.SHARED:
                forget()
            news = save is Save.NONE and self.held
            self.held = False
            for key, view in self.views.items():
                if save is Save.SHARED:
                    view.desk.forget()
                if save is not Save.NONE and id(view) not in looked_at:
                    self.stale.add(key)
                elif save is not Save.NONE:
                    view.build(self.folder, self.shown)
                    self.held |= bool(view.findings or view.error)
                    news |= not (view.findings or view.error)
                elif id(view) in looked_at:
                    news |= view.explain()
        for queue, (_, loop) in list(self.waiting.items()) if news else ():
            loop.call_soon_threadsafe(queue.put_nowait, True)

    def page(self, words: Mapping[str, str]) -> str:
        """The whole page."""
        with self.lock:
            return pages.page(self.view(words), self.shown)

    async def news(self, view: View, seen: str) -> AsyncIterator[str]:
        """What has changed in a view since the version `seen`, as server-sent events."""
        queue: asyncio.Queue[bool] = asyncio.Queue()
        self.waiting[queue] = view, asyncio.get_running_loop()
        reader = Reader(view, seen)
        try:
            while True:
                for event in await asyncio.to_thread(self._told, reader):
                    yield event
                try:
                    await asyncio.wait_for(queue.get(), _BEAT)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            del self.waiting[queue]

    def _told(self, reader: "Reader") -> list[str]:
        with self.lock:
            return list(reader.news())


class Reader:
    """What one open page has been told of its view."""

    def __init__(self, view: View, seen: str) -> None:
        self.view, self.seen = view, seen
        self.has = frozenset(view.pictures) if pages.version(view) == seen else frozenset()
        self.numbers: object = None

    def news(self) -> Iterator[str]:
        """What it has not been told."""
        view = self.view
        if pages.version(view) != self.seen:
            self.seen = pages.version(view)
            fresh, self.has = frozenset(view.pictures) - self.has, frozenset(view.pictures)
            told = {"version": self.seen, "state": pages.state(view), "main": pages.main(view, fresh)}
            yield _event("kit", told | {"form": "".join(pages.controls(view))})
        if view.numbers is not None and view.numbers is not self.numbers:
            self.numbers = view.numbers
            yield _event("numbers", view.numbers)


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def application(board: Board) -> "Starlette":
    """What answers: the page and its parts, its news, the PDF."""
    from starlette.applications import Starlette
    from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response, StreamingResponse
    from starlette.routing import Route

    def home(request: "Asked") -> "Response":
        return HTMLResponse(board.page(clean(request.query_params.items())), headers=_FRESH)

    async def news(request: "Asked") -> "Response":
        if len(board.waiting) >= _MOST_STREAMS:
            return PlainTextResponse("too many pages are open", 503)
        view = await asyncio.to_thread(board.view, clean(request.query_params.items()))
        stream = board.news(view, request.query_params.get("seen", ""))
        return StreamingResponse(stream, media_type="text/event-stream", headers=_FRESH)

    def pdf(request: "Asked") -> "Response":
        view = board.view(clean(request.query_params.items()))
        try:
            name, data = printed(board, view)
        except (Rejected, UsageError):
            return HTMLResponse(pages.refused(view.kit, view), 409, headers=_FRESH)
        headers = {**_FRESH, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/pdf", headers=headers)

    def asset(request: "Asked") -> "Response":
        return FileResponse(place("layouts") / "preview" / request.url.path.strip("/"), headers=_FRESH)

    def font(request: "Asked") -> "Response":
        file = fonts.FILES.get(request.path_params["name"])
        if file is None:
            return PlainTextResponse("no such font", 404)
        return FileResponse(place("fonts") / file, media_type="font/ttf", headers=_FRESH)

    routes = [Route("/", home), Route("/news", news), Route("/kit.pdf", pdf), Route("/fonts/{name}.ttf", font)]
    return Starlette(routes=[*routes, *(Route(f"/{name}", asset) for name in ("page.css", "page.js"))])


_FRESH: Final = {"Cache-Control": "no-store"}


def printed(board: Board, view: View) -> tuple[str, bytes]:
    """The file that `rr-print` prints for the same words: its name and its bytes. Raises `Rejected`, `UsageError`."""
    with board.lock:
        view.build(board.folder, board.shown)
        kit = read(board.folder, board.shown)
        (file,), _ = build.proved(kit, asked(kit, view.words), None)
    return file.path.name, file.pdf
