"""Data sets on the machine: the work of a solve, the time that it takes, and what rounding does to the answer."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.shared.perfect_play import perfect_visits
from solver.datasets.solving.layers import filled_of_state, sweep_work
from solver.game.game import Game
from solver.solving.solution import Solution

N_LANES = (1, 2, 4, 8, 16, 32, 64)
DIGITS = {"single": 24, "double": 53}  # binary digits of a number


def drifting_values(solution: Solution) -> Arrays:
    """Return the value of every state as programs in single precision compute it, by the name of the way."""
    from solver.studies.drift import WAYS, solve_drifting  # compiles

    return {way: solve_drifting(solution.game, way) for way in WAYS}


@table(
    stored="values between turns in float32",
    factor="one sixth in float32",
    lattice="all in float32, one die at a time",
    table="all in float32, by a table of chances",
)
def float32_drift(workshop: Workshop) -> pd.DataFrame:
    """Tell how far single precision drifts from double; one row per way to use it and number of filled boxes.

    Columns
    -------
    way : str
        What is rounded to 24 binary digits.
    filled : int, boxes
        Boxes filled; full cards are exact.
    drift : float, points
        Mean of what the value is too large by, over the states that a perfect game comes to after so many turns.
    thousandths : float, points/1000
        The same in thousandths of a point.
    largest : float, points
        Largest distance from the value in double precision, of all states with so many boxes filled.
    value : float, points
        Mean of the drifting values over the same states as the drift; at no filled box, the start value.
    """
    game, exact = workshop.game, workshop.solution.value_of_state
    n_filled, visits = filled_of_state(game), perfect_visits(workshop)
    rows = []
    for way, values in workshop.kept(drifting_values).items():
        for filled in range(game.ruleset.n_categories + 1):
            here = n_filled == filled
            drift = float(visits[here] @ (values[here] - exact[here]))
            rows.append(
                {
                    "way": way,
                    "filled": filled,
                    "drift": drift,
                    "thousandths": 1000 * drift,
                    "largest": float(np.abs(values[here] - exact[here]).max()),
                    "value": float(visits[here] @ values[here]),
                }
            )
    return pd.DataFrame(rows)


@table()
def rounding_bounds(workshop: Workshop) -> pd.DataFrame:
    """Bound the rounding errors of a solve before it is run; one row per precision.

    Columns
    -------
    precision : str
        Single or double.
    digits : int, binary digits
        Of a number.
    unit : float
        Largest relative error of one rounded operation.
    turn_roundings : int, operations
        Roundings that a value passes through in one turn, at most.
    roundings : int, operations
        The same for a whole game.
    bound : float, points
        Largest error of a value that they can add up to.
    sixth : float
        By what share of it the number nearest to one sixth is too large; below zero, too small.
    """
    game = workshop.game
    lattice, ruleset = game.lattice, game.ruleset
    # Of a mean over six: five sums, the factor, and its own rounding. Of the first roll: a chance, a product, the sums.
    per_turn = 1 + ruleset.n_rerolls * ruleset.n_dice * 7 + len(lattice.rolls) + 1
    roundings = ruleset.n_categories * per_turn
    rows = []
    for precision, digits in DIGITS.items():
        unit = 2.0**-digits
        bound = game.best_final_score * float(np.expm1(roundings * np.log1p(unit)))
        parts = 2 ** (digits + 2)  # the first two binary places of one sixth are empty
        sixth = Fraction(round(Fraction(parts, 6)), parts)
        rows.append(
            {
                "precision": precision,
                "digits": digits,
                "unit": unit,
                "turn_roundings": per_turn,
                "roundings": roundings,
                "bound": bound,
                "sixth": float(6 * sixth - 1),
            }
        )
    return pd.DataFrame(rows)


@table()
def lane_rows(workshop: Workshop) -> pd.DataFrame:
    """Count the rows of a whole solve; one row per number of lanes and way to treat dead totals.

    Columns
    -------
    lanes : int, lanes
        Neighbouring upper totals that are worked on at once.
    coalesced : bool
        Whether totals from which the bonus is out of reach are solved once for all.
    rows : int, rows
        Rows to be solved, each a whole turn.
    """
    from solver.studies.work import rows_of_set  # compiles

    space = workshop.game.space
    return pd.DataFrame(
        [
            {"lanes": n_lanes, "coalesced": coalesced, "rows": int(rows_of_set(space, n_lanes, coalesced).sum())}
            for n_lanes in N_LANES
            for coalesced in (False, True)
        ]
    )


@table()
def lane_pages(workshop: Workshop) -> pd.DataFrame:
    """Tell which upper totals of a card are worth a lane; one row per set of filled upper boxes.

    Columns
    -------
    upper_set : int, bit mask
        Filled upper boxes, the ones as bit 0.
    last_dead : int, points
        Largest upper total from which the bonus is out of reach; 0 if there is only that of no points, or none.
    best : int, points
        Largest upper total, up to the threshold.
    reachable : str
        One character per total from 0 to the threshold: 1 if a game can reach it, else 0.
    """
    space = workshop.game.space
    return pd.DataFrame(
        {
            "upper_set": np.arange(space.n_upper_sets),
            "last_dead": space.last_dead_total_of_set,
            "best": np.minimum(space.best_upper_total_of_set, space.ruleset.threshold),
            "reachable": ["".join("01"[int(flag)] for flag in row) for row in space.reachable_of_upper_set],
        }
    )


@table()
def solve_work(workshop: Workshop) -> pd.DataFrame:
    """Add up the operations of a solve with and without each thrift; one row per combination.

    Columns
    -------
    method : str
        How a reroll is valued: "grid", every keep against every roll; "table", against those that can come of it;
        "lattice", one die at a time.
    coalesced : bool
        Whether dead upper totals are solved once for all.
    lanes : bool
        Whether neighbouring totals are worked on in rows, of which some lanes do nothing useful.
    turns : int, turns
        Turns to be solved; of rows, all lanes count.
    turn_operations : float, operations
        Operations of one turn on average: sweeps or table, scoring, the first roll.
    operations : int, operations
        Additions, multiplications and comparisons of all.
    billions : float, operations
        The same in thousands of millions.
    """
    from solver.kernels.rows import N_LANES as KERNEL_LANES  # compiles
    from solver.studies.work import METHODS, operations_of_turn, rows_of_set, states_of_set

    game, rows = workshop.game, []
    for method in METHODS:
        each = operations_of_turn(game, method)
        for coalesced in (False, True):
            for lanes in (False, True):
                turns = (
                    KERNEL_LANES * rows_of_set(game.space, KERNEL_LANES, coalesced)
                    if lanes
                    else states_of_set(game.space, coalesced)
                )
                n_turns, operations = int(turns.sum()), int(turns @ each)
                rows.append(
                    {
                        "method": method,
                        "coalesced": coalesced,
                        "lanes": lanes,
                        "turns": n_turns,
                        "turn_operations": operations / n_turns,
                        "operations": operations,
                        "billions": operations / 1e9,
                    }
                )
    return pd.DataFrame(rows)


@table()
def machine_memory(workshop: Workshop) -> pd.DataFrame:
    """Weigh what a solve holds in memory; one row.

    Columns
    -------
    turn_numbers : int, numbers
        Keeps of a turn times lanes.
    turn_kilobytes : float, kilobytes
        What a core works on while it solves a row.
    table_megabytes : float, megabytes
        The values of all slots that a row can read.
    chances_kilobytes : float, kilobytes
        A table of chances in double precision, zeros left out.
    """
    from solver.kernels.rows import N_LANES as KERNEL_LANES
    from solver.solving.slots import Layout

    game: Game = workshop.game
    numbers = game.lattice.n_keeps * KERNEL_LANES
    work = sweep_work(workshop)
    pairs = int(work["pairs"][work["n_dice"] == game.ruleset.n_dice].iloc[0])
    return pd.DataFrame(
        {
            "turn_numbers": numbers,
            "turn_kilobytes": numbers * 8 / 1e3,
            "table_megabytes": Layout(game.space).nowhere().values.nbytes / 1e6,
            "chances_kilobytes": pairs * 8 / 1e3,
        },
        index=[0],
    )
