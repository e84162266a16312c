"""Data sets on the last turns, where a score to beat changes what is best."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.advising.choices import choices
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import perfect_visits
from solver.datasets.targets.chances import targets_of
from solver.game.dice import dice_text
from solver.solving.objectives import TIE
from solver.targets.last_turns import WayToPlay, last_box_turn

TARGET = 162  # final score of the worked example
CATEGORY, DICE = "chance", (2, 2, 2, 3, 3)
MOST_BOXES = 3
N_SEEN = 12  # of the most visited states are looked at for each number of open boxes
N_TOLD = 2  # of them are told


@table(target=TARGET, category=CATEGORY, dice=dice_text(DICE))
def worked_example(workshop: Workshop) -> pd.DataFrame:
    """Tell what each option is worth in the last turn for a target; one row per throws in hand, points so far, option.

    Only Chance is open and the dice show 2-2-2-3-3. The bonus is among the points so far.

    Columns
    -------
    rerolls : int, throws
        Throws in hand.
    points_so_far : int, points
        Points already written.
    needed : int, points
        Points that Chance must give to reach the target.
    action : str
        keep or score.
    keep : str
        The dice kept; empty for none, and where the roll is scored.
    probability : float, probability
        Of reaching the target by this option and best play after it.
    is_best : bool
        Whether no option has a larger probability.
    """
    game = workshop.game
    place = game.ruleset.category_names.index(CATEGORY)
    points = game.points_of_roll[:, place]
    roll = game.lattice.index_of_keep[DICE] - game.lattice.first_roll
    rows = [
        (
            rerolls,
            TARGET - needed,
            needed,
            option.action,
            dice_text(option.dice),
            option.value,
            option.regret <= TIE,
        )
        for rerolls in range(1, game.ruleset.n_rerolls + 1)
        for needed in range(points.min(), points.max() + 1)
        for option in choices(last_box_turn(game, CATEGORY, needed), roll, rerolls)
    ]
    columns = ["rerolls", "points_so_far", "needed", "action", "keep", "probability", "is_best"]
    return pd.DataFrame(rows, columns=columns)


@table(looked_at=N_SEEN, told=N_TOLD)
def last_turns(workshop: Workshop) -> pd.DataFrame:
    """Tell the chance of winning against a friend who has finished; one row per state and way to play.

    Of the states that perfect play comes to most often with one, two and three boxes open, those are told where the
    best play for the win gains most on perfect play, each with the number of points needed for which it does.

    Columns
    -------
    boxes : int, categories
        Open boxes.
    open : str
        Their categories.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    visits : float, probability
        That a perfect game comes to this state.
    needed : int, points
        Points that must still come to win; a bonus that is already earned is counted as written.
    way : str
        best: plays for the win; optimal: for the largest expected score; greedy: for the points of the turn.
    probability : float, probability
        Of winning.
    """
    game, solution = workshop.game, workshop.solution
    ruleset = game.ruleset
    ways = {
        "optimal": WayToPlay(game, solution.value_of_state),
        "greedy": WayToPlay(game, np.zeros_like(solution.value_of_state)),
    }
    rows = []
    for boxes in range(1, MOST_BOXES + 1):
        for filled, total, visits, needed, best in told_states(workshop, ways["optimal"], boxes):
            names = [name for place, name in enumerate(ruleset.category_names) if not filled >> place & 1]
            chances = {"best": best} | {way: play.chance_of(filled, total, needed) for way, play in ways.items()}
            open_points = needed - ruleset.bonus_at(total)
            rows += [
                (boxes, " ".join(names), total, visits, open_points, way, chance) for way, chance in chances.items()
            ]
    return pd.DataFrame(rows, columns=["boxes", "open", "upper_total", "visits", "needed", "way", "probability"])


def told_states(workshop: Workshop, optimal: WayToPlay, boxes: int) -> list[tuple[int, int, float, int, float]]:
    """Return filled categories, upper total, visits, points needed and best chance of the states that are told."""
    targets, n_filled = workshop.once(targets_of), workshop.ruleset.n_categories - boxes
    found = []
    for filled, total, visits in most_visited(workshop, n_filled):
        to_come = optimal.prob_to_come(filled, total)
        needed = np.arange(1, len(to_come))
        best = targets.probability(np.full_like(needed, filled), np.full_like(needed, total), -needed)
        gain = best - np.cumsum(to_come[::-1])[::-1][1:]
        most = int(np.argmax(gain))
        found.append((float(gain[most]), (filled, total, visits, int(needed[most]), float(best[most]))))
    return [state for _gain, state in sorted(found, reverse=True)[:N_TOLD]]


def most_visited(workshop: Workshop, n_filled: int) -> list[tuple[int, int, float]]:
    """Return filled categories, upper total and visits of the states that perfect play comes to most often."""
    space = workshop.game.space
    visits = np.zeros(space.reachable_slots.shape)
    visits[space.reachable_slots] = perfect_visits(workshop)
    visits[space.n_filled_of_set != n_filled] = 0.0
    order = np.argsort(-visits, axis=None, kind="stable")[:N_SEEN]
    return [(int(slot // space.n_totals), int(slot % space.n_totals), float(visits.flat[slot])) for slot in order]
