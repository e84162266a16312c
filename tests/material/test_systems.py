"""Systems that lack what Linux has: no fork, no names of folders forced to disk, other code pages, locked files."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from site_builder.cli import run
from site_builder.settings.site_toml import command_words
from tests.material.conftest import PUBLISH, Author

ROOT = Path(__file__).parents[2]
FIGURE = """
from site_builder.explore import slider

size = slider(1, 3)


def picture(size):
    return f'<svg viewBox="0 0 9 9"><rect width="{size}" height="9"/></svg>'


sentence = "Its width is {size}."
alt_text = "A bar."
caption = "A bar."
"""
# What Windows and some disks refuse; Python loads this file when it starts.
LESS = """
import ctypes, os, signal, sys
for module, names in ((os, ["fork", "forkpty"]), (signal, ["setitimer", "ITIMER_PROF", "SIGPROF"])):
    for name in names:
        delattr(module, name)
open_one, library = os.open, ctypes.CDLL
def open_file(path, *rest, **options):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", path)
    return open_one(path, *rest, **options)
class Library(library):
    def __getattr__(self, name):
        if name == "renameat2":
            raise AttributeError(name)
        return super().__getattr__(name)
os.open, ctypes.CDLL = open_file, Library
left = [int(os.environ.get("LOCKED", "0"))]
def refuse_while_locked(event, arguments):
    if event == "os.rename" and os.path.basename(arguments[0]) == "site" and left[0] > 0:
        left[0] -= 1
        raise PermissionError(13, "The process cannot access the file because it is being used", arguments[0])
sys.addaudithook(refuse_while_locked)
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the builder where the system has less."""
    folder = tmp_path / "less"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(LESS)

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "site_builder", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), **environment},
            capture_output=True,
            encoding="cp1252" if environment.get("PYTHONIOENCODING") else "utf-8",
            check=False,
        )

    return start


def with_figure(author: Author) -> Author:
    """Add a figure that moves."""
    author.write({"content/explorables/bar.py": FIGURE})
    author.chapter("\n:::explore{#bar name=bar}\n:::\n")
    return author


def test_a_site_is_built_and_replaced_on_limited_systems(
    make_author: Callable[[str], Author], elsewhere: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    author = with_figure(make_author("Łódź sp ace"))
    for width in ("9", "8"):
        author.write({"content/explorables/bar.py": FIGURE.replace('height="9"', f'height="{width}"')})
        done = elsewhere("build", "--project", str(author.project), "--json", LOCKED="2")
        assert done.returncode == 0, done.stdout + done.stderr
        assert f'height="{width}"' in (author.project / "build" / "site" / "index.html").read_text()


def test_a_site_that_another_program_has_open_stays(
    author: Author, elsewhere: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    assert author.build().code == 0
    before = (author.project / "build" / "site" / "index.html").read_bytes()
    author.chapter("\nOther words.\n")
    done = elsewhere("build", "--project", str(author.project), "--json", LOCKED="99")
    (problem,) = json.loads(done.stdout)["problems"]
    assert (done.returncode, problem["code"]) == (1, "output")
    assert "close programs that have files of it open" in problem["suggestion"]
    assert (author.project / "build" / "site" / "index.html").read_bytes() == before
    assert [path.name for path in (author.project / "build").iterdir() if ".new-" in path.name] == []


def test_a_console_that_lacks_letters_shows_the_rest(
    make_author: Callable[[str], Author], elsewhere: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    author = make_author("Łódź")
    author.chapter("\nA sentence on [Łódź](miasta.md) — and → more.\n")
    done = elsewhere("check", "--project", str(author.project), PYTHONIOENCODING="cp1252")
    assert done.returncode == 1
    assert "miasta" in done.stderr
    assert "\\u0141" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_data_script_can_print_any_character_on_any_console(
    author: Author, elsewhere: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    script = PUBLISH + "print('Łódź →', file=sys.stderr)\npublish(towns={'n': [1]})\n"
    author.write({"data/towns.py": script})
    author.settings('\n[data]\ncommand = "python data/towns.py"\n')
    author.chapter("\nThere is ::value[towns.n].\n")
    done = elsewhere("build", "--project", str(author.project), "--json")
    assert done.returncode == 0, done.stderr
    assert "Łódź →" in done.stderr


def test_on_windows_a_backslash_of_a_command_separates_folders() -> None:
    command = r'python data\waits.py "C:\My files\day.csv"'
    assert command_words(command, is_windows=True) == ["python", r"data\waits.py", r"C:\My files\day.csv"]
    assert command_words(r"python a\ b.py 'c d'") == ["python", "a b.py", "c d"]


def test_a_build_in_a_notebook_works_without_a_file_for_error_output(author: Author) -> None:
    author.write({"data/towns.py": PUBLISH + "publish(towns={'n': [1]})\n"})
    author.settings('\n[data]\ncommand = "python data/towns.py"\n')
    author.chapter("\nThere is ::value[towns.n].\n")
    code = f"""
import io, sys
sys.stderr = sys.stdout = io.StringIO()
from site_builder.cli import run
run(["build", "--project", {str(author.project)!r}])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_new_quotes_a_folder_in_the_next_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(["new", str(tmp_path / "sp ace's"), "--blank"], lambda code: None)
    next_command = capfd.readouterr().err.partition("next: ")[2].strip()
    assert next_command.endswith(f"serve --project '{tmp_path}/sp ace'\"'\"'s'")


def children(process: int) -> Iterator[int]:
    """Yield the processes that descend from one."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(") ")[2].split()[1])
        except OSError:  # it ended meanwhile
            continue
        if parent == process:
            yield int(entry.parent.name)
            yield from children(int(entry.parent.name))


def wait_until(is_true: Callable[[], bool]) -> bool:
    """Wait for something, half a minute at most."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if is_true():
            return True
        time.sleep(0.05)
    return False


def is_alive(process: int) -> bool:
    """Return whether a process exists and has not ended yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_a_build_that_is_ended_leaves_no_process(author: Author, ending: signal.Signals, tmp_path: Path) -> None:
    author = with_figure(author)
    begun = tmp_path / "begun"
    waiting = (
        f"    import pathlib, time\n    pathlib.Path({str(begun)!r}).touch()\n    time.sleep(60)\n    return f'<svg"
    )
    author.write({"content/explorables/bar.py": FIGURE.replace("    return f'<svg", waiting)})
    build = subprocess.Popen(
        [sys.executable, "-m", "site_builder", "build", "--project", str(author.project)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    try:
        assert wait_until(begun.exists)
        descendants = list(children(build.pid))
        assert descendants
        build.send_signal(ending)
        _, said = build.communicate(timeout=30)
        assert wait_until(lambda: not any(map(is_alive, descendants)))
    finally:
        build.kill()
    assert (build.returncode, b"interrupted" in said) in ((130, True), (-signal.SIGKILL, False))
    assert not (author.project / "build" / "site").exists()
    shutil.rmtree(author.project)
