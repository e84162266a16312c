"""A running preview of a copy of the starter project, for tests and measurements."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from site_builder.new_project import new_project
from site_builder.pipeline.refresh import refresh_data
from site_builder.preview import server
from site_builder.preview.rebuild import Rebuilder

CHAPTER = Path("content/chapters/cooling.md")


@dataclass(frozen=True)
class PreviewHost:
    """A project being served; ``said`` collects the terminal output."""

    project: Path
    address: str
    said: Queue[str]

    def edit(self, path: Path | str, old: str, new: str) -> None:
        """Replace words in a file of the project, as an author does."""
        file = self.project / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))


@contextmanager
def serving(folder: Path, prepare: Callable[[Path], object] = refresh_data) -> Iterator[PreviewHost]:
    """Serve a new project in ``folder`` on a free port, after ``prepare`` has made its data or changed it."""
    new_project(folder)
    prepare(folder)
    said: Queue[str] = Queue()
    ready: Queue[server.Serving] = Queue()
    rebuilder = Rebuilder(folder, said.put)
    thread = threading.Thread(
        target=server.serve,
        args=(rebuilder.build, rebuilder.watched, folder, 0, said.put, ready.put, rebuilder.on_news),
        daemon=True,
    )
    thread.start()
    running = ready.get(timeout=60)
    try:
        yield PreviewHost(folder, running.address, said)
    finally:
        running.stop()
        rebuilder.data.stop()
        rebuilder.background.stop()
        thread.join(timeout=30)
