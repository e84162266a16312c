"""The web application of the preview: check hosts, serve pages from memory, and send patches by websocket."""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
import posixpath
import re
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from site_builder.problems.problem import Problem

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket


LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HOST = re.compile(
    r"(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])\.?(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE
)
DEFAULT_PORTS = {"http": 80, "https": 443}
OPTION = "--allow-host"
# Other sites may neither show the preview in a frame nor load parts of it.
PROTECTION = {
    "content-security-policy": "frame-ancestors 'self'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
}
SHOWN, MOST_PRINTED = 100, 20


@dataclass(frozen=True)
class Host:
    """A host by name and port; the port is None if it is not written."""

    name: str
    port: int | None = None


def read_host(text: str) -> Host | None:
    """Parse a ``Host`` header; return None if it is malformed."""
    found = HOST.fullmatch(text)
    if found is None:
        return None
    return Host(found["name"].lower(), int(found["port"]) if found["port"] else None)


@dataclass
class Hosts:
    """The hosts whose requests a preview on ``port`` answers; ``allowed`` are those of ``--allow-host``.

    An allowed host without a port is answered on every port. ``say`` prints a message for each host that is refused.
    """

    port: int
    allowed: Collection[Host] = ()
    say: Callable[[str], None] = lambda message: None
    _refused: set[str] = field(default_factory=set)

    def is_answered(self, host: Host | None, scheme: str = "http") -> bool:
        """Return whether requests for a host are answered; a host without a port has the default port of ``scheme``."""
        if host is None:
            return False
        if host.name in LOOPBACK and (host.port or DEFAULT_PORTS.get(scheme)) == self.port:
            return True
        # If a proxy forwards the preview, the scheme of a host without a port is unknown.
        ports = {host.port} if host.port else set(DEFAULT_PORTS.values())
        return any(one.name == host.name and (one.port is None or one.port in ports) for one in self.allowed)

    def refusal(self, kind: str, headers: Headers) -> str:
        """Return why a request of a ``kind`` (``http`` or ``websocket``) is refused; "" if it is answered."""
        given = headers.getlist("host")
        if len(given) != 1 or not self.is_answered(read_host(given[0])):
            return self.explain("host", ", ".join(given))
        if kind == "websocket":
            origins = headers.getlist("origin")
            # Browsers always send Origin and Sec-Fetch-… when they open a websocket.
            is_browser = bool(origins) or any(name.startswith("sec-fetch-") for name in headers)
            if is_browser and not (len(origins) == 1 and self.is_own_origin(origins[0])):
                return self.explain("origin", ", ".join(origins))
        return ""

    def is_own_origin(self, origin: str) -> bool:
        """Return whether an origin is one of the hosts that are answered."""
        scheme, separator, host = origin.partition("://")
        return bool(separator) and scheme in DEFAULT_PORTS and self.is_answered(read_host(host), scheme)

    def explain(self, kind: str, given: str) -> str:
        """Return the message of a refusal; print it once for each host."""
        own = ", ".join(f"{name}:{self.port}" for name in LOOPBACK)
        named = read_host(given.rpartition("://")[2])
        name = named.name if named and named.name not in LOOPBACK else "NAME"
        shown = ascii(given[:SHOWN]) if given else "missing"
        message = f"refused a request: its {kind} is {shown}; the preview answers {own}"
        text = f"{message}. Fix: to open the preview at another host, run `serve {OPTION} {name}`."
        if given not in self._refused and len(self._refused) < MOST_PRINTED:
            self._refused.add(given)
            self.say(text)
        return text


def allowed_hosts(names: Iterable[str]) -> list[Host]:
    """Parse the hosts of ``--allow-host``.

    Raises
    ------
    ValueError
        If a name is not a host name, with or without a port.
    """
    hosts = []
    for name in names:
        host = read_host(name)
        if host is None:
            meant = read_host(urlsplit(name).netloc)
            remedy = f"write {meant.name}" if meant else "write a name such as example.org or example.org:8000"
            raise ValueError(f"{name!r} is not a host name; {remedy}")
        hosts.append(host)
    return hosts


def guarded(app: ASGIApp, hosts: Hosts) -> ASGIApp:
    """Wrap an application: refuse requests for other hosts, and protect responses from other sites."""
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.responses import PlainTextResponse

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_protected(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                MutableHeaders(scope=message).update(PROTECTION)
            await send(message)

        refusal = hosts.refusal(scope["type"], Headers(scope=scope))
        if not refusal:
            await app(scope, receive, send_protected)
            return
        response = PlainTextResponse(f"{refusal}\n", status_code=403)
        if scope["type"] == "http":
            await response(scope, receive, send_protected)
        elif "websocket.http.response" in scope.get("extensions", {}):
            await response({**scope, "type": "websocket"}, receive, send_protected)
        else:
            await send({"type": "websocket.close", "code": 1008})

    return answer


# The site's own page for missing pages is left out: its links start from the root of the published site.
NOT_FOUND = "404.html"
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head>'


def missing_page(files: Mapping[str, bytes]) -> bytes:
    """Return the page for an address without a page: a list of the pages, empty before the first successful build."""
    pages = [path for path in files if path.endswith(".html") and "/" not in path and path != NOT_FOUND]
    links = "".join(f'<li><a href="/{escape(path)}">{title_of(files[path]) or escape(path)}</a></li>' for path in pages)
    body = f"<h1>There is no such page</h1><p>There are these:</p><ul>{links}</ul>" if files else ""
    return f"{HEAD}<body>{body}</body></html>".encode()


def title_of(page: bytes) -> str:
    """Return the title of a page as HTML; "" if it has none."""
    found = TITLE.search(page.decode(errors="replace"))
    return found[1].strip() if found else ""


ASSETS = "assets/"
# Number of earlier builds whose assets are still served to pages that have not been patched yet.
KEPT_BUILDS = 16
CLIENT = "_preview/client.js"
NO_STORE = {"cache-control": "no-store"}
# A client that does not accept a message within this time is disconnected; it may connect again.
SEND_SECONDS = 10.0
POLICY_VIOLATION = 1008
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8", ".woff2": "font/woff2"}


@dataclass(frozen=True)
class Shown:
    """The result of one build: the files of the site, and problems; there are no files if the build failed."""

    files: Mapping[str, bytes]
    problems: Sequence[Problem] = ()


@dataclass(eq=False)
class Visitor:
    """A page open in a browser: its file, the digest of what it shows, and when the author saved what it was sent.

    ``has_news`` is set when the page may have to be updated. Each page gets the latest build, independently of others.
    """

    socket: WebSocket
    page: str
    digest: str
    saved: float | None = None
    shows_problems: bool = True
    has_news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Preview:
    """The state of the preview: the files of the last successful build, the errors since, and the open pages.

    ``say`` prints a message in the terminal; ``now`` returns the time by the clock of file times. ``figure`` returns
    the page of an explorable alone, for its name and the query of the request; None if there is none.
    """

    client: bytes
    say: Callable[[str], None]
    now: Callable[[], float] = time.time
    files: Mapping[str, bytes] = field(default_factory=dict)
    past_assets: deque[Mapping[str, bytes]] = field(default_factory=lambda: deque(maxlen=KEPT_BUILDS))
    problems: Sequence[Problem] = ()
    saved: float | None = None
    readers: list[Visitor] = field(default_factory=list)
    figure: Callable[[str, str], str | None] = lambda name, query: None
    _patches: dict[str, tuple[str, str]] = field(default_factory=dict)

    async def take(self, built: Shown, saved: float | None = None) -> None:
        """Serve a new build, and update every open page.

        Parameters
        ----------
        built : Shown
            If it has no files, those of the last successful build are still served.
        saved : float, optional
            When the newest of the changed files was written, in seconds; for the time printed after the patch.
        """
        self.problems, self.saved = tuple(built.problems), saved
        if built.files:
            # Pages of the previous build may fetch their assets until they are patched; asset names contain digests.
            assets = {path: content for path, content in self.files.items() if path.startswith(ASSETS)}
            self.past_assets.append(assets)
            self.files = built.files
            self._patches.clear()
        for reader in self.readers:
            reader.has_news.set()

    async def keep_updated(self, reader: Visitor) -> None:
        """Send an open page its updates until it is closed or does not accept them."""
        while True:
            for message in self.updates(reader):
                await asyncio.wait_for(reader.socket.send_text(message), SEND_SECONDS)
            await reader.has_news.wait()
            reader.has_news.clear()

    def updates(self, reader: Visitor) -> Iterator[str]:
        """Yield the messages that bring an open page up to date."""
        if self.files:  # else no build has succeeded yet
            digest, patch = self.patch_of(reader.page)
            if digest != reader.digest and not patch:
                yield json.dumps({"type": "gone"})
            elif digest != reader.digest:
                reader.digest, reader.saved, reader.shows_problems = digest, self.saved, False
                yield patch
            elif reader.shows_problems and not self.problems:
                reader.shows_problems = False
                yield json.dumps({"type": "mended"})
        if self.problems:  # shown over the page, which may have been patched as well
            reader.shows_problems = True
            yield json.dumps({"type": "problems", "problems": [str(problem) for problem in self.problems]})

    def patch_of(self, page: str) -> tuple[str, str]:
        """Return the digest of a page and the message that shows it; the message is "" if the page does not exist."""
        if page not in self.files:
            return digest_of(missing_page(self.files)), ""
        if page not in self._patches:
            content = self.files[page]
            digest = digest_of(content)
            self._patches[page] = digest, json.dumps({"type": "page", "html": content.decode(), "digest": digest})
        return self._patches[page]

    def find(self, name: str) -> bytes | None:
        """Return a file of the last successful build, or an asset of an earlier one."""
        builds = (self.files, *reversed(self.past_assets))
        return next((files[name] for files in builds if name in files), None)


def page_of(path: str) -> str:
    """Return the file of the site for a path of a request."""
    name = posixpath.normpath("/" + unquote(path)).lstrip("/")
    return posixpath.join(name, "index.html") if name == "" or path.endswith("/") else name


def digest_of(content: bytes) -> str:
    """Return a short digest that differs between two versions of a page."""
    return hashlib.sha256(content).hexdigest()[:16]


def with_client(page: bytes) -> bytes:
    """Add the preview's script to a page, before its own scripts, so that it sees the page unmodified."""
    script = f'<script type="module" src="/{CLIENT}" data-preview="{digest_of(page)}"></script>'.encode()
    start = page.find(b"<head>") + len(b"<head>")
    # Insert after the declaration of the character set, which must be in the first kilobyte.
    end_of_charset = page.find(b">", page.find(b"<meta charset", start)) + 1
    place = end_of_charset if page.find(b"<meta charset", start) >= 0 else start
    return page[:place] + script + page[place:]


def make_app(preview: Preview, hosts: Hosts) -> ASGIApp:
    """Return the application that serves ``preview`` to requests for ``hosts``."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute

    async def answer(request: Request) -> Response:
        return respond(preview, request.url.path)

    async def figure(request: Request) -> Response:
        name, query = request.path_params["name"], request.url.query
        page = await asyncio.to_thread(preview.figure, name, query)
        if page is None:
            return respond(preview, request.url.path)
        return Response(page, media_type=TYPES[".html"], headers=NO_STORE)

    async def listen(socket: WebSocket) -> None:
        await follow(preview, socket)

    routes = [
        WebSocketRoute("/_preview/socket", listen),
        Route("/explorables/{name}.html", figure),
        Route("/{path:path}", answer),
    ]
    return guarded(Starlette(routes=routes), hosts)


def respond(preview: Preview, path: str) -> Response:
    """Respond with a file of the last successful build; before the first one, with a page that can show errors."""
    from starlette.responses import Response

    if path == f"/{CLIENT}":
        return Response(preview.client, media_type=TYPES[".js"], headers=NO_STORE)
    name = page_of(path)
    found = preview.find(name)
    content = found if found is not None else missing_page(preview.files)
    kind = posixpath.splitext(name)[1] if found is not None else ".html"
    if kind == ".html":
        content = with_client(content)
    media = TYPES.get(kind) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    status = 200 if found is not None or not preview.files else 404
    return Response(content, status_code=status, media_type=media, headers=NO_STORE)


async def follow(preview: Preview, socket: WebSocket) -> None:
    """Keep one open page up to date until it is closed; a client that sends anything else is disconnected."""
    from starlette.websockets import WebSocketDisconnect

    await socket.accept()
    hello = await message_from(socket)
    page, digest = hello.get("page"), hello.get("digest")
    if isinstance(page, str) and isinstance(digest, str):
        reader = Visitor(socket, page_of(page), digest)
        preview.readers.append(reader)
        tasks = [asyncio.create_task(preview.keep_updated(reader)), asyncio.create_task(receive(preview, reader))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            preview.readers.remove(reader)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(RuntimeError, OSError, asyncio.TimeoutError, WebSocketDisconnect):  # it is closed already
        await asyncio.wait_for(socket.close(POLICY_VIOLATION), SEND_SECONDS)


async def receive(preview: Preview, reader: Visitor) -> None:
    """Receive the messages of an open page until it is closed or sends an unknown message."""
    while "patched" in (message := await message_from(reader.socket)):
        if message["patched"] == reader.digest and reader.saved is not None:
            preview.say(f"{reader.page} patched {1000 * (preview.now() - reader.saved):.0f} ms after the save")


async def message_from(socket: WebSocket) -> dict[str, Any]:
    """Return the next message of a client; empty if it is malformed or the client is disconnected."""
    received = await socket.receive()
    try:
        message = json.loads(received.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}
