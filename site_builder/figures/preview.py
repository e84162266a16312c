"""Show the figure of one file in the browser, and again after each save."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from site_builder.cache.results import digest_of
from site_builder.project_files import content_files

# The query with which a page asks for its version.
VERSION = "version"
RELOAD = """<script>
watch();
async function watch() {
  const version = () => fetch("?version").then((answer) => answer.text());
  const first = await version();
  for (;;) {
    await new Promise((go) => setTimeout(go, 500));
    if ((await version().catch(() => first)) !== first) location.reload();
  }
}
</script>"""


class Previewed:
    """The figure of a file as it is now; its page is computed by a process of its own, once for each version."""

    def __init__(self, path: Path, options: Sequence[str] = ()) -> None:
        self.path, self.options = path, options
        self._made: tuple[str, str] = ("", "")
        self._lock = threading.Lock()

    def answer(self, query: str) -> str:
        """Return the version of the file, or the page of its figure, which loads itself again after a save."""
        files = (file for file in sources_of(self.path) if file.is_file())
        version = digest_of([(str(file), file.stat().st_mtime_ns) for file in files])
        if query == VERSION:
            return version
        with self._lock:
            if self._made[0] != version:
                self._made = version, page_of(self.path, self.options)
            return f"{self._made[1]}{RELOAD}"


def serve(path: Path, options: Sequence[str], say: Callable[[str], None]) -> None:
    """Serve the figure of a file on this machine until an interrupt."""
    with suppress(KeyboardInterrupt), server_of(Previewed(path, options)) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        say(f"{path} at {address}; press Ctrl-C to end")
        webbrowser.open(address)
        server.serve_forever()


def server_of(shown: Previewed) -> ThreadingHTTPServer:
    """Return a server for this machine, on a free port; requests for other host names are refused.

    Otherwise a page of another site could read the figure, once its name is resolved to this machine.
    """

    class Handler(BaseHTTPRequestHandler):
        """Answers with the page, or with its version."""

        def do_GET(self) -> None:
            if self.headers["Host"] not in {f"{name}:{server.server_port}" for name in ("127.0.0.1", "localhost")}:
                self.send_error(HTTPStatus.FORBIDDEN)
                return
            text = shown.answer(urlsplit(self.path).query)
            with suppress(ConnectionError):  # the page was closed meanwhile
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(text.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    return server


def sources_of(path: Path) -> list[Path]:
    """Return the files whose saves change a figure: the Python files of its folder."""
    return [path, *content_files(path.resolve().parent, "*.py")]


def page_of(path: Path, options: Sequence[str]) -> str:
    """Return the page of a figure as its files are now, or that of its errors."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "figure.html")
        command = [sys.executable, "-m", "site_builder", "figure", str(path), "--all", "-o", str(file), *options]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        if done.returncode == 0:
            return file.read_text(encoding="utf-8")
    return f"<!doctype html><title>Errors</title><pre>{escape(done.stderr)}</pre>"
