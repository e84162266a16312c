"""The tutorial, followed step by step: what each step makes is what its text says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.handbook.conftest import HANDBOOK, STEPS, Build, Built, plain

# Files that the handbook itself uses, by the step in which the reader writes them.
SHARED = {1: "data/waits.py", 2: "content/charts/waits.py", 3: "content/explorables/counter.py"}


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory, build: Build) -> dict[int, Built]:
    """Follow the tutorial in one folder, and build it after each step."""
    project = tmp_path_factory.mktemp("tutorial") / "waiting"
    built = {}
    for number, step in enumerate(STEPS, start=1):
        shutil.copytree(step, project, dirs_exist_ok=True)
        if number in SHARED:
            file = project / SHARED[number]
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(HANDBOOK / SHARED[number], file)
        built[number] = build(project)
    return built


def test_no_step_has_a_problem(steps: dict[int, Built]) -> None:
    assert {number: built.result.problems for number, built in steps.items()} == dict.fromkeys(range(1, 6), ())


def test_the_first_binds_a_number(steps: dict[int, Built]) -> None:
    assert "When the counter is busy 80% of the time, you wait 12 minutes." in plain(steps[1].words("index"))


def test_the_second_has_a_chart(steps: dict[int, Built]) -> None:
    assert "<figure" not in steps[1].page("index")
    assert figure(steps[2], "curve").count("<svg") == 2
    assert "In Figure 1 the line bends upwards: at 95% the wait is 57 minutes." in plain(steps[2].words("index"))


def test_the_third_moves(steps: dict[int, Built]) -> None:
    (counter,) = steps[3].result.report["explorables"]
    assert counter["name"] == "counter"
    assert {part: weight["states"] for part, weight in counter["parts"].items()} == {
        "numbers": 19,
        "sentence": 19,
        "picture wide": 19,
        "picture narrow": 19,
    }
    assert "At a load of 80% you wait 12.0 minutes on average." in plain(figure_words(steps[3], "counter"))
    assert "embed/index-counter.html" in steps[3].result.files


def test_the_fourth_tells_in_steps(steps: dict[int, Built]) -> None:
    assert "step-still" not in steps[3].page("index")
    day = figure(steps[4], "day")
    assert day.count('class="step-still') == 3
    assert re.findall(r"<strong>(Early|Before noon|Late)\.</strong>", day) == ["Early", "Before noon", "Late"]


def test_the_fifth_is_ready_for_the_web(steps: dict[int, Built]) -> None:
    added = steps[5].result.files.keys() - steps[4].result.files.keys()
    assert {"sitemap.xml", "404.html"} <= added
    assert '<link rel="canonical" href="https://you.github.io/waiting/">' in steps[5].page("index")
    workflow = (steps[5].project / "workflows/site.yml").read_text(encoding="utf-8")
    assert "site-builder build --format github" in workflow


def figure(built: Built, identifier: str) -> str:
    """Return the markup from the start of a figure to the next heading or the end; nothing if it is not there."""
    page = built.page("index")
    start = page.find(f'id="{identifier}"')
    return page[start:] if start >= 0 else ""


def figure_words(built: Built, identifier: str) -> str:
    """Return the words of a figure."""
    return re.sub(r"<[^>]+>", " ", figure(built, identifier)).replace(" .", ".")


def test_the_folders_are_the_steps() -> None:
    assert [Path(step).name for step in STEPS] == ["1-number", "2-chart", "3-explorable", "4-steps", "5-publish"]
