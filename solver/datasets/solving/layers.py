"""Data sets on the whole solve: the layers of the game, what their states are worth, and the work it takes."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import perfect_visits
from solver.game.game import Game
from solver.rules.scoring import FACES

FEWEST_DICE, MOST_DICE = 2, 8
BIN_WIDTH = 4  # points


@table()
def layers(workshop: Workshop) -> pd.DataFrame:
    """Tell what lies in each layer of the game; one row per number of filled boxes.

    Columns
    -------
    filled : int, boxes
        Boxes filled.
    states : int, states
        Reachable states.
    lowest : float, points
        Smallest value of a state: points still to come, bonus included.
    highest : float, points
        Largest value of a state.
    perfect : float, points
        Mean value of the states in which a perfect game is found after so many turns.
    operations : int, operations
        Additions and comparisons of the sweeps that solve the layer, one state at a time; none for full cards.
    """
    game, value_of_state = workshop.game, workshop.solution.value_of_state
    n_filled = filled_of_state(game)
    visits, steps = perfect_visits(workshop), 2 * len(game.lattice.removals) * game.ruleset.n_rerolls
    rows = []
    for filled in range(game.ruleset.n_categories + 1):
        values = value_of_state[n_filled == filled]
        rows.append(
            {
                "filled": filled,
                "states": len(values),
                "lowest": float(values.min()),
                "highest": float(values.max()),
                "perfect": float(visits[n_filled == filled] @ values),
                "operations": len(values) * steps if filled < game.ruleset.n_categories else 0,
            }
        )
    return pd.DataFrame(rows)


@table()
def whole_solve(workshop: Workshop) -> pd.DataFrame:
    """Add up the work of solving every state by itself; one row.

    Columns
    -------
    turns : int, states
        Reachable states with a turn ahead of them.
    operations : int, operations
        Additions and comparisons of the sweeps in all of them.
    billions : float, operations
        The same in thousands of millions.
    """
    solved = layers(workshop)
    has_turn = solved["filled"] < workshop.game.ruleset.n_categories
    operations = int(solved["operations"].sum())
    return pd.DataFrame(
        {"turns": int(solved["states"][has_turn].sum()), "operations": operations, "billions": operations / 1e9},
        index=[0],
    )


def filled_of_state(game: Game) -> npt.NDArray[np.uint8]:
    """Return how many boxes are filled in each state."""
    return np.repeat(game.space.n_filled_of_set, np.diff(game.space.first_state_of_page))


@table(bin_width=BIN_WIDTH)
def layer_values(workshop: Workshop) -> pd.DataFrame:
    """Count the states of each layer by their value; one row per number of filled boxes and bin that is not empty.

    Columns
    -------
    filled : int, boxes
        Boxes filled.
    bin : int, points
        Lowest value of the bin, which is four points wide.
    states : int, states
        Reachable states with a value in the bin.
    """
    n_filled = filled_of_state(workshop.game)
    bins = (workshop.solution.value_of_state // BIN_WIDTH).astype(np.int64)
    rows = []
    for filled in range(workshop.game.ruleset.n_categories + 1):
        found, counts = np.unique(bins[n_filled == filled], return_counts=True)
        rows += [
            {"filled": filled, "bin": int(place) * BIN_WIDTH, "states": int(count)}
            for place, count in zip(found, counts, strict=True)
        ]
    return pd.DataFrame(rows)


@table()
def sweep_work(workshop: Workshop) -> pd.DataFrame:
    """Count the work of one reroll by two methods, from formulas; one row per number of dice.

    Columns
    -------
    n_dice : int, dice
        Dice thrown.
    rolls : int, rolls
        Rolls, order aside.
    keeps : int, keeps
        Keeps, rolls included.
    short_keeps : int, keeps
        Keeps that lack dice.
    pairs : int, operations
        Pairs of a keep and a roll that holds it: multiply-adds of the table of chances, and again the comparisons.
    steps : int, operations
        Single-die steps of the keep lattice: additions of the mean sweep, and again the comparisons of the max sweep.
    ratio : float, times
        Pairs per step.
    turn_pairs : int, operations
        Both kinds of operations in a turn with all its rerolls, by the table.
    turn_steps : int, operations
        The same by the lattice.
    """
    n_rerolls, rows = workshop.game.ruleset.n_rerolls, []
    for n_dice in range(FEWEST_DICE, MOST_DICE + 1):
        pairs = comb(n_dice + 2 * len(FACES) - 1, n_dice)
        steps = len(FACES) * comb(n_dice + len(FACES) - 1, n_dice - 1)
        rows.append(
            {
                "n_dice": n_dice,
                "rolls": comb(n_dice + len(FACES) - 1, n_dice),
                "keeps": comb(n_dice + len(FACES), n_dice),
                "short_keeps": steps // len(FACES),
                "pairs": pairs,
                "steps": steps,
                "ratio": pairs / steps,
                "turn_pairs": 2 * n_rerolls * pairs,
                "turn_steps": 2 * n_rerolls * steps,
            }
        )
    return pd.DataFrame(rows)
