"""The preview shows the opening state of an explorable at once, and the others when they are drawn."""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import Event

import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.preview.rebuild import Rebuilder
from tests.site_builder.conftest import Make, keep_apart

WAITS = 60
PORT = """
import time
from pathlib import Path

from site_builder.explore import slider

depth = slider(1, 3, start=2, label="Depth")
sentence = "The water is {depth} m deep."


def picture(depth):
    while depth != 2 and not Path(GATE).exists():
        time.sleep(0.01)
    return f'<svg viewBox="0 0 9 9"><rect width="{depth}"/></svg>'


def numbers(depth):
    return {"keel": 2 * depth}
"""
CHAPTER = """# Tides

:::explore{#port name=port}
:::

At ::scrub[2]{figure=port of=depth} m the keel is at ::readout{figure=port of=keel} m,
at most ::value[port.keel depth=3] m. ::set[Deep]{figure=port depth=3}. ::concept[Spring]{spring-tide}

:::chart{#heights name=heights}
:::

:::widget{#boat name=boat}
:::
"""


def test_the_opening_is_shown_first_and_the_rest_follows(
    make_project: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_apart(monkeypatch, tmp_path / "cache")
    gate = tmp_path / "gate"
    code = PORT.replace("GATE", repr(str(gate)))
    files = {"content/explorables/port.py": code, "content/chapters/tides.md": CHAPTER}
    rebuilder, news = Rebuilder(make_project(files=dict(files)), lambda sentence: None), Event()
    rebuilder.on_news(news.set)
    try:
        shown = rebuilder.build()
        assert shown.problems == (), shown.problems
        page = shown.files["tides.html"].decode()
        # Those of the numbers do not count.
        assert "The opening state; 0 of 3 states are drawn." in page
        assert "The water is 2 m deep." in page
        assert ">4</span>" in page
        assert "…" in page[page.index("at most") : page.index("at most") + 80]
        assert ">6</data>" not in page
        assert 'class="scrub"' not in page
        gate.touch()
        while "explorable-coming" in page:
            assert news.wait(WAITS)
            news.clear()
            shown = rebuilder.build()
            assert shown.problems == (), shown.problems
            page = shown.files["tides.html"].decode()
        assert 'class="scrub"' in page
        assert ">6</data> m" in page
    finally:
        rebuilder.background.stop()


def test_an_explorable_waits_for_its_data(make_project: Make, memo: Memo) -> None:
    project = make_project("explore-good")
    shutil.rmtree(project / "build")
    result = build_files(project, memo, complete=False, is_unfinished=True)
    assert result.errors == ()
    page = result.files["tides.html"].decode()
    assert '<figure class="figure waiting" id="port">' in page
    assert "This figure waits for tides." in page
    assert result.asked["tides.html"]["tides"] is False


def test_a_mistake_behind_the_opening_is_told(
    make_project: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_apart(monkeypatch, tmp_path / "cache")
    code = PORT.replace("while depth != 2 and not Path(GATE).exists():", "if depth == 3:").replace(
        "time.sleep(0.01)", 'raise ValueError("too deep")'
    )
    files = {"content/explorables/port.py": code, "content/chapters/tides.md": CHAPTER}
    rebuilder, news = Rebuilder(make_project(files=dict(files)), lambda sentence: None), Event()
    rebuilder.on_news(news.set)
    try:
        shown = rebuilder.build()
        while not shown.problems:
            assert news.wait(WAITS)
            news.clear()
            shown = rebuilder.build()
        assert len(shown.problems) == 1, shown.problems
        problem = shown.problems[0]
        assert "picture(depth=3) failed: ValueError: too deep" in problem.message
        assert (problem.path, problem.line) == ("content/explorables/port.py", 13)
    finally:
        rebuilder.background.stop()
