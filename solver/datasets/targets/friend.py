"""Data sets on the last turns against a friend who has finished: by the points that are needed, and two decisions."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.advising.choices import Choice, choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.targets.chances import targets_of
from solver.datasets.targets.last_turns import MOST_BOXES, told_states
from solver.game.dice import dice_text
from solver.targets.advice import target_turn
from solver.targets.last_turns import WayToPlay

DIGITS = 6
SETTLED = 5e-5  # chances this close to 0 or 1 are not told
# Decisions of last_turns where perfect play for the mean costs most: open boxes, points needed, dice, throws in hand.
DECISIONS = (
    (("three_of_a_kind", "yatzy"), 16, (3, 4, 5, 5, 6), 2),
    (("one_pair", "large_straight", "yatzy"), 11, (1, 3, 5, 5, 6), 0),
)


@table(digits=DIGITS, settled=SETTLED)
def friend_lead(workshop: Workshop) -> pd.DataFrame:
    """Tell the chance of winning in the states of last_turns, rounded; one row per state and points needed.

    Columns
    -------
    boxes : int, categories
        Open boxes.
    open : str
        Their categories.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    needed : int, points
        Points that must still come to win; a bonus that is already earned is counted as written.
    best : float, probability
        Of winning by the best play for the win.
    optimal : float, probability
        By play for the largest expected score.
    greedy : float, probability
        By play for the points of the turn.
    """
    game, solution, targets = workshop.game, workshop.solution, workshop.once(targets_of)
    optimal = WayToPlay(game, solution.value_of_state)
    greedy = WayToPlay(game, np.zeros_like(solution.value_of_state))
    frames = []
    for boxes in range(1, MOST_BOXES + 1):
        for filled, total, *_rest in told_states(workshop, optimal, boxes):
            needed = np.arange(len(optimal.prob_to_come(filled, total)))
            best = targets.probability(np.full_like(needed, filled), np.full_like(needed, total), -needed)
            names = [name for place, name in enumerate(game.ruleset.category_names) if not filled >> place & 1]
            chances = {
                "best": best,
                "optimal": np.cumsum(optimal.prob_to_come(filled, total)[::-1])[::-1],
                "greedy": np.cumsum(greedy.prob_to_come(filled, total)[::-1])[::-1],
            }
            columns = {
                "boxes": boxes,
                "open": " ".join(names),
                "upper_total": total,
                "needed": needed - game.ruleset.bonus_at(total),
            }
            frame = pd.DataFrame(columns | {way: chance.round(DIGITS) for way, chance in chances.items()})
            frames.append(frame[(frame["best"] > SETTLED) & (frame["greedy"] < 1.0 - SETTLED)])
    return pd.concat(frames, ignore_index=True)


@table()
def friend_moves(workshop: Workshop) -> pd.DataFrame:
    """Compare the move for the win with that for the mean in two decisions; one row per decision and way to play.

    The bonus is earned, and counted as written.

    Columns
    -------
    open : str
        Open boxes.
    needed : int, points
        Points that must still come to win.
    dice : str
        The dice on the table.
    rerolls : int, throws
        Throws in hand.
    way : str
        best: for the win; optimal: for the largest expected score.
    action : str
        keep or score.
    keep : str
        The dice kept; empty where the roll is scored.
    category : str
        The box filled; empty where dice are kept.
    probability : float, probability
        Of winning by this move and best play for the win after it.
    """
    game, ruleset = workshop.game, workshop.ruleset
    rows = []
    for names, needed, dice, rerolls in DECISIONS:
        filled = sum(1 << place for place, name in enumerate(ruleset.category_names) if name not in names)
        total = ruleset.threshold
        roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
        goal = target_turn(workshop.once(targets_of), filled, total, -needed - ruleset.bonus_at(total))
        mean = solve_turn(game, filled, total, workshop.solution.value_of_state)
        for_win, for_mean = choices(goal, roll, rerolls), max(choices(mean, roll, rerolls), key=value_of)
        for way, move in (("best", max(for_win, key=value_of)), ("optimal", for_mean)):
            chance = next(value_of(option) for option in for_win if same_move(option, move))
            row = (" ".join(names), needed, dice_text(dice), rerolls, way, move.action, dice_text(move.dice))
            rows.append((*row, move.category, chance))
    columns = ["open", "needed", "dice", "rerolls", "way", "action", "keep", "category", "probability"]
    return pd.DataFrame(rows, columns=columns)


def value_of(option: Choice) -> float:
    """Return what an option is worth."""
    return option.value


def same_move(option: Choice, other: Choice) -> bool:
    """Return whether two options do the same."""
    return (option.action, option.dice, option.category) == (other.action, other.dice, other.category)
