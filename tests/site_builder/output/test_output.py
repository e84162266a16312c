import errno
import itertools
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from site_builder.output import files as folders
from site_builder.output.files import MARKER, read_record, replacing, scratch_folder, write_file, write_folder
from site_builder.problems.problem import SiteError


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != MARKER
    }


def publish(files: Mapping[str, bytes], out: Path, record: Mapping[str, Any] | None = None) -> None:
    with replacing(out) as replacement:
        replacement.end(files, record)


ON_EVENT: dict[str, Callable[..., object]] = {}


@cache
def audit() -> None:
    """Record audit events of this process; this cannot be undone."""

    on_event = ON_EVENT  # the module's own name is gone when the interpreter ends

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if (action := on_event.get(event)) is not None:
            action(*arguments)

    sys.addaudithook(hook)


@pytest.fixture
def on_event() -> Iterator[Callable[[str, Callable[..., object]], None]]:
    """Return a function that runs a callback before the operation of an audit event."""
    audit()
    yield ON_EVENT.__setitem__
    ON_EVENT.clear()


OnEvent = Callable[[str, Callable[..., object]], None]


def refuse(error: type[OSError], number: int) -> Callable[..., object]:
    """Return an action that fails as the system does."""

    def fail(*_arguments: object) -> None:
        raise error(number, os.strerror(number))

    return fail


def no_exchange(*_arguments: object) -> None:
    """The system's library has no function by which folders are exchanged."""
    raise AttributeError


@pytest.fixture(params=[True, False], ids=["exchange", "two renames"])
def swapping(request, on_event):
    if not request.param:
        on_event("ctypes.dlsym", no_exchange)


@pytest.mark.usefixtures("swapping")
def test_publish_replaces_the_whole_site_and_leaves_no_other_files(tmp_path):
    out = tmp_path / "build" / "site"
    publish({"index.html": b"old", "old.html": b"old"}, out)
    publish({"index.html": b"new", "assets/a.css": b"css"}, out, {"fingerprint": "f"})
    assert files_in(out) == {"index.html": b"new", "assets/a.css": b"css"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]
    assert read_record(out) == {"made_by": "site_builder", "fingerprint": "f"}


@pytest.mark.usefixtures("swapping")
def test_a_site_may_be_written_while_parts_of_it_are_computed(tmp_path):
    out, first = tmp_path / "site", {"index.html": b"new", "data/tides.csv": b"1"}
    publish({"index.html": b"old"}, out)
    with replacing(out) as replacement:
        replacement.begin(first)
        assert files_in(out) == {"index.html": b"old"}
        replacement.end({**first, "search/index": b"2"})
    whole = {**first, "search/index": b"2"}
    assert files_in(out) == whole
    with replacing(out) as replacement:
        replacement.begin({"index.html": b"begun"})
        with pytest.raises(ValueError, match="no longer"):
            replacement.end({"index.html": b"newer"})
    with replacing(out) as replacement:
        replacement.begin({"index.html": b"given up"})
    assert files_in(out) == whole
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_exchange_is_one_step_on_linux(tmp_path):
    (tmp_path / "a" / "x").mkdir(parents=True)
    (tmp_path / "b" / "y").mkdir(parents=True)
    assert folders.exchange(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "a" / "y").is_dir()
    assert (tmp_path / "b" / "x").is_dir()


def test_a_folder_with_other_files_is_rejected_and_unchanged(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(SiteError, match="did not write"):
        publish({"index.html": b""}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_or_a_link_in_the_way_is_refused(tmp_path):
    publish({"index.html": b"site"}, tmp_path / "site")
    (tmp_path / "link").symlink_to(tmp_path / "site")
    (tmp_path / "file").write_text("")
    for out in ("link", "file"):
        with pytest.raises(SiteError, match="is not a folder"):
            publish({"index.html": b"other"}, tmp_path / out)
    assert files_in(tmp_path / "site") == {"index.html": b"site"}


@pytest.mark.parametrize("name", ["../escape.html", "/etc/x", "a/../../b", "", "a\\b"])
def test_no_file_leaves_the_site(tmp_path, name):
    out = tmp_path / "site"
    publish({"index.html": b"old"}, out)
    with pytest.raises(SiteError, match="file names are relative"):
        publish({"index.html": b"new", name: b"x"}, out)
    assert files_in(out) == {"index.html": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def publish_half(out: Path) -> None:
    """Write a part of fifty files, and wait for the signal that ends the process."""
    real, written = os.fsync, itertools.count(1)

    def slow(handle: int) -> None:
        real(handle)
        if next(written) >= 10:
            signal.pause()

    os.fsync = slow  # type: ignore[assignment]
    publish({f"page-{number}.html": b"new" * 1000 for number in range(50)}, out)


def test_a_killed_build_leaves_the_old_site_and_the_next_one_tidies_up(tmp_path):
    out = tmp_path / "site"
    publish({"index.html": b"old"}, out)
    process = multiprocessing.get_context("spawn").Process(target=publish_half, args=(out,))
    process.start()
    assert process.pid is not None
    half = tmp_path / f".site.new-{process.pid}"
    while not half.is_dir() or len(list(half.iterdir())) < 5:
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    assert half.is_dir()
    assert files_in(out) == {"index.html": b"old"}
    publish({"index.html": b"new"}, out)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert files_in(out) == {"index.html": b"new"}


def test_a_site_moved_aside_by_a_killed_build_is_restored(tmp_path):
    out = tmp_path / "site"
    publish({"index.html": b"old"}, out)
    ended = multiprocessing.get_context("spawn").Process(target=int)
    ended.start()
    ended.join()
    out.rename(tmp_path / f".site.old-{ended.pid}")
    folders.recover(out)
    assert files_in(out) == {"index.html": b"old"}


def test_files_of_a_running_build_are_not_deleted(tmp_path):
    other = tmp_path / ".site.new-1"
    other.mkdir()
    publish({"index.html": b"new"}, tmp_path / "site")
    assert other.is_dir()


def test_read_record_accepts_only_sites_of_the_builder(tmp_path):
    assert read_record(tmp_path) is None
    (tmp_path / MARKER).write_text('{"made_by": "someone else"}')
    assert read_record(tmp_path) is None


def test_write_folder_completes_or_leaves_nothing(tmp_path):
    def fail(folder: Path) -> None:
        assert (folder / "a").read_bytes() == b"1"
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        write_folder(tmp_path / "new", {"a": b"1"}, fail)
    assert list(tmp_path.iterdir()) == []
    write_folder(tmp_path / "new", {"a": b"1"})
    with pytest.raises(SiteError, match="not empty"):
        write_folder(tmp_path / "new", {"a": b"2"})
    assert (tmp_path / "new" / "a").read_bytes() == b"1"


def test_a_file_is_replaced_atomically_and_only_if_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "data" / "manifest.json"
    write_file(path, b"old")
    before = path.stat()
    write_file(path, b"old")
    assert path.stat() == before
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert [file.name for file in path.parent.iterdir()] == ["manifest.json"]


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, on_event: OnEvent) -> None:
    path = tmp_path / "manifest.json"
    write_file(path, b"old")
    on_event("os.rename", refuse(OSError, errno.ENOSPC))
    with pytest.raises(OSError, match="No space"):
        write_file(path, b"new")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"manifest.json": b"old"}


def test_a_file_that_another_program_has_open_is_replaced_later(tmp_path: Path, on_event: OnEvent) -> None:
    """On Windows, such a file cannot be replaced."""
    tries: list[int] = []

    def refuse_once(*_arguments: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise PermissionError

    write_file(tmp_path / "a", b"old")
    on_event("os.rename", refuse_once)
    write_file(tmp_path / "a", b"new")
    assert ((tmp_path / "a").read_bytes(), len(tries)) == (b"new", 2)


def test_scratch_folder_is_gone_afterwards():
    with scratch_folder() as folder:
        (folder / "a").write_bytes(b"")
    assert not folder.exists()


def test_unchanged_files_are_taken_over_and_changed_ones_written(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish({"a.html": b"same", "data/b.csv": b"before", "gone.html": b"old"}, out)
    before = {name: (out / name).stat().st_ino for name in ("a.html", "data/b.csv")}
    publish({"a.html": b"same", "data/b.csv": b"beyond", "new.html": b"new"}, out)
    assert (out / "a.html").stat().st_ino == before["a.html"]
    assert (out / "a.html").stat().st_nlink == 1  # the old site's name is gone
    assert (out / "data/b.csv").stat().st_ino != before["data/b.csv"]
    assert files_in(out) == {"a.html": b"same", "data/b.csv": b"beyond", "new.html": b"new"}


def test_without_hard_links_files_are_copied(tmp_path: Path, on_event: OnEvent) -> None:
    publish({"a.html": b"same"}, tmp_path / "site")
    on_event("os.link", refuse(OSError, errno.EMLINK))
    publish({"a.html": b"same"}, tmp_path / "site")
    assert (tmp_path / "site" / "a.html").read_bytes() == b"same"


def test_a_site_published_by_another_build_meanwhile_is_not_reused(tmp_path: Path, on_event: OnEvent) -> None:
    out = tmp_path / "site"

    def put_another(old: Path, *_arguments: object) -> None:
        (tmp_path / "other").write_bytes(b"else")
        (tmp_path / "other").replace(old)

    publish({"a.html": b"same"}, out)
    on_event("os.link", put_another)
    publish({"a.html": b"same"}, out)
    assert (out / "a.html").read_bytes() == b"same"


def test_of_two_simultaneous_first_builds_the_later_site_remains(tmp_path: Path, on_event: OnEvent) -> None:
    out = tmp_path / "site"

    def come_first(*_arguments: object) -> None:
        if not out.exists():
            out.mkdir()
            (out / "index.html").write_bytes(b"first")

    on_event("os.rename", come_first)
    publish({"index.html": b"second"}, out)
    assert files_in(out) == {"index.html": b"second"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("refused", ["os.mkdir", "os.rename"])
def test_system_errors_have_readable_messages(refused: str, tmp_path: Path, on_event: OnEvent) -> None:
    out = tmp_path / "site"
    publish({"index.html": b"old"}, out)
    on_event("ctypes.dlsym", no_exchange)
    on_event(refused, refuse(OSError, errno.ENOSPC))
    with pytest.raises(
        SiteError, match=r"site: error\[output\]: the folder cannot be written \(No space left on device\); nothing was"
    ):
        publish({"index.html": b"new"}, out)
    assert files_in(out) == {"index.html": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize(("is_site", "remedy"), [(True, "name another folder with --out"), (False, "another folder")])
def test_a_folder_that_may_not_be_written_is_reported(
    is_site: bool, remedy: str, tmp_path: Path, on_event: OnEvent
) -> None:
    on_event("os.mkdir", refuse(PermissionError, errno.EACCES))
    with pytest.raises(SiteError) as raised, replacing(tmp_path / "folder" / "site", is_site):
        pass
    (problem,) = raised.value.problems
    assert problem.message == "the folder cannot be written (Permission denied); nothing was written"
    assert problem.suggestion.endswith(remedy)


def test_an_interruption_does_not_part_a_swap(tmp_path: Path, on_event: OnEvent) -> None:
    out = tmp_path / "site"
    publish({"index.html": b"old"}, out)
    on_event("shutil.rmtree", lambda *_arguments: os.kill(os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # the shell's background ignores it
    try:
        folders.swap(write_beside(tmp_path), out)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    except KeyboardInterrupt:
        pytest.fail("it was told that nothing was published, and it was")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (out / "index.html").read_bytes() == b"new"


def write_beside(folder: Path) -> Path:
    (folder / "fresh").mkdir()
    (folder / "fresh" / "index.html").write_bytes(b"new")
    return folder / "fresh"
