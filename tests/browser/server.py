"""A plain static host, as a reader's would be: gzip, no ranges, the site below a folder."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles


@contextlib.contextmanager
def static_host(site: Path, prefix: str = "/repo", routes: Sequence[BaseRoute] = ()) -> Iterator[str]:
    """Serve ``site`` on loopback below ``prefix``, ``routes`` first, and yield the address of its first page."""
    application = Starlette(
        routes=[*routes, Mount(prefix, StaticFiles(directory=site, html=True))],
        middleware=[Middleware(GZipMiddleware, minimum_size=500, compresslevel=1)],
    )
    config = uvicorn.Config(application, host="127.0.0.1", port=0, log_level="error", ws="none")
    # Keep connections longer than any test pauses: closing one just as it is reused resets it.
    config.timeout_keep_alive, config.timeout_graceful_shutdown = 900, 1
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}{prefix}/"
    finally:
        server.should_exit = True
        thread.join()


def pages_of(site: Path) -> list[str]:
    """Return the pages of a site without redirects."""
    pages = sorted(path for path in site.glob("*.html") if path.name != "404.html")
    return [path.name for path in pages if "<main" in path.read_text(encoding="utf-8")]
