"""Data sets on solving the game backwards: one die, one box left, one turn; the layers are in ``solving_layers``."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.advising.turn import max_sweep, mean_sweep, solve_turn
from solver.arrays import Floats, Ints
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import KeepLattice, dice_text
from solver.game.game import Game
from solver.rules.scoring import FACES
from solver.solving.objectives import TIE

CHANCE_ROLL = (2, 4, 4, 5, 6)


@table()
def one_die(workshop: Workshop) -> pd.DataFrame:
    """Solve the smallest game there is: one die, a few throws, and its face is the score; one row per throws allowed.

    Columns
    -------
    throws : int, throws
        Throws allowed, the first included.
    value : float, points
        Mean of the face that is left lying under best play.
    all_dice : float, points
        The same for all dice of the game, each played by itself.
    keep_from : int, points
        Lowest face worth keeping after the first of these throws.
    """
    rows, value = [], 0.0
    for throws in range(1, workshop.game.ruleset.n_rerolls + 2):
        keep_from = min(face for face in FACES if face >= value)
        value = sum(max(float(face), value) for face in FACES) / len(FACES)
        rows.append(
            {
                "throws": throws,
                "value": value,
                "all_dice": value * workshop.game.ruleset.n_dice,
                "keep_from": keep_from,
            }
        )
    return pd.DataFrame(rows)


def spread_of_last_box(game: Game, place: int) -> tuple[Floats, Floats]:
    """Return the points a box can bring and the chance of each when it is the only one open and played for the mean.

    The chances are float64[n_rerolls + 1, n_points], before the first throw, by the number of rerolls. Of equal
    options scoring goes first, then the keep that comes first in lexicographic order.
    """
    lattice, points_of_roll = game.lattice, game.points_of_roll[:, place]
    points = np.unique(np.append(points_of_roll, 0))
    chances = np.zeros((lattice.n_keeps, len(points)))
    chances[lattice.first_roll :] = points_of_roll[:, None] == points
    spread = []
    for _ in range(game.ruleset.n_rerolls + 1):
        mean_sweep(lattice, chances)
        spread.append(chances[0].copy())
        chances[lattice.first_roll :] = chances[best_keeps(lattice, chances @ points, points_of_roll)]
    return points.astype(float), np.array(spread)


def best_keeps(lattice: KeepLattice, value_of_keep: Floats, points_of_roll: Ints) -> list[int]:
    """Return for every roll the keep of the best choice; the roll itself for scoring it."""
    best = []
    for roll, keeps in enumerate(lattice.choices_of_roll):
        choice, value = lattice.first_roll + roll, float(points_of_roll[roll])
        for keep in keeps:
            if value_of_keep[keep] > value + TIE:
                choice, value = keep, float(value_of_keep[keep])
        best.append(choice)
    return best


@table()
def last_box(workshop: Workshop) -> pd.DataFrame:
    """Tell what a box is worth when it is the last one open and the bonus is settled; one row per box and rerolls.

    Columns
    -------
    category : str
        The open box.
    rerolls : int, throws
        Throws after the first.
    mean : float, points
        Mean points that the box brings under best play, before the first throw.
    chance : float, probability
        Chance that it brings any points.
    """
    rows = []
    for place, category in enumerate(workshop.game.ruleset.category_names):
        points, spread = spread_of_last_box(workshop.game, place)
        rows += [
            {
                "category": category,
                "rerolls": rerolls,
                "mean": float(chances @ points),
                "chance": float(chances[points > 0].sum()),
            }
            for rerolls, chances in enumerate(spread)
        ]
    return pd.DataFrame(rows)


@table()
def last_box_points(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely each number of points is when one box is open; one row per box, rerolls and points.

    Columns
    -------
    category : str
        The open box.
    rerolls : int, throws
        Throws after the first.
    points : int, points
        Points written.
    probability : float, probability
        Chance of them under best play, before the first throw; they sum to 1 for each box and rerolls.
    """
    rows = []
    for place, category in enumerate(workshop.game.ruleset.category_names):
        points, spread = spread_of_last_box(workshop.game, place)
        rows += [
            {"category": category, "rerolls": rerolls, "points": int(score), "probability": float(chance)}
            for rerolls, chances in enumerate(spread)
            for score, chance in zip(points, chances, strict=True)
        ]
    return pd.DataFrame(rows)


@table(roll=dice_text(CHANCE_ROLL))
def chance_keeps(workshop: Workshop) -> pd.DataFrame:
    """Value every keep of one roll when Chance is the only box open; one row per rerolls in hand and keep.

    Columns
    -------
    rerolls : int, throws
        Rerolls in hand.
    keep : str
        Dice kept, ascending; "none" for none.
    mean : float, points
        Mean points that Chance brings, if all later decisions are the best.
    """
    game, rows = workshop.game, []
    lattice, place = game.lattice, game.ruleset.category_names.index("chance")
    values = np.zeros((lattice.n_keeps, 1))
    values[lattice.first_roll :, 0] = game.points_of_roll[:, place]
    for rerolls in range(1, game.ruleset.n_rerolls + 1):
        mean_sweep(lattice, values)
        for keep in lattice.choices_of_roll[lattice.rolls.index(CHANCE_ROLL)]:
            mean = float(values[keep, 0])
            rows.append({"rerolls": rerolls, "keep": dice_text(lattice.keeps[keep]) or "none", "mean": mean})
        max_sweep(lattice, values)
    return pd.DataFrame(rows)


@table()
def opening_turn(workshop: Workshop) -> pd.DataFrame:
    """Give what is still to come after the first turn of a game; one row per box and upper total it can lead to.

    Columns
    -------
    category : str
        The box filled in the first turn.
    upper_total : int, points
        Points then written in the upper half.
    value : float, points
        Points still to come under best play, bonus included.
    """
    game, rows = workshop.game, []
    for place, category in enumerate(game.ruleset.categories):
        totals = sorted({0, *(int(points) for points in game.points_of_roll[:, place])}) if category.is_upper else [0]
        for total in totals:
            value = float(workshop.solution.value_of_state[game.space.state(1 << place, total)])
            rows.append({"category": category.name, "upper_total": total, "value": value})
    return pd.DataFrame(rows)


@table()
def first_turn(workshop: Workshop) -> pd.DataFrame:
    """Value a new game whose first turn has fewer throws, all later ones being as usual; one row per throws.

    Columns
    -------
    throws : int, throws
        Throws of the first turn.
    value : float, points
        Expected final score before its first throw.
    lowest_roll : float, points
        Expected final score after the worst first roll.
    highest_roll : float, points
        Expected final score after the best first roll.
    """
    turn = solve_turn(workshop.game, 0, 0, workshop.solution.value_of_state)
    value_of_roll = turn.value_of_roll[:, :, 0]
    return pd.DataFrame(
        {
            "throws": np.arange(len(value_of_roll)) + 1,
            "value": value_of_roll @ workshop.game.lattice.prob_of_roll,
            "lowest_roll": value_of_roll.min(axis=1),
            "highest_roll": value_of_roll.max(axis=1),
        }
    )
