import re
import tomllib
from pathlib import Path

import pytest

import solver.datasets.fill  # noqa: F401  registers all
from solver.datasets.contract import DATASETS
from solver.datasets.plan import FIRST, LARGE, MODULE_ORDER, WORK, WORK_OF_RECORDS, Plan, place_of
from solver.datasets.records import computed, is_computed_again

CONTENT = Path(__file__).parents[3] / "content"
CHAPTER = "solver.datasets.{}.module".format
MODULES = {
    "values-maxi": CHAPTER("advisor"),
    "theta_frontier": CHAPTER("risk"),
    "score_parts": CHAPTER("perfect"),
    "score_curve": CHAPTER("perfect"),
    "rough-endings": CHAPTER("advisor"),
    "rolls": CHAPTER("solving"),
    "half_way_curves": CHAPTER("title"),
    "sample_games": CHAPTER("title"),
    "decision_examples": CHAPTER("title"),
}


def test_data_sets_of_the_title_page_and_the_first_chapter_come_first():
    """The numbers of these pages, and what their figures read, however the modules are arranged."""
    settings = tomllib.loads((CONTENT / "site.toml").read_text())
    waited: set[str] = set()
    for name in settings["chapters"][:2]:
        chapter = (CONTENT / "chapters" / name).read_text()
        names = re.findall(r"^:::widget\{#\S+ name=(\S+)\}", chapter, re.M)
        figures = [settings["widgets"][figure] for figure in names]
        text = "".join([chapter, *(figure["alt"] for figure in figures)])
        waited |= set(re.findall(r"(?:::value\[|\\value\{)([a-z_]+)\.", text)) - set(settings["constants"])
        waited = waited.union(*(figure.get("data", []) + figure.get("files", []) for figure in figures))
    assert {"prices", "values-scandinavian", "sample_games", "game-curves"} <= waited
    plan = Plan({name: dataset.module for name, dataset in DATASETS.items()})
    made = []
    for _ in FIRST:
        made.append(str(plan.next(takes_large=False)))
        plan.finish(made[-1])
    assert waited & set(DATASETS) <= set(made) == set(FIRST)


@pytest.mark.parametrize(
    ("takes_large", "large"),
    [(False, []), (True, ["score_curve", "rough-endings", "values-maxi"])],
)
def test_the_first_chapter_and_the_title_come_first_then_large_sets_beside_the_other_chapters(takes_large, large):
    plan = Plan(MODULES)
    made = []
    while (name := plan.next(takes_large)) is not None:
        made.append(name)
        plan.finish(name)
    first = ["decision_examples", "sample_games", "half_way_curves"]
    assert made == [*first, *large, "rolls", "score_parts", "theta_frontier"]
    assert plan.total == sum(WORK.get(name, 1) for name in MODULES)


def test_sets_of_a_module_in_work_wait_as_long_as_there_are_others():
    plan = Plan({name: CHAPTER("solving") for name in ("rolls", "counter")} | {"score_parts": CHAPTER("perfect")})
    assert [plan.next(takes_large=False) for _ in range(3)] == ["counter", "score_parts", "rolls"]
    plan = Plan({name: CHAPTER("solving") for name in ("rolls", "counter")} | {"score_parts": CHAPTER("perfect")})
    plan.finish(str(plan.next(takes_large=False)))
    assert plan.next(takes_large=False) == "rolls"


def test_records_that_are_computed_come_before_shorter_sets_of_their_chapter():
    names = ("dial_verdict", "best_percentiles", "dial_loss")
    plan = Plan({name: CHAPTER("targets") for name in names}, WORK | WORK_OF_RECORDS)
    assert plan.next(takes_large=False) == "dial_loss"
    assert plan.total == WORK_OF_RECORDS["dial_loss"] + 2


def test_a_stopped_plan_returns_no_more_sets():
    plan = Plan(MODULES)
    plan.stop()
    assert plan.next(takes_large=True) is None


def test_every_package_with_data_sets_has_a_place():
    assert {name for name, dataset in DATASETS.items() if place_of(dataset.module)[0] == len(MODULE_ORDER)} == set()
    assert set(WORK) | set(LARGE) | set(FIRST) <= set(DATASETS)
    assert set(WORK_OF_RECORDS) <= {name for name in computed() if is_computed_again(DATASETS[name])}
