"""Data sets on the size of the game: how many states there are, and which of them can happen."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.arrays import Bools
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.browser_table import browser_table, mean_of_quantised_play
from solver.datasets.shared.perfect_play import perfect_visits
from solver.datasets.shared.value_table import STEP
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.game.states import StateSpace
from solver.rules.scoring import FACES


@table()
def counter(workshop: Workshop) -> pd.DataFrame:
    """Count the places of the game and weigh its solution; one row.

    Columns
    -------
    scorecards : int, sets of categories
        Ways to fill some of the categories, points aside.
    upper_totals : int, totals
        Upper totals that are told apart: 0 to the threshold.
    slots : int, states
        Scorecards times upper totals.
    upper_pair_slots : int, pairs
        Sets of upper categories times upper totals.
    upper_pairs : int, pairs
        Pairs of them that some game reaches.
    reachable_states : int, states
        Slots that some game reaches.
    unreachable_share : float, share
        Share of the slots that no game reaches.
    lower_sets : int, sets of categories
        Ways to fill some of the lower categories.
    ordered_rolls : int, rolls
        Ways the dice can fall, told apart.
    rolls : int, rolls
        Ways the dice can fall, order aside.
    keeps : int, keeps
        Ways to hold some, all or none of the dice.
    turn_nodes : int, nodes
        Nodes in the graph of one turn: its start, the rolls after each throw, the keeps before each reroll.
    start_value : float, points
        Expected final score of perfect play.
    largest_value : float, points
        Largest expected number of points still to come from any state.
    value_table_bytes : int, bytes
        Size of the browser's table of all values, gzipped.
    value_table_megabytes : float, megabytes
        The same in millions of bytes.
    value_step : float, points
        Step to which that table rounds.
    value_error_bound : float, points
        Most that a value of that table can differ from the real one: half a step and the solver's own error bound.
    points_lost_per_game : float, points
        What a player who reads that table loses a game on average, computed exactly.
    naive_upper_pairs : int, pairs
        Pairs found by a recurrence that asks for exactly the threshold and so misses the sets that only pass it.
    best_final_score : int, points
        Largest final score.
    """
    game, solution, space = workshop.game, workshop.solution, workshop.game.space
    n_slots = space.n_sets * space.n_totals
    browser = workshop.once(browser_table)
    return pd.DataFrame(
        {
            "scorecards": space.n_sets,
            "upper_totals": space.n_totals,
            "slots": n_slots,
            "upper_pair_slots": space.reachable_of_upper_set.size,
            "upper_pairs": int(space.reachable_of_upper_set.sum()),
            "reachable_states": space.n_states,
            "unreachable_share": 1 - space.n_states / n_slots,
            "lower_sets": space.n_sets // space.n_upper_sets,
            "ordered_rolls": int(game.lattice.orders_of_roll.sum()),
            "rolls": len(game.lattice.rolls),
            "keeps": game.lattice.n_keeps,
            "turn_nodes": turn_nodes(game),
            "start_value": solution.start_value,
            "largest_value": float(solution.value_of_state.max()),
            "value_table_bytes": len(browser.content),
            "value_table_megabytes": len(browser.content) / 1e6,
            "value_step": STEP,
            "value_error_bound": STEP / 2 + solution.error_bound,
            "points_lost_per_game": solution.start_value - float(workshop.kept(mean_of_quantised_play)["mean"][0]),
            "naive_upper_pairs": int(hit_exactly(space).sum()),
            "best_final_score": game.best_final_score,
        },
        index=[0],
    )


def turn_nodes(game: Game) -> int:
    """Return the number of nodes of a turn's graph: its start, the first rolls, and keeps and rolls of each reroll."""
    n_rolls = len(game.lattice.rolls)
    return 1 + n_rolls + game.ruleset.n_rerolls * (game.lattice.n_keeps + n_rolls)


def hit_exactly(space: StateSpace) -> Bools:
    """Return the pairs of upper set and total that some choice of points sums to exactly, never capped.

    This is the recurrence found in the literature: R(U, n) if R(U - c, n - s) for some number of points s that c gives.
    """
    hit = np.zeros_like(space.reachable_of_upper_set)
    hit[0, 0] = True
    for upper_set in range(1, space.n_upper_sets):
        category = int(upper_set).bit_length() - 1
        rest = hit[upper_set ^ 1 << category]
        for points in space.upper_points[category]:
            hit[upper_set, points:] |= rest[: space.n_totals - points]
    return hit


def upper_set_order(space: StateSpace) -> list[int]:
    """Return the sets of upper categories by number, then by sum of the faces, then by mask."""
    best = space.best_upper_total_of_set
    return sorted(range(space.n_upper_sets), key=lambda upper_set: (upper_set.bit_count(), best[upper_set], upper_set))


@table()
def upper_reachability(workshop: Workshop) -> pd.DataFrame:
    """Tell which upper totals each set of filled upper categories can hold; one row per set, by size, then sum.

    Columns
    -------
    upper_set : int, bit mask
        Filled upper categories, the ones as bit 0.
    faces : str
        Their faces, as in "1+3"; empty for none.
    n_reachable : int, totals
        How many upper totals are reachable.
    reachable : str
        One character per total from 0 to the threshold: 1 if it is reachable, else 0.
    cap_only : bool
        Whether the threshold is only reached by passing it.
    """
    space = workshop.game.space
    order = upper_set_order(space)
    exact = hit_exactly(space)
    reachable = space.reachable_of_upper_set
    return pd.DataFrame(
        {
            "upper_set": order,
            "faces": ["+".join(str(face) for face in FACES if upper_set >> face - 1 & 1) for upper_set in order],
            "n_reachable": [int(reachable[upper_set].sum()) for upper_set in order],
            "reachable": ["".join("01"[int(flag)] for flag in reachable[upper_set]) for upper_set in order],
            "cap_only": [bool(reachable[upper_set, -1] and not exact[upper_set, -1]) for upper_set in order],
        }
    )


@table()
def reachable_by_filled(workshop: Workshop) -> pd.DataFrame:
    """Count the reachable states with equally many filled categories; one row per number of them.

    Columns
    -------
    filled : int, categories
        Filled categories.
    slots : int, states
        States with so many filled, reachable or not.
    states : int, states
        Reachable ones.
    share : float, share
        Reachable ones among the slots.
    mean_value : float, points
        Expected points still to come in a perfect game when so many are filled, bonus included.
    """
    space = workshop.game.space
    n_filled = space.n_filled_of_set
    states = np.bincount(n_filled, weights=space.reachable_slots.sum(axis=1)).astype(np.int64)
    slots = np.bincount(n_filled) * space.n_totals
    n_filled_of_state = np.repeat(n_filled, np.diff(space.first_state_of_page))
    weighted = perfect_visits(workshop) * workshop.solution.value_of_state
    return pd.DataFrame(
        {
            "filled": np.arange(len(states)),
            "slots": slots,
            "states": states,
            "share": states / slots,
            "mean_value": np.bincount(n_filled_of_state, weights=weighted),
        }
    )


@table()
def rolls(workshop: Workshop) -> pd.DataFrame:
    """List the rolls, order aside; one row per roll, in lattice order.

    Columns
    -------
    roll : str
        The dice in ascending order, as in "11256".
    pattern : str
        How many dice are equal, most first, as in "2-1-1-1".
    orders : int, rolls
        Orders in which the dice can fall as this roll.
    probability : float, probability
        Chance of this roll when all dice are thrown.
    distinct_keeps : int, keeps
        Different ways to hold some, all or none of its dice.
    """
    lattice = workshop.game.lattice
    counts = [sorted((roll.count(face) for face in set(roll)), reverse=True) for roll in lattice.rolls]
    return pd.DataFrame(
        {
            "roll": [dice_text(roll) for roll in lattice.rolls],
            "pattern": ["-".join(map(str, equal)) for equal in counts],
            "orders": lattice.orders_of_roll,
            "probability": lattice.prob_of_roll,
            "distinct_keeps": [len(keeps) + 1 for keeps in lattice.choices_of_roll],
        }
    )
