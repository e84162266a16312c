"""Show the figure of one file in the browser, and again after each save."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from site_builder.project_files import content_files

POLL_SECONDS = 0.3
RELOAD = """<script>
watch();
async function watch() {
  const first = await (await fetch("version")).text();
  for (;;) {
    await new Promise((go) => setTimeout(go, 500));
    const now = await fetch("version").then((answer) => answer.text(), () => first);
    if (now !== first) location.reload();
  }
}
</script>"""


class Shown:
    """The page that is shown, and the number of its version."""

    def __init__(self) -> None:
        self.page, self.version = "<p>Computing …</p>", 0

    def show(self, page: str) -> None:
        """Show another page."""
        self.page, self.version = page, self.version + 1


def serve(path: Path, options: Sequence[str], say: Callable[[str], None]) -> None:
    """Serve the figure of a file on this machine until an interrupt; each version is made by a process of its own."""
    shown = Shown()

    class Handler(BaseHTTPRequestHandler):
        """Answers with the page, or with the number of its version."""

        def do_GET(self) -> None:
            text = str(shown.version) if self.path == "/version" else f"{shown.page}{RELOAD}"
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    address = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"{path} at {address}; press Ctrl-C to end")
    webbrowser.open(address)
    seen: list[tuple[str, int]] = []
    while True:
        now = [(str(file), file.stat().st_mtime_ns) for file in sources_of(path) if file.is_file()]
        if now != seen:
            seen = now
            shown.show(page_of(path, options))
        time.sleep(POLL_SECONDS)


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
