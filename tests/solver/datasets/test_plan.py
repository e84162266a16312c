import pytest

import solver.datasets.fill  # noqa: F401  registers all
from solver.datasets.contract.registry import DATASETS
from solver.datasets.plan import LARGE, ROOMS, WORK, Plan, chapter_of

CHAPTER = "solver.datasets.{}.module".format
MODULES = {
    "values-maxi": CHAPTER("advisor"),
    "theta_frontier": CHAPTER("risk"),
    "score_parts": CHAPTER("perfect"),
    "score_curve": CHAPTER("perfect"),
    "win_rates": CHAPTER("targets"),
    "rolls": CHAPTER("geometry"),
    "sample_games": CHAPTER("title"),
    "decision_examples": CHAPTER("geometry"),
}


@pytest.mark.parametrize(
    ("takes_large", "order"),
    [
        (False, "decision_examples sample_games rolls score_curve score_parts theta_frontier"),
        (True, "decision_examples sample_games rolls win_rates values-maxi score_curve score_parts theta_frontier"),
    ],
)
def test_the_first_page_and_chapter_come_first_then_large_sets_beside_the_other_chapters(takes_large, order):
    plan = Plan(MODULES)
    made = []
    while (name := plan.next(takes_large)) is not None:
        made.append(name)
    assert made == order.split()
    assert plan.total == sum(WORK.get(name, 1) for name in MODULES)


def test_a_plan_that_is_stopped_gives_out_no_more():
    plan = Plan(MODULES)
    plan.stop()
    assert plan.next(takes_large=True) is None


def test_every_room_that_makes_data_sets_has_its_place():
    assert {name for name, dataset in DATASETS.items() if chapter_of(dataset.module) == len(ROOMS)} == set()
    assert set(WORK) | set(LARGE) <= set(DATASETS)
