"""Data of the title page and of the decisions posed in the first chapter: examples, throws and whole games."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, Turn, choices, play, preferred_category, solve_turn, throw
from solver.arrays import Floats
from solver.datasets.contract import Content, Workshop, file, table
from solver.datasets.records import recorded_table
from solver.datasets.shared import (
    BIN,
    StartedTurn,
    binned,
    curves_of_turns,
    perfect_bonus_chance,
    perfect_visits,
    prob_of_outcome,
    way_of_optimum,
)
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.rules.ruleset import Roll
from solver.studies.likely_past import Entry

if TYPE_CHECKING:
    from solver.play.simulate import Throws


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


# The third option shown, by lesson, besides the best and the tempting one: scoring in an open box.
OFFERED = {"less-now": "chance", "sacrifice": "yatzy", "go-on": "sixes"}


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


def turns_of_throws(workshop: Workshop) -> dict[tuple[int, int], StartedTurn]:
    """Return, by number of the throw and of the option, the turn after each option; option 0 is the turn's start."""
    throws = enumerate(workshop.once(find_throws), 1)
    return {
        (number, place): turn_of_option(workshop, throw, place)
        for number, throw in throws
        for place in range(len(throw.options) + 1)
    }


def turn_of_option(workshop: Workshop, asked: Throw, place: int) -> StartedTurn:
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


N_GAMES = 6

GameRows = list[dict[str, Any]]


@table(games=N_GAMES, seed="the first, from 1, whose games have a Yatzy and none, the bonus and no bonus")
def sample_games(workshop: Workshop) -> pd.DataFrame:
    """Play a few perfect games with seeded dice; one row per decision, in the order of play.

    All games are played with the dice of one seed: the first, counting from 1, with which some games have a Yatzy and
    some have none, and some earn the bonus and some do not. Games are neither omitted nor reordered. They are examples
    chosen for variety, not a random sample.

    Columns
    -------
    game (int): Number of the game, from 0.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1.
    dice (str): Current roll, in ascending order.
    keep (str): The dice kept; empty for none, and where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored; 0 where dice are kept.
    total (int, points): Points on the scorecard after the decision, with the bonus once it is earned.
    value (float, points): Expected final score after the throw; a perfect decision does not change it.
    """
    games = next(games for seed in count(1) if is_varied(games := play_games(workshop, seed)))
    return pd.DataFrame([row for game in games for row in game])


def is_varied(games: list[GameRows]) -> bool:
    """Return whether some games have a Yatzy and some none, and some earn the bonus and some do not."""
    have_yatzy = {any(row["category"] == "yatzy" and row["points"] > 0 for row in game) for game in games}
    have_bonus = {game[-1]["total"] > sum(row["points"] for row in game) for game in games}
    return len(have_yatzy) == len(have_bonus) == 2


def play_games(workshop: Workshop, seed: int) -> list[GameRows]:
    """Play the games of a seed perfectly, with the dice of ``simulate``."""
    from solver.play.simulate import throw_all  # imports kernels

    dice = throw_all(workshop.game, N_GAMES, np.random.default_rng(seed))
    return [game_rows(workshop, dice_of_game, game) for game, dice_of_game in enumerate(dice)]


def game_rows(workshop: Workshop, dice_of_turn: Throws, number: int) -> GameRows:
    """Play a game perfectly with dice that were thrown in advance, int8[n_turns, n_throws, n_dice].

    The advisor decides: kernels would have to be compiled first, which takes longer than to solve each turn.
    """
    game, rows = workshop.game, []
    ruleset, lattice = game.ruleset, game.lattice
    filled, upper_sum, total = 0, 0, 0
    for turn, throws in enumerate(dice_of_turn.tolist(), 1):
        values = solve_turn(game, filled, min(upper_sum, ruleset.threshold), workshop.solution.value_of_state)
        written = total - ruleset.bonus_at(upper_sum)
        kept: Roll = ()
        for rerolls, dice in zip(reversed(range(ruleset.n_rerolls + 1)), throws, strict=True):
            roll = tuple(sorted((*kept, *dice[: ruleset.n_dice - len(kept)])))
            at = lattice.index_of_keep[roll] - lattice.first_roll
            best = choices(values, at, rerolls, written)[0]
            if best.action == "score":
                category = ruleset.category_names.index(best.category)
                filled |= 1 << category
                upper_sum += best.points if ruleset.categories[category].is_upper else 0
                total = written + best.points + ruleset.bonus_at(upper_sum)
            rows.append(
                {
                    "game": number,
                    "turn": turn,
                    "throw": ruleset.n_rerolls + 1 - rerolls,
                    "dice": dice_text(roll),
                    "keep": dice_text(best.dice),
                    "category": best.category,
                    "points": best.points,
                    "total": total,
                    "value": best.value,
                }
            )
            if best.action == "score":
                break
            kept = best.dice
    return rows


UNITS = 100_000  # sum of the numbers of a curve, except for rounding
PERCENTS = (10, 25, 75, 90)


@dataclass(frozen=True)
class Moment:
    """A position between two throws of a game: the state at the start of the turn, the roll and the remaining throws.

    ``written`` is in points without the bonus, which is added at the end of the game. ``roll`` is None before the first
    throw of a game.
    """

    game: int
    turn: int
    throw: int
    filled: int
    upper_total: int
    written: int
    roll: int | None = None
    rerolls: int = 0


def moments_of(game: Game, played: pd.DataFrame) -> list[Moment]:
    """Return the moments of recorded games: each game's start and then its throws in order."""
    ruleset, moments = game.ruleset, list[Moment]()
    roll_of_dice = {dice_text(roll): number for number, roll in enumerate(game.lattice.rolls)}
    filled, upper, written = 0, 0, 0
    for row in played.to_dict("records"):
        number, turn, throw = int(row["game"]), int(row["turn"]), int(row["throw"])
        if turn == throw == 1:
            filled, upper, written = 0, 0, 0
            moments.append(Moment(number, 1, 0, filled, upper, written))
        roll, rerolls = roll_of_dice[str(row["dice"])], ruleset.n_rerolls + 1 - throw
        moments.append(Moment(number, turn, throw, filled, min(upper, ruleset.threshold), written, roll, rerolls))
        if row["category"]:
            place, points = ruleset.category_names.index(str(row["category"])), int(row["points"])
            filled, written = filled | 1 << place, written + points
            upper += points if ruleset.categories[place].is_upper else 0
    return moments


def started_turn(game: Game, value_of_state: Floats, moment: Moment) -> StartedTurn:
    """Return the turn of a moment, with the probabilities of its outcomes."""
    turn = solve_turn(game, moment.filled, moment.upper_total, value_of_state)
    rerolls, on_table = game.ruleset.n_rerolls, game.lattice.prob_of_roll
    if moment.roll is not None:
        rerolls, on_table = moment.rerolls, np.zeros(len(game.lattice.rolls))
        on_table[moment.roll] = 1.0
    probs = prob_of_outcome(turn, rerolls, on_table)
    return StartedTurn(moment.filled, moment.upper_total, moment.written, probs)


class Curves(NamedTuple):
    """Distributions of the final score, float64[n, best final score + 1] each: of all moments, and of all throws."""

    moments: list[Moment]
    of_moments: Floats
    of_throws: Floats


def curves_of_title(workshop: Workshop) -> Curves:
    """Return the curves of the title page's figures: one pass through the game for all of them."""
    moments, solution = moments_of(workshop.game, workshop.once(sample_games)), workshop.solution
    turns = [started_turn(workshop.game, solution.value_of_state, moment) for moment in moments]
    turns += turns_of_throws(workshop).values()
    curves = curves_of_turns(way_of_optimum(solution), turns)
    return Curves(moments, curves[: len(moments)], curves[len(moments) :])


def binned_rows(curve: Floats, **known: int) -> pd.DataFrame:
    """Return a curve as rows of score and share, rounded to five decimals, after the columns ``known``."""
    shares = binned(curve).round(5)
    drawn = np.flatnonzero(shares)
    return pd.DataFrame({**known, "score": drawn * BIN, "share": shares[drawn]})


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
    curves = zip(turns_of_throws(workshop), workshop.once(curves_of_title).of_throws, strict=True)
    rows = [binned_rows(curve, throw=number, option=place) for (number, place), curve in curves]
    return pd.concat(rows, ignore_index=True)


@table(ruleset="scandinavian")
def game_ranges(workshop: Workshop) -> pd.DataFrame:
    """Compute the range of final scores of the sample games after each throw; one row per moment, in order.

    Columns
    -------
    game (int): Number of the game, from 0.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1; 0 before the first throw of the game.
    percentile_10 (int, points): 10th percentile of the final score from this position.
    percentile_25 (int, points): 25th percentile.
    percentile_75 (int, points): 75th percentile.
    percentile_90 (int, points): 90th percentile.
    share (float, probability): Probability of a final score from percentile_10 to percentile_90, both included, rounded
        to four decimals.
    """
    from solver.play.distribution import Distribution  # compiles

    moments, curves, _throws = workshop.once(curves_of_title)
    rows = []
    for moment, curve in zip(moments, curves, strict=True):
        found = {percent: Distribution(curve).percentile(percent) for percent in PERCENTS}
        share = round(float(curve[found[PERCENTS[0]] : found[PERCENTS[-1]] + 1].sum()), 4)
        row = {"game": moment.game, "turn": moment.turn, "throw": moment.throw}
        rows.append(row | {f"percentile_{percent}": score for percent, score in found.items()} | {"share": share})
    return pd.DataFrame(rows)


@table(ruleset="scandinavian", bin=BIN)
def half_way_curves(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score in the middle of each sample game; one row per game and bin.

    The middle is the throw after which the eighth box is filled: the last of the eighth turn.

    Columns
    -------
    game (int): Number of the game, from 0.
    score (int, points): The lowest score of the bin, which contains two.
    share (float, probability): Probability of these scores, rounded to five decimals; bins of zero are omitted.
    """
    moments, curves, _throws = workshop.once(curves_of_title)
    middle = -(-workshop.ruleset.n_categories // 2)
    last_of_game = {moment.game: place for place, moment in enumerate(moments) if moment.turn == middle}
    rows = [binned_rows(curves[place], game=game) for game, place in last_of_game.items()]
    return pd.concat(rows, ignore_index=True)


@file("game-curves", "game-curves.json.gz", "asset", bin=BIN, units=UNITS)
def game_curves(workshop: Workshop) -> Content:
    """Encode the distribution of the final score at every moment of the sample games, for drawing; one row per moment.

    A gzipped JSON object: ``bin``, the points per bin; ``units``, the sum of the numbers of a curve except for
    rounding; and the columns, by moment in the order of game_ranges.

    Columns
    -------
    first (int, bins): The first bin of the curve.
    shares (str): An array of the probabilities of successive bins, in units.
    """
    curves = workshop.once(curves_of_title).of_moments
    firsts, shares = [], []
    for curve in curves:
        counts = np.rint(binned(curve) * UNITS).astype(int)
        drawn = np.flatnonzero(counts)
        firsts.append(int(drawn[0]))
        shares.append(counts[drawn[0] : drawn[-1] + 1].tolist())
    content = {"bin": BIN, "units": UNITS, "first": firsts, "shares": shares}
    text = json.dumps(content, separators=(",", ":")).encode()
    return Content(gzip.compress(text, 9, mtime=0), len(curves))
