"""Archives of files: published as folders, so that pages fetch what they need from any host."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from tests.site_builder.conftest import entry

PARTS = {"index.json.gz": b"index", "0-0.arrow.gz": b"first", "0-1.arrow.gz": b"second"}


def pack(files: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return sink.getvalue()


def overwrite(content: bytes, place: int, new: bytes) -> bytes:
    return content[:place] + new + content[place + len(new) :]


DEFLATED = pack({"part": bytes(range(256))}, zipfile.ZIP_DEFLATED)
DAMAGED = overwrite(DEFLATED, DEFLATED.index(b"part") + len(b"part"), b"\xff")
STORED = pack({"part": b""})
HUGE = overwrite(STORED, STORED.index(b"PK\1\2") + 24, b"\xf0\xff\xff\xff")  # the size in the entry of the index


@pytest.fixture
def with_archive(make_project: Callable[..., Path]) -> Callable[[bytes], Path]:
    """Return a function that gives a project an archive of depths, fetched by its widget."""

    def lay(content: bytes) -> Path:
        project = make_project("steps")
        data = project / "build" / "data"
        (data / "depths.zip").write_bytes(content)
        manifest = json.loads((data / "manifest.json").read_text())
        manifest["sets"]["depths"] = entry(data / "depths.zip", "asset")
        (data / "manifest.json").write_text(json.dumps(manifest))
        settings = project / "content" / "site.toml"
        settings.write_text(settings.read_text().replace('files = ["soundings"]', 'files = ["soundings", "depths"]'))
        return project

    return lay


def test_an_archive_is_a_folder_named_by_its_content(with_archive: Callable[[bytes], Path], memo: Memo) -> None:
    content = pack(PARTS)
    result = build_files(with_archive(content), memo)
    assert not result.errors
    places = {path: content for path, content in result.files.items() if path.startswith("data/depths-")}
    (folder,) = {path.rpartition("/")[0] for path in places}
    assert places == {f"{folder}/{name}": content for name, content in PARTS.items()}
    assert f'"depths": "{folder}/"'.replace('"', "&#34;") in result.files["tides.html"].decode()
    assert folder == f"data/depths-{hashlib.sha256(content).hexdigest()[:8]}"


def test_a_listed_archive_shows_its_folder_and_offers_no_file(
    with_archive: Callable[[bytes], Path], memo: Memo
) -> None:
    project = with_archive(pack(PARTS))
    chapter = project / "content" / "chapters" / "tides.md"
    chapter.write_text(f"{chapter.read_text()}\n:::datasets\n:::\n")
    result = build_files(project, memo)
    assert not result.errors
    page = result.files["tides.html"].decode()
    listed = page.partition('id="data-depths"')[2].partition("</li>\n<li id=")[0]
    assert "its files are published in <code>data/depths-" in listed
    assert "download" not in listed


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no archive", "the file of data set 'depths' cannot be read as a zip archive"),
        (DAMAGED, "cannot be read as a zip archive (Error -3 while decompressing data"),
        (HUGE, "unpacks to 4,294,967,280 bytes; at most 1,000,000,000 are read"),
        (pack({"../out": b""}), "holds a file called '../out', which is not allowed in an address"),
        (pack({"a folder/part": b""}), "holds a file called 'a folder/part'"),
    ],
    ids=["no archive", "damaged", "huge", "leads out", "folders inside"],
)
def test_an_unpublishable_archive_is_reported(
    with_archive: Callable[[bytes], Path], memo: Memo, content: bytes, words: str
) -> None:
    (problem,) = build_files(with_archive(content), memo).errors
    assert words in str(problem)
