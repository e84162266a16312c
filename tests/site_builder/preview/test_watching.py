"""Whatever happens to the folders of a project, the preview sees what is saved in them afterwards."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.preview.app import Shown
from tests.site_builder.preview.test_server import Running

WAITS = 20
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


@pytest.mark.parametrize(
    "happens",
    [
        *(away, away_for_longer, replaced_by_a_copy, removed_and_written_anew, chapters_replaced),
        *(replaced_by_a_link, project_renamed_and_back, project_replaced),
    ],
)
def test_what_is_saved_after_a_folder_was_away_is_seen(tmp_path: Path, happens: Callable[[Path], None]) -> None:
    project = tmp_path / "project"
    (project / "content" / "chapters").mkdir(parents=True)
    (project / "content" / "chapters" / "index.html").write_text(PAGE.format("first"))
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


def test_folders_and_files_that_come_later_are_seen(tmp_path: Path) -> None:
    (tmp_path / "content" / "chapters").mkdir(parents=True)
    (tmp_path / "content" / "chapters" / "index.html").write_text(PAGE.format("first"))
    running = Project(tmp_path)
    try:
        (tmp_path / "static").mkdir()
        (tmp_path / "static" / "style.css").write_text("style one")
        running.show("style one", "extras")
        (tmp_path / "words").mkdir()
        running.settle()
        (tmp_path / "words" / "en.toml").write_text("words one")
        running.show("words one", "extras")
        (tmp_path / "site.toml").write_text("title one")
        running.show("title one", "extras")
        (tmp_path / "site.toml").unlink()
        running.settle()
        (tmp_path / "site.toml").write_text("title two")
        (tmp_path / "static" / "style.css").write_text("style two")
        running.show("title two", "extras")
        running.show("style two", "extras")
        running.settle()
        before = running.n_builds
        for name in (".#style.css", "style.css~", ".git/index", "__pycache__/style.pyc"):
            (tmp_path / "static" / name).parent.mkdir(exist_ok=True)
            (tmp_path / "static" / name).write_text("of an editor")
        running.settle()
        assert running.n_builds == before
    finally:
        running.stop()
