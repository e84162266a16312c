"""A preview survives errors of the author's code, keeps showing the pages, and ends at the first Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.material.conftest import CHAPTER, Author
from tests.site_builder.conftest import keep_apart

ROOT = Path(__file__).resolve().parents[2]
WAITS = 60
CONSTANTS = "[constants]\ndays = 7\n"
SETTINGS = """
[charts.bars]
function = "play.bars"
data = []
alt = "Bars."

[charts.still]
function = "still.bars"
data = []
alt = "Other bars."
"""
DRAWN = 'return alt.Chart(alt.Data(values=[{"x": 1, "y": 2}])).mark_bar().encode(x="x:Q", y="y:Q")\n'
CHART = f"import altair as alt\n\n\ndef bars():\n    {DRAWN}"
REMARK = 'def remark(body: str) -> str:\n    """A remark."""\n    return f"<div class=\'remark\'>{body}</div>"\n'
BODY = """
{prose}

:::chart{{#one name=bars}}
:::

:::chart{{#two name=still}}
:::

:::remark
Words of a remark.
:::

:::remark
Words of another.
:::

One constant is ::value[constants.{name}].
"""


class Served:
    """A preview in a separate process; ``said`` collects the lines of its terminal."""

    def __init__(self, author: Author) -> None:
        self.author, self.said = author, list[str]()
        author.settings(CONSTANTS + SETTINGS)
        author.write({"content/charts/play.py": CHART, "content/charts/still.py": CHART})
        author.write({"content/directives/own.py": REMARK})
        self.write("The first prose.")
        command = [sys.executable, "-m", "site_builder", "serve", "--port", "0", "--project", str(author.project)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, cwd=author.project, env=environment, stderr=subprocess.PIPE, text=True)
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        self.address = self.heard(r"serving (http://\S+);")[1]

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr:
            self.said.extend(self.process.stderr)  # line by line, as they come

    def write(self, prose: str, name: str = "days") -> None:
        """Replace the chapter, as many editors do: a build that has begun reads the old text or the new one."""
        self.author.write({"content/chapters/.saved": CHAPTER + BODY.format(prose=prose, name=name)})
        chapters = self.author.project / "content/chapters"
        (chapters / ".saved").replace(chapters / "index.md")

    def heard(self, pattern: str, begin: int = 0) -> re.Match[str]:
        """Wait until the terminal shows something, from line ``begin`` on."""
        late = time.monotonic() + WAITS
        while (found := re.search(pattern, "".join(self.said[begin:]))) is None:
            assert time.monotonic() < late, (pattern, "".join(self.said))
            assert self.process.poll() is None, "".join(self.said)
            time.sleep(0.02)
        return found

    def page(self) -> str:
        """Return the page as the preview shows it now."""
        with urllib.request.urlopen(self.address, timeout=WAITS) as answer:
            return str(answer.read().decode())

    def shows(self, *texts: str) -> str:
        """Wait until the page shows some texts, and return it."""
        late = time.monotonic() + WAITS
        while any(text not in (page := self.page()) for text in texts):
            missing = [text for text in texts if text not in page]
            assert time.monotonic() < late, f"{missing} not in {page}\n{''.join(self.said)}"
            time.sleep(0.02)
        return page

    def reports(self, files: dict[str, str | bytes], pattern: str) -> None:
        """Write files with an error, and wait for its report."""
        begin = len(self.said)
        self.author.write(files)
        self.heard(pattern, begin)

    def restore(self, files: dict[str, str | bytes]) -> None:
        """Write files without an error, and wait until none is reported any more."""
        self.reports(files, r"no errors; rebuilt in \d+\.\d s")

    def children(self) -> set[int]:
        """Return the processes that the preview has started, theirs included."""
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has ended
        found, waiting = set[int](), {self.process.pid}
        while waiting:
            waiting = {child for child, parent in parents.items() if parent in waiting}
            found |= waiting
        return found

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal to the preview alone, and return its exit code; no process that it has started goes on."""
        children = self.children()
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        late = time.monotonic() + 10
        while alive := [child for child in children if is_alive(child)]:
            assert time.monotonic() < late, alive
            time.sleep(0.02)
        return code


def is_alive(process: int) -> bool:
    """Return whether a process runs; one that has ended may still be listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def served(author: Author) -> Iterator[Served]:
    """Return a preview of a project of one's own."""
    yield from served_until_end(author)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a preview that several tests share; each leaves its project without errors."""
    project = tmp_path_factory.mktemp("shared")
    with pytest.MonkeyPatch.context() as patch:
        keep_apart(patch, project / "cache")
        for preview in served_until_end(Author(project / "project", cast("Any", None))):
            yield preview
            preview.write("The last prose.")
            ends_while_code_hangs(preview, signal.SIGINT)


def served_until_end(author: Author) -> Iterator[Served]:
    """Yield a preview, and check how it ends."""
    started = Served(author)
    yield started
    if started.process.poll() is None:
        assert started.end() == 0
    started.listener.join(timeout=30)  # no process holds its end of the terminal
    assert not started.listener.is_alive()
    assert "Traceback" not in "".join(started.said)


def chart_with(code: str) -> str:
    """Return the file of a chart whose function does this first; it is line 5."""
    return CHART.replace("    return", f"    {code}\n    return")


ENDS = {
    "import sys; sys.exit(3)": "play.bars failed: SystemExit",
    "raise KeyboardInterrupt": "play.bars failed: KeyboardInterrupt",
    "return bars()": "play.bars failed: RecursionError",
    "import os, signal; os.kill(os.getpid(), signal.SIGKILL)": "play.bars was ended by the system",
    "sum([0] * 10**13)": "play.bars failed: MemoryError",
    "input('Name?')": "play.bars failed: EOFError",
}


def test_code_of_charts_and_directives_ends_nothing(shared: Served) -> None:
    assert shared.page().count("<svg") >= 4
    for code, message in ENDS.items():
        shared.reports(
            {"content/charts/play.py": chart_with(code)}, rf"content/charts/play\.py:[45]:5: error\[chart\]: {message}"
        )
    text = f"import os\n\nos._exit(5)\n{CHART}"
    shared.reports(
        {"content/charts/play.py": text},
        r"content/charts/play\.py:\d+:\d+: error\[chart\]: play\.bars ended its process",
    )
    shared.restore({"content/charts/play.py": CHART})
    for code, message in {"raise SystemExit": "failed: SystemExit", "__import__('os')._exit(6)": "ended its"}.items():
        text = REMARK.replace("    return", f"    {code}\n    return")
        pattern = rf"content/directives/own\.py:[13]:[15]: .*:::remark in content/chapters/index\.md:\d+ {message}"
        shared.reports({"content/directives/own.py": text}, pattern)
        text = f"{code}\n{REMARK}"
        shared.reports(
            {"content/directives/own.py": text},
            rf"content/directives/own\.py(:1:1)?: error\[directive-code\]: own\.py {message}",
        )
    # What it prints, and threads that it leaves, hinder nothing.
    code = "import os, sys, threading, time; print('x' * 100_000); os.write(1, b'y' * 100_000); sys.stderr.write('z')"
    code += "; threading.Thread(target=time.sleep, args=(1e6,)).start()"
    shared.restore({"content/directives/own.py": REMARK, "content/charts/play.py": chart_with(code)})
    shared.write("Prose after all that.")
    assert shared.shows("Prose after all that.").count("<svg") >= 4
    shared.author.write({"content/charts/play.py": CHART})


SLEEPS = "while True: __import__('time').sleep(0.1)"
ENDLESS = f"""from site_builder.explore import slider

n = slider(1, 3)


def picture(n):
    {SLEEPS}
"""


def test_code_that_never_ends_is_stopped_and_named_while_the_other_parts_are_shown(shared: Served) -> None:
    begin = len(shared.said)
    shared.author.settings(f"call_seconds = 2\n{CONSTANTS}{SETTINGS}")
    shared.author.write(
        {
            "content/charts/play.py": chart_with(SLEEPS),
            "content/directives/own.py": REMARK.replace("    return", f"    {SLEEPS}\n    return"),
            "content/explorables/dial.py": ENDLESS,
        }
    )
    shared.write("Prose beside endless code.\n\n:::explore{#dial name=dial}\n:::\n")
    call = r":::remark in content/chapters/index\.md:\d+"
    for pattern in (
        r"content/charts/play\.py:5:5: error\[chart\]: play\.bars ran longer than 2 s",
        rf"content/directives/own\.py:3:5: .*{call} ran longer than 2 s",
        rf"{call} was not called: another call ran longer than 2 s",
        r"content/explorables/dial\.py:7:5: .*picture\(n=1\) ran longer than 2 s",
        "increase 'call_seconds' in site.toml",
    ):
        shared.heard(pattern, begin)
    page = shared.shows("Prose beside endless code.", "Words of a remark.", "Words of another.", "One constant is")
    assert "play.bars ran longer than 2 s" in page
    (shared.author.project / "content/explorables/dial.py").unlink()
    shared.author.settings(CONSTANTS + SETTINGS)
    shared.write("Prose beside code that ends.")
    shared.restore({"content/charts/play.py": CHART, "content/directives/own.py": REMARK})


def ends_while_code_hangs(served: Served, number: int) -> None:
    """Send a signal while a chart is drawn, which would be stopped after 10 s."""
    served.author.write({"content/directives/own.py": REMARK})
    served.author.write({"content/charts/play.py": chart_with(f"open('begun', 'w').close()\n    {SLEEPS}")})
    late = time.monotonic() + WAITS
    while not (served.author.project / "begun").exists():
        assert time.monotonic() < late, "".join(served.said)
        time.sleep(0.02)
    begun = time.monotonic()
    assert served.end(number) == 0
    assert time.monotonic() - begun < 8


def test_an_error_of_one_part_keeps_the_others_live(shared: Served) -> None:
    broken = chart_with("raise ValueError('no bars')")
    begin = len(shared.said)
    shared.author.write({"content/charts/play.py": broken})
    shared.heard(r"content/charts/play\.py:5:5: error\[chart\]: play\.bars failed: ValueError: no bars", begin)
    page = shared.shows("play.bars failed: ValueError: no bars")
    assert '<figure class="figure waiting" id="one">' in page
    assert '<figure class="figure chart" id="two"' in page
    shared.write("Other prose.")
    shared.shows("Other prose.", "no bars")
    shared.write("Other prose.", name="months")
    page = shared.shows("unknown constants.months")
    assert "⚠" in page
    shared.author.write({"content/charts/play.py": CHART})
    shared.write("Good prose.")
    page = shared.shows("Good prose.", '<figure class="figure chart" id="one"')
    assert "⚠" not in page
    shared.heard(r"no errors; rebuilt in \d+\.\d s", begin)
    explorable = (
        "from site_builder.explore import slider\n\nn = slider(1, 3)\n\n\ndef picture(n):\n    raise SystemExit\n"
    )
    # The page may be built before the file that it names is there, while the project has another one.
    shared.author.write({"content/explorables/other.py": explorable.replace("raise SystemExit", 'return "<svg/>"')})
    shared.write("Prose beside a dial.\n\n:::explore{#dial name=dial}\n:::\n\nIt reads ::value[dial.x n=1].")
    shared.heard("unknown explorable 'dial'", begin)
    shared.author.write({"content/explorables/dial.py": explorable})
    page = shared.shows("Prose beside a dial.", "This figure has an error", '<figure class="figure chart" id="one"')
    shared.heard(r"content/explorables/dial\.py", begin)
    (shared.author.project / "content/explorables/other.py").unlink()
    shared.write("Good prose.")
    shared.shows("Good prose.")
    # After an error that affects how the chapter is parsed, the last good page stays.
    shared.write(":::remark\nNever closed, and all that follows")
    shared.heard("close it with a bare", begin)
    assert "Good prose." in shared.page()
    shared.write("Prose without an error.")
    shared.shows("Prose without an error.")


DIAL = """
import builtins

from site_builder.explore import slider

n = slider(1, 3, start=2)
builtins.loaded = getattr(builtins, "loaded", 0) + 1
caption = f"Loaded {builtins.loaded} times in its process."


def called(part):
    with open("called.txt", "a") as calls:
        calls.write(part)
    return part


def numbers(n):
    return {"double": 2 * n, "part": called("numbers ")}


def picture(n):
    return f"<svg viewBox='0 0 9 9'><rect class='{called('picture ')}' width='{n}'/></svg>"


sentence = "It reads {double} in {part}."
"""


def test_only_changed_parts_of_an_edited_explorable_are_evaluated(shared: Served) -> None:
    dial, calls = "content/explorables/dial.py", shared.author.project / "called.txt"
    shared.author.write({dial: DIAL})
    shared.write("Prose beside a dial.\n\n:::explore{#dial name=dial}\n:::\n")
    shared.shows("It reads 4 in numbers", "Loaded 1 times")
    late = time.monotonic() + WAITS
    while "explorable-coming" in shared.page():
        assert time.monotonic() < late
    before = calls.read_text()
    assert {"numbers", "picture"} == set(before.split())
    for words in ("It tells", "It says"):  # the process of the first version has imported what the others need, no more
        shared.author.write({dial: DIAL.replace("It reads", words)})
        assert "explorable-coming" not in shared.shows(f"{words} 4 in numbers", "Loaded 1 times")
    shared.reports({dial: DIAL.replace("{double}", "{treble}")}, r"dial\.py:\d+.*treble")
    shared.restore({dial: DIAL.replace("It reads", "It says")})
    shared.shows("It says 4 in numbers", "Loaded 1 times")
    assert calls.read_text() == before
    shared.author.write({dial: DIAL.replace("class='", "id='a' class='")})
    shared.shows("It reads 4 in numbers", 'id="')
    late = time.monotonic() + WAITS
    while calls.read_text().count("picture") == before.count("picture"):
        assert time.monotonic() < late
    assert calls.read_text().count("numbers") == before.count("numbers")


def test_a_build_with_an_error_in_one_part_publishes_nothing(author: Author) -> None:
    author.settings(SETTINGS)
    author.write({"content/charts/play.py": chart_with("raise SystemExit(0)"), "content/charts/still.py": CHART})
    author.chapter(":::chart{#one name=bars}\n:::\n\n:::chart{#two name=still}\n:::\n")
    outcome = author.build()
    assert (outcome.code, outcome.codes()) == (1, ["chart"])
    assert outcome.problems[0]["line"] == 5
    assert not outcome.site.exists()


def test_saves_after_the_content_was_moved_away_are_shown(served: Served) -> None:
    project = served.author.project

    def replaced(name: str) -> None:
        subprocess.run(["cp", "-r", name, f"{name}.copy"], cwd=project, check=True)
        (project / name).rename(project / f"{name}.old")
        (project / f"{name}.copy").rename(project / name)

    (project / "content").rename(project / "away")
    time.sleep(0.3)
    (project / "away").rename(project / "content")
    served.write("After it was away.")
    served.shows("After it was away.")
    replaced("content")
    served.write("After a copy.")
    served.shows("After a copy.")
    settings = project / "content" / "site.toml"
    text = settings.read_text()
    begin = len(served.said)
    settings.unlink()
    served.heard(r"content/site\.toml", begin)
    settings.write_text(text)
    served.heard(r"no errors; rebuilt in", begin)
    copy = project.with_name("copy")
    subprocess.run(["cp", "-r", str(project), str(copy)], check=True)
    project.rename(project.with_name("old"))
    copy.rename(project)
    served.author.write({"content/charts/play.py": chart_with("open('title.txt').read()"), "title.txt": "here"})
    served.write("After the project was replaced.")
    assert served.shows("After the project was replaced.").count("<svg") >= 4
    (project / "static" / "css" / "trial").mkdir(parents=True)
    ends_while_code_hangs(served, signal.SIGHUP)
