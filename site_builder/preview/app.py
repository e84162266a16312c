"""The web application of the preview: which requests it answers, pages from memory, and the socket of patches."""

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
SHOWN, MOST_SAID = 100, 20


@dataclass(frozen=True)
class Host:
    """A host by name and port; the port is None where none is written."""

    name: str
    port: int | None = None


def read_host(text: str) -> Host | None:
    """Return the host of a ``Host`` header; None if it is malformed."""
    found = HOST.fullmatch(text)
    if found is None:
        return None
    return Host(found["name"].lower(), int(found["port"]) if found["port"] else None)


@dataclass
class Hosts:
    """The hosts that a preview on ``port`` answers; ``allowed`` are those of ``--allow-host``.

    An allowed host without a port is answered on every port. ``say`` gets a sentence for each host that is refused.
    """

    port: int
    allowed: Collection[Host] = ()
    say: Callable[[str], None] = lambda sentence: None
    _refused: set[str] = field(default_factory=set)

    def is_answered(self, host: Host | None, scheme: str = "http") -> bool:
        """Return whether requests for a host are answered; ``scheme`` gives the port of one without a port."""
        if host is None:
            return False
        if host.name in LOOPBACK and (host.port or DEFAULT_PORTS.get(scheme)) == self.port:
            return True
        # Behind a proxy that forwards the preview, the scheme of a host without a port is unknown.
        ports = {host.port} if host.port else set(DEFAULT_PORTS.values())
        return any(one.name == host.name and (one.port is None or one.port in ports) for one in self.allowed)

    def refusal(self, kind: str, headers: Headers) -> str:
        """Return why a request of a ``kind`` (``http`` or ``websocket``) is refused, "" if it is answered."""
        given = headers.getlist("host")
        if len(given) != 1 or not self.is_answered(read_host(given[0])):
            return self.explain("host", ", ".join(given))
        if kind == "websocket":
            origins = headers.getlist("origin")
            # Browsers always send Origin when they open a websocket, and Sec-Fetch-… with it.
            is_no_browser = not origins and not any(name.startswith("sec-fetch-") for name in headers)
            if not is_no_browser and not (len(origins) == 1 and self.is_own_origin(origins[0])):
                return self.explain("origin", ", ".join(origins))
        return ""

    def is_own_origin(self, origin: str) -> bool:
        """Return whether an origin is one of the hosts that are answered."""
        scheme, separator, host = origin.partition("://")
        return bool(separator) and scheme in DEFAULT_PORTS and self.is_answered(read_host(host), scheme)

    def explain(self, kind: str, given: str) -> str:
        """Return the text of a refusal, and print it the first time for each host."""
        own = ", ".join(f"{name}:{self.port}" for name in LOOPBACK)
        named = read_host(given.rpartition("://")[2])
        name = named.name if named and named.name not in LOOPBACK else "NAME"
        shown = ascii(given[:SHOWN]) if given else "missing"
        message = f"refused a request: its {kind} is {shown}; the preview answers {own}"
        text = f"{message}. Fix: to open the preview at another host, run `serve {OPTION} {name}`."
        if given not in self._refused and len(self._refused) < MOST_SAID:
            self._refused.add(given)
            self.say(text)
        return text


def allowed_hosts(names: Iterable[str]) -> list[Host]:
    """Return the hosts of ``--allow-host``.

    Raises
    ------
    ValueError
        If one is not a host name, with or without a port.
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
    """Return an application that refuses what ``hosts`` refuses, and protects its answers from other sites."""
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


# A page of the site's own for that is made for its host: there its links lead from another root.
NOT_FOUND = "404.html"
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head>'


def missing_page(files: Mapping[str, bytes]) -> bytes:
    """Return the page that is shown in place of one that is not there; an empty one while there is none at all."""
    pages = [path for path in files if path.endswith(".html") and "/" not in path and path != NOT_FOUND]
    links = "".join(f'<li><a href="/{escape(path)}">{title_of(files[path]) or escape(path)}</a></li>' for path in pages)
    body = f"<h1>There is no such page</h1><p>There are these:</p><ul>{links}</ul>" if files else ""
    return f"{HEAD}<body>{body}</body></html>".encode()


def title_of(page: bytes) -> str:
    """Return the title of a page as HTML, "" if it has none."""
    found = TITLE.search(page.decode(errors="replace"))
    return found[1].strip() if found else ""


ASSETS = "assets/"
# Builds whose assets are kept: so many saves can follow each other before an open page has fetched its parts.
KEPT_BUILDS = 16
CLIENT = "_preview/client.js"
NO_STORE = {"cache-control": "no-store"}
# A client that does not take a message within this time is disconnected; it may connect again.
SEND_SECONDS = 10.0
POLICY_VIOLATION = 1008
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8", ".woff2": "font/woff2"}


@dataclass(frozen=True)
class Shown:
    """One build: the site's files, and what is wrong: without files, the errors that kept it from being built."""

    files: Mapping[str, bytes]
    problems: Sequence[Problem] = ()


@dataclass(eq=False)
class Visitor:
    """A page open in a browser: which one, the digest of what it shows, and when the author saved what it was sent.

    ``has_news`` is set when the page may have to be updated. Each page is sent the latest build, at its own pace.
    """

    socket: WebSocket
    page: str
    digest: str
    saved: float | None = None
    shows_problems: bool = True
    has_news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Preview:
    """What is served now: the files of the last good build, the errors since, and the open pages.

    ``say`` gets a sentence for each thing worth telling in the terminal; ``now`` is the clock of files' times.
    """

    client: bytes
    say: Callable[[str], None]
    now: Callable[[], float] = time.time
    files: Mapping[str, bytes] = field(default_factory=dict)
    past_assets: deque[Mapping[str, bytes]] = field(default_factory=lambda: deque(maxlen=KEPT_BUILDS))
    problems: Sequence[Problem] = ()
    saved: float | None = None
    readers: list[Visitor] = field(default_factory=list)
    _patches: dict[str, tuple[str, str]] = field(default_factory=dict)

    async def take(self, built: Shown, saved: float | None = None) -> None:
        """Serve a new build from now on, and update every open page.

        Parameters
        ----------
        built : Shown
            Without files, those before are kept.
        saved : float, optional
            When the newest of the changed files was written, in seconds; for the time that is said after the patch.
        """
        self.problems, self.saved = tuple(built.problems), saved
        if built.files:
            # A page of the build before may fetch its parts until it is patched; their names tell builds apart.
            assets = {path: content for path, content in self.files.items() if path.startswith(ASSETS)}
            self.past_assets.append(assets)
            self.files = built.files
            self._patches.clear()
        for reader in self.readers:
            reader.has_news.set()

    async def keep_updated(self, reader: Visitor) -> None:
        """Send an open page its updates until it is closed or does not take them."""
        while True:
            for message in self.updates(reader):
                await asyncio.wait_for(reader.socket.send_text(message), SEND_SECONDS)
            await reader.has_news.wait()
            reader.has_news.clear()

    def updates(self, reader: Visitor) -> Iterator[str]:
        """Yield the messages that bring an open page up to date."""
        if self.files:  # else no build has gone well yet
            digest, patch = self.patch_of(reader.page)
            if digest != reader.digest and not patch:
                yield json.dumps({"type": "gone"})
            elif digest != reader.digest:
                reader.digest, reader.saved, reader.shows_problems = digest, self.saved, False
                yield patch
            elif reader.shows_problems and not self.problems:
                reader.shows_problems = False
                yield json.dumps({"type": "mended"})
        if self.problems:  # over the page, whose prose may have changed all the same
            reader.shows_problems = True
            yield json.dumps({"type": "problems", "problems": [str(problem) for problem in self.problems]})

    def patch_of(self, page: str) -> tuple[str, str]:
        """Return the digest of a page and the message that shows it; the message is "" where there is no such page."""
        if page not in self.files:
            return digest_of(missing_page(self.files)), ""
        if page not in self._patches:
            content = self.files[page]
            digest = digest_of(content)
            self._patches[page] = digest, json.dumps({"type": "page", "html": content.decode(), "digest": digest})
        return self._patches[page]

    def find(self, name: str) -> bytes | None:
        """Return a file of the last good build, or an asset of one not long before."""
        builds = (self.files, *reversed(self.past_assets))
        return next((files[name] for files in builds if name in files), None)

    def note_patched(self, reader: Visitor) -> None:
        """Say how long it took from the save to the patched page."""
        if reader.saved is not None:
            self.say(f"{reader.page} patched {1000 * (self.now() - reader.saved):.0f} ms after the save")


def page_of(path: str) -> str:
    """Return the file of the site that an address asks for."""
    name = posixpath.normpath("/" + unquote(path)).lstrip("/")
    return posixpath.join(name, "index.html") if name == "" or path.endswith("/") else name


def digest_of(content: bytes) -> str:
    """Return what tells two builds of a page apart."""
    return hashlib.sha256(content).hexdigest()[:16]


def with_client(page: bytes) -> bytes:
    """Return a page with the preview's script before its own: it must see the page as it came."""
    script = f'<script type="module" src="/{CLIENT}" data-preview="{digest_of(page)}"></script>'.encode()
    start = page.find(b"<head>") + len(b"<head>")
    # After the declaration of the character set, which must be in the first kilobyte.
    end_of_charset = page.find(b">", page.find(b"<meta charset", start)) + 1
    place = end_of_charset if page.find(b"<meta charset", start) >= 0 else start
    return page[:place] + script + page[place:]


def make_app(preview: Preview, hosts: Hosts) -> ASGIApp:
    """Return the application that serves ``preview`` to requests for ``hosts``."""
    from starlette.applications import Starlette
    from starlette.routing import Route, WebSocketRoute

    async def answer(request: Request) -> Response:
        return respond(preview, request.url.path)

    async def listen(socket: WebSocket) -> None:
        await follow(preview, socket)

    routes = [WebSocketRoute("/_preview/socket", listen), Route("/{path:path}", answer)]
    return guarded(Starlette(routes=routes), hosts)


def respond(preview: Preview, path: str) -> Response:
    """Return a file of the last good build; before the first one, a page that can show the errors."""
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
    await socket.accept()
    hello = await message_from(socket)
    page, digest = hello.get("page"), hello.get("digest")
    if isinstance(page, str) and isinstance(digest, str):
        reader = Visitor(socket, page_of(page), digest)
        preview.readers.append(reader)
        tasks = [asyncio.create_task(preview.keep_updated(reader)), asyncio.create_task(hear(preview, reader))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            preview.readers.remove(reader)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(RuntimeError, OSError, asyncio.TimeoutError):  # it is closed already, or takes nothing
        await asyncio.wait_for(socket.close(POLICY_VIOLATION), SEND_SECONDS)


async def hear(preview: Preview, reader: Visitor) -> None:
    """Take what an open page says until it is closed or says what no page says."""
    while "patched" in (message := await message_from(reader.socket)):
        if message["patched"] == reader.digest:
            preview.note_patched(reader)


async def message_from(socket: WebSocket) -> dict[str, Any]:
    """Return the next message of a client, empty if it is malformed or the client is gone."""
    received = await socket.receive()
    try:
        message = json.loads(received.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}
