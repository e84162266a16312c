"""Whatever happens to the folders of a project, the preview sees what is saved in them afterwards."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from site_builder.preview.app import Shown
from site_builder.preview.server import wait_for_content
from tests.site_builder.preview.test_server import Running

WAITS = 60
PAGE = "<html><head></head><body>{}</body></html>"


class Project(Running):
    """A preview that shows one file of a project; it watches folders and a file that may not be there."""

    def __init__(self, project: Path) -> None:
        self.file = project / "content" / "chapters" / "index.html"
        watched = [project / name for name in ("content", "static", "words", "site.toml")]
        super().__init__(project, watched=watched)

    def build(self) -> Shown:
        self.n_builds += 1
        self.built.put(self.n_builds)
        extras = [path for name in ("static", "words", "site.toml") for path in [self.folder / name]]
        texts = [path.read_text() for place in extras for path in ([place] if place.is_file() else place.glob("*"))]
        if self.file.is_file():
            return Shown({"index.html": self.file.read_bytes(), "extras": "".join(texts).encode()})
        return Shown({}, [])

    def show(self, text: str, path: str = "") -> None:
        """Wait until a text is shown."""
        late = time.monotonic() + WAITS
        while text.encode() not in self.get(path)[2]:
            assert time.monotonic() < late, self.get(path)[2]
            time.sleep(0.02)

    def settle(self) -> None:
        """Wait until nothing is built any more."""
        while True:
            before = self.n_builds
            time.sleep(1.3)
            if self.n_builds == before:
                return


def away(project: Path) -> None:
    (project / "content").rename(project / "away")
    time.sleep(0.3)
    (project / "away").rename(project / "content")


def away_for_longer(project: Path) -> None:
    (project / "content").rename(project / "away")
    time.sleep(1.6)
    (project / "away").rename(project / "content")


def replaced_by_a_copy(project: Path) -> None:
    shutil.copytree(project / "content", project / "copy")
    (project / "content").rename(project / "old")
    (project / "copy").rename(project / "content")


def removed_and_written_anew(project: Path) -> None:
    shutil.copytree(project / "content", project / "copy")
    shutil.rmtree(project / "content")
    shutil.copytree(project / "copy", project / "content")


def chapters_replaced(project: Path) -> None:
    chapters = project / "content" / "chapters"
    shutil.copytree(chapters, project / "copy")
    shutil.rmtree(chapters)
    (project / "copy").rename(chapters)


def replaced_by_a_link(project: Path) -> None:
    (project / "content").rename(project / "elsewhere")
    (project / "content").symlink_to(project / "elsewhere")


def project_renamed_and_back(project: Path) -> None:
    project.rename(project.with_name("renamed"))
    time.sleep(0.3)
    project.with_name("renamed").rename(project)


def project_replaced(project: Path) -> None:
    shutil.copytree(project, project.with_name("copy"))
    project.rename(project.with_name("old"))
    project.with_name("copy").rename(project)


HAPPENINGS = (
    *(away, away_for_longer, replaced_by_a_copy, removed_and_written_anew, chapters_replaced),
    *(replaced_by_a_link, project_renamed_and_back, project_replaced),
)


def first_page(project: Path) -> None:
    """Write the page of a project."""
    (project / "content" / "chapters").mkdir(parents=True)
    (project / "content" / "chapters" / "index.html").write_text(PAGE.format("first"))


def check_saved_after(happens: Callable[[Path], None], project: Path) -> None:
    """Check that a save is shown after something has happened to the folders."""
    first_page(project)
    running = Project(project)
    try:
        happens(project)
        for text in ("second", "third"):
            running.file.write_text(PAGE.format(text))
            running.show(text)
        running.settle()
        running.file.write_text(PAGE.format("after a while"))
        running.show("after a while")
    finally:
        running.stop()


def check_later(project: Path) -> None:
    """Folders and files that come later are seen, and files of editors are not."""
    first_page(project)
    running = Project(project)
    try:
        (project / "static").mkdir()
        (project / "static" / "style.css").write_text("style one")
        running.show("style one", "extras")
        (project / "words").mkdir()
        running.settle()
        (project / "words" / "en.toml").write_text("words one")
        running.show("words one", "extras")
        (project / "site.toml").write_text("title one")
        running.show("title one", "extras")
        (project / "site.toml").unlink()
        running.settle()
        (project / "site.toml").write_text("title two")
        (project / "static" / "style.css").write_text("style two")
        running.show("title two", "extras")
        running.show("style two", "extras")
        running.settle()
        before = running.n_builds
        for name in (".#style.css", "style.css~", ".git/index", "__pycache__/style.pyc"):
            (project / "static" / name).parent.mkdir(exist_ok=True)
            (project / "static" / name).write_text("of an editor")
        running.settle()
        assert running.n_builds == before
    finally:
        running.stop()


def test_a_file_that_was_just_emptied_is_read_when_it_has_content(tmp_path: Path) -> None:
    async def write_later() -> None:
        waiting = asyncio.create_task(wait_for_content([tmp_path / "gone", tmp_path / "emptied"]))
        await asyncio.sleep(0)
        assert not waiting.done()
        (tmp_path / "emptied").write_text("content")
        await waiting

    (tmp_path / "emptied").touch()
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop may run in this thread
        apart.submit(asyncio.run, write_later()).result()


def test_saves_in_folders_that_return_or_are_created_later_are_noticed(tmp_path: Path) -> None:
    """All at once: each waits for the watcher most of the time."""
    with ThreadPoolExecutor(len(HAPPENINGS) + 1) as threads:
        checks = [
            threads.submit(check_saved_after, happens, tmp_path / happens.__name__ / "project")
            for happens in HAPPENINGS
        ]
        checks.append(threads.submit(check_later, tmp_path / "later"))
    for check in checks:
        check.result()
