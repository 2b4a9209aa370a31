"""Who may ask: this machine's own browser, for the page's own sake; never a page of another site.

Another site can make a browser ask us, and with a name of its own that leads here (DNS rebinding) even read the answer.
So the name that is asked for must be ours, and what the browser says of the asking page must be that it is ours, or
that a person typed the address. Whatever is asked changes nothing here.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

_LONGEST: Final = 4000
"""Bytes of an address."""
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Sent with every answer."""


class Guard:
    """Stands before an application that answers at a port of the loopback address."""

    def __init__(self, app: App, port: int) -> None:
        self.app = app
        self.hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Let a request through, or refuse it in a word."""

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = {name for name, _ in message["headers"]}
                more = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in sent)]
            await send(message)

        status, why = self.refusal(scope) if scope["type"] == "http" else (403, "refused: only pages are here")
        if not status:
            await self.app(scope, receive, sealed)
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(why)).encode())]
        await sealed({"type": "http.response.start", "status": status, "headers": headers})
        await sealed({"type": "http.response.body", "body": why.encode()})

    def refusal(self, scope: Message) -> tuple[int, str]:
        """The status and the words with which a request is refused; 0 for one that is not."""
        headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
        told: dict[str, list[str]] = {}
        for name, value in headers:
            told.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        host, *others = told.get("host", [""])
        if others or host not in self.hosts:
            return 403, "refused: this address has another name"
        if any(origin != f"http://{host}" for origin in told.get("origin", ())):
            return 403, "refused: another site asks"
        if any(site not in ("same-origin", "none") for site in told.get("sec-fetch-site", ())):
            return 403, "refused: another site asks; type the address to come here"
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "refused: there is nothing to change here"
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > _LONGEST:
            return 414, "refused: this address is too long"
        return 0, ""
