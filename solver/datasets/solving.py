"""Data of the chapter "Solving backwards"."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt
import pandas as pd

from solver.advising.advice import max_sweep, mean_sweep, solve_turn
from solver.arrays import Bools, Floats, Ints
from solver.datasets.contract import Workshop, table
from solver.datasets.shared import STEP, browser_table, mean_of_quantised_play, perfect_visits
from solver.game.dice import KeepLattice, dice_text
from solver.game.game import Game, StateSpace
from solver.rules.ruleset import FACES
from solver.solving.objectives import TIE

FEWEST_DICE, MOST_DICE = 2, 8
BIN_WIDTH = 4  # points


@table()
def layers(workshop: Workshop) -> pd.DataFrame:
    """Summarize each layer of the game; one row per number of filled boxes.

    Columns
    -------
    filled (int, boxes): Boxes filled.
    states (int, states): Reachable states.
    lowest (float, points): Smallest value of a state: points still to come, bonus included.
    highest (float, points): Largest value of a state.
    perfect (float, points): Mean value of the states of a perfect game after as many turns.
    operations (int, operations): Additions and comparisons of the sweeps that solve the layer, one state at a time;
        none for full cards.
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
    """Count the operations of solving every state separately; one row.

    Columns
    -------
    turns (int, states): Reachable states that are not full cards.
    operations (int, operations): Additions and comparisons of the sweeps in all of them.
    billions (float, operations): The same in billions.
    """
    solved = layers(workshop)
    has_turn = solved["filled"] < workshop.game.ruleset.n_categories
    operations = int(solved["operations"].sum())
    return pd.DataFrame(
        {"turns": int(solved["states"][has_turn].sum()), "operations": operations, "billions": operations / 1e9},
        index=[0],
    )


def filled_of_state(game: Game) -> npt.NDArray[np.uint8]:
    """Return the number of filled boxes in each state."""
    return np.repeat(game.space.n_filled_of_set, np.diff(game.space.first_state_of_page))


@table(bin_width=BIN_WIDTH)
def layer_values(workshop: Workshop) -> pd.DataFrame:
    """Count the states of each layer by value; one row per number of filled boxes and bin that is not empty.

    Columns
    -------
    filled (int, boxes): Boxes filled.
    bin (int, points): Lowest value of the bin, which is four points wide.
    states (int, states): Reachable states with a value in the bin.
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
    """Count the operations of one reroll by two methods, from formulas; one row per number of dice.

    Columns
    -------
    n_dice (int, dice): Dice thrown.
    rolls (int, rolls): Unordered rolls.
    keeps (int, keeps): Keeps, rolls included.
    short_keeps (int, keeps): Keeps with fewer dice.
    pairs (int, operations): Pairs of a keep and a roll that contains it: the multiply-adds of the transition table, and
        again the comparisons.
    steps (int, operations): Single-die steps of the keep lattice: additions of the mean sweep, and again the
        comparisons of the max sweep.
    ratio (float, times): Pairs per step.
    turn_pairs (int, operations): Both kinds of operations in a turn with all its rerolls, by the table.
    turn_steps (int, operations): The same by the lattice.
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


CHANCE_ROLL = (2, 4, 4, 5, 6)


@table()
def one_die(workshop: Workshop) -> pd.DataFrame:
    """Solve the smallest game: one die, a few throws, and its face is the score; one row per number of throws.

    Columns
    -------
    throws (int, throws): Throws allowed, the first included.
    value (float, points): Expected final face under best play.
    all_dice (float, points): The same for all dice of the game, each played separately.
    keep_from (int, points): Lowest face worth keeping after the first of these throws.
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
    """Return the points of a category and their probabilities, if it is the only open one and played for the mean.

    Probabilities are float64[n_rerolls + 1, n_points] before the first throw, by number of rerolls. Of equal options
    scoring comes first, then the lexicographically first keep.
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
    """Return the keep of the best choice for every roll; the roll itself if it is scored."""
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
    """Compute the value of each box if it is the last open one and the bonus is decided; one row per box and rerolls.

    Columns
    -------
    category (str): The open box.
    rerolls (int, throws): Throws after the first.
    mean (float, points): Expected points of the box under best play, before the first throw.
    chance (float, probability): Probability that it scores any points.
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


@table(roll=dice_text(CHANCE_ROLL))
def chance_keeps(workshop: Workshop) -> pd.DataFrame:
    """Value every keep of one roll if Chance is the only open box; one row per number of rerolls and keep.

    Columns
    -------
    rerolls (int, throws): Remaining throws.
    keep (str): Dice kept, ascending; "none" for none.
    mean (float, points): Expected points of Chance if all later decisions are optimal.
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
    """List the points still to come after the first turn of a game; one row per box and resulting upper total.

    Columns
    -------
    category (str): The box filled in the first turn.
    upper_total (int, points): Points then in the upper section.
    value (float, points): Points still to come under best play, bonus included.
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
    """Value a new game whose first turn has fewer throws than the others; one row per number of throws.

    Columns
    -------
    throws (int, throws): Throws of the first turn.
    value (float, points): Expected final score before its first throw.
    lowest_roll (float, points): Expected final score after the worst first roll.
    highest_roll (float, points): Expected final score after the best first roll.
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


@table()
def counter(workshop: Workshop) -> pd.DataFrame:
    """Count the states of the game and the size of its solution; one row.

    Columns
    -------
    scorecards (int, sets of categories): Sets of filled categories.
    upper_totals (int, totals): Distinct upper totals: 0 to the threshold.
    slots (int, states): Scorecards times upper totals.
    upper_pair_slots (int, pairs): Sets of upper categories times upper totals.
    upper_pairs (int, pairs): Pairs of them that some game reaches.
    reachable_states (int, states): Slots that some game reaches.
    unreachable_share (float, share): Share of the slots that no game reaches.
    lower_sets (int, sets of categories): Sets of filled lower categories.
    ordered_rolls (int, rolls): Ordered rolls: the dice are distinguished.
    rolls (int, rolls): Unordered rolls.
    keeps (int, keeps): Unordered sets of dice to keep, including none and all.
    turn_nodes (int, nodes): Nodes in the graph of one turn: its start, the rolls after each throw, the keeps before
        each reroll.
    start_value (float, points): Expected final score of perfect play.
    largest_value (float, points): Largest expected number of points still to come from any state.
    value_table_bytes (int, bytes): Size of the browser's table of all values, gzipped.
    value_table_megabytes (float, megabytes): The same in millions of bytes.
    value_step (float, points): Step to which that table rounds.
    value_error_bound (float, points): Largest possible error of a value in that table: half a step plus the solver's
        own error bound.
    points_lost_per_game (float, points): Expected loss per game of a player who uses that table, computed exactly.
    naive_upper_pairs (int, pairs): Pairs found by a recurrence that requires exactly the threshold and so misses the
        sets that only exceed it.
    best_final_score (int, points): Largest final score.
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
    """Return the pairs of upper set and total that some choice of points sums to exactly, without the cap.

    This is the recurrence of the literature: R(U, n) if R(U - c, n - s) for some number of points s that c gives.
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
    """Return the sets of upper categories ordered by size, sum of the faces and mask."""
    best = space.best_upper_total_of_set
    return sorted(range(space.n_upper_sets), key=lambda upper_set: (upper_set.bit_count(), best[upper_set], upper_set))


@table()
def upper_reachability(workshop: Workshop) -> pd.DataFrame:
    """List the upper totals reachable for each set of filled upper categories; one row per set, by size, then sum.

    Columns
    -------
    upper_set (int, bit mask): Filled upper categories, the ones as bit 0.
    faces (str): Their faces, as in "1+3"; empty for none.
    n_reachable (int, totals): Number of reachable upper totals.
    reachable (str): One character per total from 0 to the threshold: 1 if it is reachable, else 0.
    cap_only (bool): Whether the threshold can be exceeded but not met exactly.
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
def rolls(workshop: Workshop) -> pd.DataFrame:
    """List the unordered rolls; one row per roll, in lattice order.

    Columns
    -------
    roll (str): The dice in ascending order, as in "11256".
    pattern (str): Numbers of equal dice, largest first, as in "2-1-1-1".
    orders (int, rolls): Number of ordered rolls with these dice.
    probability (float, probability): Probability of this roll when all dice are thrown.
    distinct_keeps (int, keeps): Number of distinct sets of its dice to keep, including none and all.
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
