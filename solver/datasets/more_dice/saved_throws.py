"""Data sets on saved throws, and on rulesets side by side; what takes minutes to solve is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.rules.games import find_ruleset
from solver.solving.solution import find_solution
from solver.studies.saved_throws import bound_of_layer, worth_of_throws

SAVING, SAVING_MAXI = "scandinavian-saved", "maxi-saved"
House = tuple[str, Mapping[str, str]]
HOUSES: tuple[House, ...] = (
    ("maxi", {"bonus": "50"}),
    ("maxi", {"bonus": "50", "threshold": "75"}),
    ("maxi", {"full_straight": "30"}),
    ("scandinavian-saved", {"five_of_a_kind_is_full_house": "true"}),
    ("scandinavian-saved", {"four_of_a_kind_is_two_pairs": "true"}),
    ("maxi-saved", {}),
)


@table(rules=SAVING)
def saved_throw_worth(workshop: Workshop) -> pd.DataFrame:
    """Tell what one more saved throw is worth in Scandinavian Yatzy; one row per filled boxes and saved throws in hand.

    The worth is the difference of two values of one scorecard. Mean, smallest and largest are over all reachable
    scorecards of so many filled boxes, a scorecard being the set of its filled boxes and its upper total, capped at
    the threshold; each counts once, however often it is played.

    Columns
    -------
    ruleset : str
        Ruleset.
    filled : int, boxes
        Boxes filled before this turn.
    saved : int, throws
        Saved throws already in hand; with n boxes filled there can be at most 2 n, so one more can be had up to
        2 n - 1.
    mean : float, points
        Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest : float, points
        Smallest such number.
    largest : float, points
        Largest such number.
    scorecards : int, scorecards
        Reachable scorecards with so many filled boxes.
    error_bound : float, points
        How far a number can be off: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING)


@recorded_table(rules=SAVING_MAXI)
def maxi_saved_worth(workshop: Workshop) -> pd.DataFrame:
    """Tell what one more saved throw is worth in Maxi Yatzy; one row per filled boxes and saved throws in hand.

    As in saved_throw_worth. Values are kept in float32, so a difference is a multiple of their step: 2^-15 points
    from 256 points on.

    Columns
    -------
    ruleset : str
        Ruleset.
    filled : int, boxes
        Boxes filled before this turn.
    saved : int, throws
        Saved throws already in hand; with n boxes filled there can be at most 2 n, so one more can be had up to
        2 n - 1.
    mean : float, points
        Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest : float, points
        Smallest such number.
    largest : float, points
        Largest such number.
    scorecards : int, scorecards
        Reachable scorecards with so many filled boxes.
    error_bound : float, points
        How far a number can be off: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING_MAXI)


def worth_frame(rules: str) -> pd.DataFrame:
    """Return what one more saved throw is worth, by filled boxes and saved throws."""
    solution = find_solution(find_ruleset(rules))[0]
    frame = pd.DataFrame([asdict(worth) for worth in worth_of_throws(solution.game, solution.values)])
    frame.insert(0, "ruleset", rules)
    return frame.assign(error_bound=[2 * bound_of_layer(solution, n_filled) for n_filled in frame["filled"].tolist()])


@recorded_table()
def rulesets_recorded(workshop: Workshop) -> pd.DataFrame:
    """Put the start values of rulesets that take long to solve side by side; one row per ruleset and house rules.

    Columns
    -------
    ruleset : str
        Ruleset.
    options : str
        House rules as given to --option, comma between them; "default" for none.
    n_dice : int, dice
        Dice thrown.
    boxes : int, boxes
        Boxes to fill.
    states : int, states
        Reachable states.
    start_value : float, points
        Expected final score of perfect play.
    error_bound : float, points
        How far the start value can be off.
    largest : int, points
        Largest final score, with all bonuses.
    """
    return compare(HOUSES)


def compare(houses: Iterable[House]) -> pd.DataFrame:
    """Return the start values of rulesets with their house rules."""
    rows = []
    for rules, options in houses:
        solution = find_solution(find_ruleset(rules, options))[0]
        rows.append(
            {
                "ruleset": rules,
                "options": ",".join(f"{name}={value}" for name, value in options.items()) or "default",
                "n_dice": solution.game.ruleset.n_dice,
                "boxes": solution.game.ruleset.n_categories,
                "states": solution.game.space.n_states,
                "start_value": solution.start_value,
                "error_bound": solution.error_bound,
                "largest": solution.game.best_final_score,
            }
        )
    return pd.DataFrame(rows)
