"""Data of the chapter "The geometry of a game"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, Turn, choices, play, preferred_category, solve_turn, throw
from solver.arrays import Bools, Floats
from solver.datasets.contract import Workshop, table
from solver.datasets.records import recorded_table
from solver.datasets.shared import (
    BIN,
    STEP,
    StartedTurn,
    binned,
    browser_table,
    curves_of_turns,
    mean_of_quantised_play,
    perfect_bonus_chance,
    perfect_visits,
    prob_of_outcome,
    way_of_optimum,
)
from solver.game.dice import dice_text
from solver.game.game import Game, StateSpace
from solver.rules.ruleset import FACES
from solver.studies.likely_past import Entry


@dataclass(frozen=True, eq=False)
class Example:
    """A decision with the history of its scorecard, and its options, best first."""

    lesson: str
    history: list[Entry]
    filled: int
    upper_total: int
    roll: int
    rerolls: int
    visits: float
    turn: Turn
    options: list[Choice]
    tempting: Choice

    @property
    def points_so_far(self) -> int:
        """Return the points scored so far, without the bonus."""
        return sum(entry.points for entry in self.history)


@dataclass(frozen=True)
class Ending:
    """One way a turn can end: the category, its points, the value afterwards and the chance of the bonus."""

    category: int
    points: int
    probability: float
    value: float
    prob_bonus: float


@recorded_table("computed", ruleset="scandinavian")
def lessons(workshop: Workshop) -> pd.DataFrame:
    """List five decisions of perfect games, one for each lesson; one row per decision, in order of play.

    A search selects the decisions at which the greedy player, who maximizes the points of the current turn, loses most
    per game; see ``solver.studies.lessons``. The scorecard is a likely history of the state.

    Columns
    -------
    lesson (str): What it teaches: less-now, which-pair, stop, sacrifice or go-on.
    filled (str): Filled boxes in order of play, as in "ones=3,one_pair=10".
    upper_total (int, points): Points in the upper section, capped at the threshold.
    dice (str): Current roll.
    rerolls (int, throws): Remaining throws.
    greedy_keep (str): The dice that the greedy player keeps; empty where it scores.
    greedy_category (str): The category that it scores; empty where it keeps dice.
    visits (float, decisions per game): Expected number, per perfect game, of decisions with this roll and as many
        remaining throws in the lesson's turns where these two options are the best and the tempting one and the latter
        loses two points or more.
    """
    from solver.studies.lessons import find_situations  # compiles
    from solver.studies.likely_past import likely_history

    game, value_of_state, visits = workshop.game, workshop.solution.value_of_state, perfect_visits(workshop)
    rolls, names, rows = game.lattice.rolls, game.ruleset.category_names, list[dict[str, Any]]()
    for found in find_situations(game, value_of_state, visits):
        history = likely_history(game, value_of_state, visits, found.filled, found.upper_total)
        rows.append(
            {
                "lesson": found.lesson,
                "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in history),
                "upper_total": found.upper_total,
                "dice": dice_text(rolls[found.roll]),
                "rerolls": found.rerolls,
                "greedy_keep": dice_text(found.tempting.kept or ()),
                "greedy_category": found.tempting.category,
                "visits": found.visits,
            }
        )
    rows.sort(key=lambda row: (row["filled"].count("="), row["dice"]))
    return pd.DataFrame(rows)


def find_examples(workshop: Workshop) -> list[Example]:
    """Return the decisions of the lessons, in order of play."""
    game, value_of_state = workshop.game, workshop.solution.value_of_state
    names, examples = list(game.ruleset.category_names), []
    rows: list[Any] = list(workshop.once(lessons).itertuples())
    for row in rows:
        scored = (box.split("=") for box in row.filled.split(",") if box)
        history = [Entry(names.index(name), int(points)) for name, points in scored]
        filled = sum(1 << entry.category for entry in history)
        turn = solve_turn(game, filled, row.upper_total, value_of_state)
        place = game.lattice.rolls.index(tuple(map(int, row.dice))), row.rerolls
        options = choices(turn, *place, sum(entry.points for entry in history))
        greedy = row.greedy_keep, row.greedy_category
        tempting = next(option for option in options if (dice_text(option.dice), option.category) == greedy)
        examples.append(
            Example(row.lesson, history, filled, row.upper_total, *place, row.visits, turn, options, tempting)
        )
    return examples


def endings(workshop: Workshop, example: Example, option: Choice) -> list[Ending]:
    """Return every way the turn of ``example`` can end if ``option`` is taken, followed by perfect play."""
    game, lattice = workshop.game, workshop.game.lattice
    if option.action == "score":
        scored = np.zeros(len(lattice.rolls))
        scored[example.roll] = 1.0
        category_of_roll = np.full(len(lattice.rolls), game.ruleset.category_names.index(option.category))
    else:
        prob_of_keep = np.zeros((lattice.n_keeps, 1))
        prob_of_keep[lattice.index_of_keep[option.dice]] = 1.0
        scored = play(example.turn, example.rerolls - 1, throw(lattice, prob_of_keep))[:, 0]
        category_of_roll = preferred_category(example.turn)[:, 0]

    chances: dict[tuple[int, int], float] = {}
    for roll in np.flatnonzero(scored):
        category = int(category_of_roll[roll])
        way = category, int(game.points_of_roll[roll, category])
        chances[way] = chances.get(way, 0.0) + float(scored[roll])
    return [ending(workshop, example, *way, chance) for way, chance in sorted(chances.items())]


def ending(workshop: Workshop, example: Example, category: int, points: int, probability: float) -> Ending:
    """Return the ending of the turn of ``example`` that scores ``points`` in ``category``."""
    state = successor(workshop.game, example, category, points)
    value = example.points_so_far + points + float(workshop.solution.value_of_state[state])
    return Ending(category, points, probability, value, float(perfect_bonus_chance(workshop)[state]))


def successor(game: Game, example: Example, category: int, points: int) -> int:
    """Return the state after scoring ``points`` in ``category``."""
    upper_points = points if game.ruleset.categories[category].is_upper else 0
    upper_total = min(example.upper_total + upper_points, game.ruleset.threshold)
    return game.space.state(example.filled | 1 << category, upper_total)


@table(ruleset="scandinavian")
def decision_examples(workshop: Workshop) -> pd.DataFrame:
    """List every option of the decisions in ``lessons``; one row per example and option, best first.

    Columns
    -------
    example (int): Number of the decision, from 0, in the order of play.
    lesson (str): What it teaches: less-now, which-pair, stop, sacrifice or go-on.
    turn (int, turns): Turn of the game, from 1.
    filled (str): Filled boxes in order of play, as in "ones=3,one_pair=10".
    upper_total (int, points): Points in the upper section, capped at the threshold.
    points_so_far (int, points): Points scored so far, without the bonus.
    dice (str): Current roll.
    rerolls (int, throws): Remaining throws.
    visits (float, decisions per game): Expected number, per perfect game, of decisions with this roll and as many
        remaining throws in the lesson's turns where these two options are the best and the tempting one and the latter
        loses two points or more.
    action (str): Keep or score.
    keep (str): The dice kept; empty for none, and where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored at once; 0 where dice are kept.
    value (float, points): Expected final score after the option.
    regret (float, points): What the option loses against the best.
    greedy (bool): Whether the greedy player takes it.
    turn_points (float, points): Expected points of this turn after the option, under perfect play.
    prob_bonus (float, probability): Probability of the bonus after the option, under perfect play.
    """
    rows = []
    for number, example in enumerate(workshop.once(find_examples)):
        names = workshop.game.ruleset.category_names
        known = {
            "example": number,
            "lesson": example.lesson,
            "turn": len(example.history) + 1,
            "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in example.history),
            "upper_total": example.upper_total,
            "points_so_far": example.points_so_far,
            "dice": dice_text(workshop.game.lattice.rolls[example.roll]),
            "rerolls": example.rerolls,
            "visits": example.visits,
        }
        for option in example.options:
            ends = endings(workshop, example, option)
            rows.append(
                known
                | {
                    "action": option.action,
                    "keep": dice_text(option.dice),
                    "category": option.category,
                    "points": option.points,
                    "value": option.value,
                    "regret": option.regret,
                    "greedy": option == example.tempting,
                    "turn_points": sum(end.probability * end.points for end in ends),
                    "prob_bonus": sum(end.probability * end.prob_bonus for end in ends),
                }
            )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def decision_outcomes(workshop: Workshop) -> pd.DataFrame:
    """Compute how the turn of each example can end after its best and its tempting option; one row per outcome.

    Columns
    -------
    example (int): Number of the decision in decision_examples.
    choice (str): The option taken: best or tempting.
    category (str): The box filled at the end of the turn, under perfect play after the option.
    points (int, points): Points scored in it.
    probability (float, probability): Probability of this outcome; sums to 1 for each option.
    value (float, points): Expected final score after this outcome.
    prob_bonus (float, probability): Probability of the bonus after this outcome.
    """
    names = workshop.game.ruleset.category_names
    rows = [
        {
            "example": number,
            "choice": choice,
            "category": names[end.category],
            "points": end.points,
            "probability": end.probability,
            "value": end.value,
            "prob_bonus": end.prob_bonus,
        }
        for number, example in enumerate(workshop.once(find_examples))
        for choice, option in (("best", example.options[0]), ("tempting", example.tempting))
        for end in endings(workshop, example, option)
    ]
    return pd.DataFrame(rows)


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


# The third option shown, by lesson, besides the best and the tempting one: scoring in an open box.
OFFERED = {"less-now": "chance", "sacrifice": "yatzy", "go-on": "sixes"}
DECIMALS = 5


class Throw(NamedTuple):
    """A decision posed to the reader, with its options, those that score most points first."""

    number: int
    example: Example
    options: list[Choice]


def find_throws(workshop: Workshop) -> list[Throw]:
    """Return the decisions posed to the reader, in order of play."""
    throws = []
    for number, example in enumerate(workshop.once(find_examples)):
        if example.lesson in OFFERED:
            offered = OFFERED[example.lesson]
            options = [
                option
                for place, option in enumerate(example.options)
                if place == 0 or option == example.tempting or option.category == offered
            ]
            throws.append(Throw(number, example, sorted(options, key=lambda option: -option.points)))
    return throws


def value_before(example: Example) -> float:
    """Return the expected final score before the first throw of an example's turn."""
    return example.points_so_far + float(example.turn.value_of_state[0])


@table(ruleset="scandinavian")
def throw_options(workshop: Workshop) -> pd.DataFrame:
    """List the options of each of three throws; one row per throw and option, most points first.

    Columns
    -------
    throw (int): Number of the throw, from 1.
    example (int): Number of the decision in decision_examples.
    turn (int, turns): Turn of the game, from 1.
    dice (str): Current roll.
    rerolls (int, throws): Remaining throws.
    upper_total (int, points): Points in the upper section, capped at the threshold.
    open (str): The open boxes, in scorecard order, as in "sixes,yatzy".
    option (int): Number of the option, from 1.
    action (str): Keep or score.
    keep (str): The dice kept; empty where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored at once; 0 where dice are kept.
    price (float, points): Price of the category scored; 0 where dice are kept.
    difference (float, points): Points less price where the roll is scored; where dice are kept, the expected value of
        that difference.
    value (float, points): Expected final score after the option.
    regret (float, points): What the option loses against the best.
    greedy (bool): Whether the greedy player takes it.
    """
    rows = []
    for throw_number, (number, example, options) in enumerate(workshop.once(find_throws), 1):
        names = workshop.ruleset.category_names
        asked = {
            "throw": throw_number,
            "example": number,
            "turn": len(example.history) + 1,
            "dice": dice_text(workshop.game.lattice.rolls[example.roll]),
            "rerolls": example.rerolls,
            "upper_total": example.upper_total,
            "open": ",".join(name for place, name in enumerate(names) if not example.filled >> place & 1),
        }
        for place, option in enumerate(options, 1):
            difference = option.value - value_before(example)
            rows.append(
                asked
                | {
                    "option": place,
                    "action": option.action,
                    "keep": dice_text(option.dice),
                    "category": option.category,
                    "points": option.points,
                    "price": option.points - difference if option.action == "score" else 0.0,
                    "difference": difference,
                    "value": option.value,
                    "regret": option.regret,
                    "greedy": option == example.tempting,
                }
            )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian", bin=BIN)
def throw_curves(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of final scores before each of these turns and after each option; one row per bin.

    Columns
    -------
    throw (int): Number of the throw in throw_options.
    option (int): Number of the option there; 0 before the first throw of the turn.
    score (int, points): The lowest final score of the bin, which contains two.
    share (float, probability): Probability of these scores under perfect play, rounded to five decimals; bins of zero
        are omitted.
    """
    throws = workshop.once(find_throws)
    asked = [(number, place) for number, throw in enumerate(throws, 1) for place in range(len(throw.options) + 1)]
    turns = [started_turn(workshop, throws[number - 1], place) for number, place in asked]
    curves = curves_of_turns(way_of_optimum(workshop.solution), turns)
    rows = []
    for (number, place), curve in zip(asked, curves, strict=True):
        shares = binned(curve).round(DECIMALS)
        drawn = np.flatnonzero(shares)
        known = {"throw": number, "option": place}
        rows.append(pd.DataFrame(known | {"score": drawn * BIN, "share": shares[drawn]}))
    return pd.concat(rows, ignore_index=True)


def started_turn(workshop: Workshop, asked: Throw, place: int) -> StartedTurn:
    """Return the turn of a throw before its first throw (place 0) or after option number ``place``."""
    game, example = workshop.game, asked.example
    if place == 0:
        probs = prob_of_outcome(example.turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll)
    else:
        probs = after_option(workshop, example, asked.options[place - 1])
    return StartedTurn(example.filled, example.upper_total, example.points_so_far, probs)


def after_option(workshop: Workshop, example: Example, option: Choice) -> Floats:
    """Return the probability of each outcome of an example's turn after an option: float64[n_outcomes]."""
    lattice, ways_out = workshop.game.lattice, workshop.game.outcomes
    if option.action == "keep":
        kept = np.zeros((lattice.n_keeps, 1))
        kept[lattice.index_of_keep[option.dice]] = 1.0
        return prob_of_outcome(example.turn, example.rerolls - 1, throw(lattice, kept)[:, 0])
    probs = np.zeros(len(ways_out.gain))
    category = workshop.ruleset.category_names.index(option.category)
    probs[ways_out.outcome_of_roll[ways_out.class_of_page[example.filled], example.roll, category]] = 1.0
    return probs
