"""Charts drawn in another process equal those drawn here, and so do their errors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

import pyarrow as pa
import pytest

from site_builder.charts.draw import draw_specification
from site_builder.charts.worker import PROCESS, Order, draw_in_worker, specification
from site_builder.data.files import TableFile
from site_builder.drawing.processes import ROOT, AuthorProcess, call, start_worker, worker_environment
from site_builder.problems.problem import SiteError

CHARTS = """
import os

import altair as alt


def curve(tides):
    print("said to the terminal")
    with open("title.txt") as stream:
        title = stream.read()
    return alt.Chart(tides, title=title).mark_line().encode(x="hour:Q", y="height:Q")


def wrong(tides):
    return tides["depth"]


def gone(tides):
    os._exit(7)
"""


@pytest.fixture
def order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Order:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "title.txt").write_text("A day of tides")
    (tmp_path / "content/charts").mkdir(parents=True)
    (tmp_path / "content/charts/water.py").write_text(CHARTS)
    with pa.ipc.new_file(
        str(tmp_path / "tides.arrow"), pa.schema({"hour": pa.int64(), "height": pa.float64()})
    ) as sink:
        sink.write_table(pa.table({"hour": [0, 6, 12], "height": [1.0, 3.5, 1.25]}))
    return Order("water.curve", tmp_path, {"tides": TableFile(tmp_path / "tides.arrow")}, 10)


def test_charts_and_errors_of_another_process_are_the_same(order: Order, capfd: pytest.CaptureFixture[str]) -> None:
    wrong = replace(order, function="water.wrong")
    PROCESS.end()  # its errors would go to where they went for another test
    assert draw_in_worker([]) == []
    drawn, failed, again = draw_in_worker([order, wrong, order])
    here = draw_specification(specification(order, {}))
    assert drawn.result() == again.result() == here
    with pytest.raises(SiteError) as there:
        failed.result()
    with pytest.raises(SiteError) as mine:
        specification(wrong, {})
    assert there.value.problems == mine.value.problems
    assert (there.value.problems[0].path, there.value.problems[0].line) == ("content/charts/water.py", 15)
    assert there.value.message.startswith("water.wrong failed: KeyError")
    assert capfd.readouterr().err.count("said to the terminal") == 2


def test_an_error_without_a_line_of_the_author_is_placed_at_the_function(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as caught:
        call(partial(int, "x"), "water.curve", tmp_path, ("content/charts/water.py", 22), "chart")
    (problem,) = caught.value.problems
    assert (problem.path, problem.line) == ("content/charts/water.py", 22)


def test_a_chart_that_ends_the_process_fails_and_the_others_are_drawn(order: Order) -> None:
    first, gone, last = draw_in_worker([order, replace(order, function="water.gone"), order])
    with pytest.raises(SiteError, match=r"water\.gone ended its process with exit code 7"):
        gone.result()
    assert first.result() == last.result()


WAITS = """
import sys


def main():
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_an_interrupt_ends_a_worker_without_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "waits.py").write_text(WAITS)
    with start_worker("waits", {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        assert process.wait() == -signal.SIGINT
    assert capfd.readouterr().err == ""


def test_processes_and_pipes_are_closed_at_exit(tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(WAITS)
    code = "from site_builder.drawing.processes import AuthorProcess\none = AuthorProcess('waits')\none.start()"
    environment = {**worker_environment(), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], env=environment, capture_output=True, check=True)
    assert done.stderr == b""


FORKS = """
import os
import time

from site_builder.drawing.processes import answer_questions


def answer(question, send):
    if (child := os.fork()) == 0:
        time.sleep(60)
        os._exit(0)
    send(child)


def main():
    answer_questions(answer)
"""


def test_a_process_is_ended_while_children_of_its_code_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "forks.py").write_text(FORKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = AuthorProcess("forks")
    (child,) = process.ask(None)
    ending = Thread(target=process.end, daemon=True)
    ending.start()
    ending.join(20)
    is_waiting = ending.is_alive()
    os.kill(child, signal.SIGKILL)
    assert not is_waiting
