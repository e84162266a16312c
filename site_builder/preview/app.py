"""The preview's web application: the site from memory, and a socket that tells pages about new builds."""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
import posixpath
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from site_builder.preview.missing import missing_page
from site_builder.problems.problem import Problem

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.websockets import WebSocket

ASSETS = "assets/"
# Builds whose assets are kept: so many saves can follow each other before an open page has fetched its parts.
KEPT_BUILDS = 16
CLIENT = "_preview/client.js"
NO_STORE = {"cache-control": "no-store"}
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8", ".woff2": "font/woff2"}


@dataclass(frozen=True)
class Shown:
    """One build: the site's files, and what is wrong: without files, the mistakes that kept it from being built."""

    files: Mapping[str, bytes]
    problems: Sequence[Problem] = ()


@dataclass
class Visitor:
    """A page open in a browser: which one, the digest of what it shows, and when the author saved what it was sent."""

    socket: WebSocket
    page: str
    digest: str
    saved: float | None = None


@dataclass
class Preview:
    """What is served now: the files of the last good build, the mistakes since, and the open pages.

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

    async def take(self, built: Shown, saved: float | None = None) -> None:
        """Serve a new build from now on, and tell every open page.

        Parameters
        ----------
        built : Shown
            Without files, those before are kept.
        saved : float, optional
            When the newest of the changed files was written, in seconds; for the time that is said after the patch.
        """
        had_problems = bool(self.problems)
        self.problems, self.saved = tuple(built.problems), saved
        if built.files:
            # A page of the build before may fetch its parts until it is patched; their names tell builds apart.
            assets = {path: content for path, content in self.files.items() if path.startswith(ASSETS)}
            self.past_assets.append(assets)
            self.files = built.files
        await asyncio.gather(*(self.tell(reader, had_problems) for reader in list(self.readers)))

    async def tell(self, reader: Visitor, had_problems: bool) -> None:
        """Bring one open page up to date."""
        content = self.files.get(reader.page, missing_page(self.files))
        if not self.files:
            pass  # before the first build that went well
        elif digest_of(content) != reader.digest and reader.page not in self.files:
            await self.send(reader, {"type": "gone"})
        elif digest_of(content) != reader.digest:
            reader.digest, reader.saved = digest_of(content), self.saved
            await self.send(reader, {"type": "page", "html": content.decode(), "digest": reader.digest})
        elif had_problems and not self.problems:
            await self.send(reader, {"type": "mended"})
        if self.problems:  # over the page, whose prose may have changed all the same
            await self.send(reader, {"type": "problems", "problems": [str(problem) for problem in self.problems]})

    async def send(self, reader: Visitor, message: Mapping[str, object]) -> None:
        """Send a message; a page that was closed meanwhile is forgotten."""
        from starlette.websockets import WebSocketDisconnect

        try:
            await reader.socket.send_text(json.dumps(message))
        except (WebSocketDisconnect, RuntimeError):
            self.forget(reader)

    def find(self, name: str) -> bytes | None:
        """Return a file of the last good build, or an asset of one not long before."""
        builds = (self.files, *reversed(self.past_assets))
        return next((files[name] for files in builds if name in files), None)

    def forget(self, reader: Visitor) -> None:
        """Drop a closed page."""
        if reader in self.readers:
            self.readers.remove(reader)

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
    # After the declaration of the character set, which must lie in the first kilobyte.
    end_of_charset = page.find(b">", page.find(b"<meta charset", start)) + 1
    place = end_of_charset if page.find(b"<meta charset", start) >= 0 else start
    return page[:place] + script + page[place:]


def make_app(preview: Preview) -> Starlette:
    """Return the application that serves ``preview``."""
    from starlette.applications import Starlette
    from starlette.routing import Route, WebSocketRoute

    async def answer(request: Request) -> Response:
        return respond(preview, request.url.path)

    async def listen(socket: WebSocket) -> None:
        await follow(preview, socket)

    return Starlette(routes=[WebSocketRoute("/_preview/socket", listen), Route("/{path:path}", answer)])


def respond(preview: Preview, path: str) -> Response:
    """Return a file of the last good build; before the first one, a page that can show the mistakes."""
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
    """Keep one open page up to date until it is closed."""
    from starlette.websockets import WebSocketDisconnect

    await socket.accept()
    reader: Visitor | None = None
    try:
        while True:
            message = json.loads(await socket.receive_text())
            if reader is None:
                reader = Visitor(socket, page_of(str(message["page"])), str(message["digest"]))
                preview.readers.append(reader)
                await preview.tell(reader, had_problems=True)
            elif message.get("patched") == reader.digest:
                preview.note_patched(reader)
    except WebSocketDisconnect:
        pass
    finally:
        if reader is not None:
            preview.forget(reader)
