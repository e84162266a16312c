"""Data of the chapter "More dice"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, Turn, choices, solve_turn
from solver.arrays import Floats
from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import read_record, recorded_table
from solver.datasets.shared import Play, plays, top_box
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.rules.games import RULESETS, find_ruleset
from solver.rules.ruleset import FACES
from solver.solving.solution import Solution, find_solution
from solver.studies.saved_throws import bound_of_layer, worth_of_throws

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.statistics import Habits


PER = 1_000_000  # games that a page counts in
BYTES_OF_VALUE = 8
DECIMALS = 5  # of points: several more than figures show, for a number that is rounded twice may end on another digit


@table()
def game_sizes(_workshop: Workshop) -> pd.DataFrame:
    """Count the places of every game; one row per ruleset with its usual options.

    Columns
    -------
    game (str): Name of the ruleset.
    dice (int, dice): Number of dice.
    boxes (int, categories): Lines of the scorecard, and so turns.
    rolls (int, rolls): Ways the dice can fall, order aside.
    keeps (int, keeps): Ways to hold some, all or none of the dice.
    upper_slots (int, pairs): Sets of upper categories times upper totals.
    upper_pairs (int, pairs): Pairs of them that some game reaches.
    upper_share (float, share): Of the slots that some game reaches.
    lower_sets (int, sets of categories): Ways to fill some of the lower categories.
    states (int, states): States between turns that some game reaches.
    per_card (float, states): States for each pair of a set of filled categories and an upper total: 1 but where more
        must be remembered.
    gigabytes (float, gigabytes): Of a table with one value in eight bytes for each state.
    """
    return pd.DataFrame([size_of_game(Game(find_ruleset(name))) for name in RULESETS])


def size_of_game(game: Game) -> dict[str, Any]:
    """Return the row of one game in game_sizes."""
    space = game.space
    lower_sets, pairs = space.n_sets // space.n_upper_sets, int(space.reachable_of_upper_set.sum())
    return {
        "game": game.ruleset.name,
        "dice": game.ruleset.n_dice,
        "boxes": game.ruleset.n_categories,
        "rolls": len(game.lattice.rolls),
        "keeps": game.lattice.n_keeps,
        "upper_slots": space.reachable_of_upper_set.size,
        "upper_pairs": pairs,
        "upper_share": pairs / space.reachable_of_upper_set.size,
        "lower_sets": lower_sets,
        "states": space.n_states,
        "per_card": space.n_states / (pairs * lower_sets),
        "gigabytes": space.n_states * BYTES_OF_VALUE / 1e9,
    }


@recorded_table("computed", stands_alone=True)
def game_facts(workshop: Workshop) -> pd.DataFrame:
    """Sum up perfect play of several games; one row per game.

    Columns
    -------
    game (str): Name of the ruleset.
    dice (int, dice): Number of dice.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Skewness of the final score: negative where the long slope is on the left.
    median (int, points): Half of the games end at it or below.
    likeliest (int, points): The score with the largest probability.
    best (int, points): Largest final score that the rules allow.
    mean_share (float, share): Expected score, of the largest.
    bonus (int, points): Points of the bonus.
    threshold (int, points): Upper points that earn it.
    bonus_rate (float, probability): Of games with the bonus.
    top_box (str): The category for all dice equal.
    top_rate (float, probability): Of games with points in that category.
    zeros (float, categories): Expected number of categories with no points.
    zero_share (float, share): Of all categories.
    visited (int, states): States that perfect play comes to.
    """
    return pd.DataFrame([facts_of_play(play) for play in workshop.once(plays).values()])


def facts_of_play(play: Play) -> dict[str, Any]:
    """Return the row of one game in game_facts."""
    ruleset, statistics, scores = play.workshop.ruleset, play.statistics, play.distribution
    top = top_box(play.workshop)
    zeros = float(statistics.zero_rates.sum())
    return {
        "game": ruleset.name,
        "dice": ruleset.n_dice,
        "mean": scores.mean,
        "sd": scores.sd,
        "skewness": scores.skewness,
        "median": scores.percentile(50),
        "likeliest": int(np.argmax(scores.prob_of_score)),
        "best": play.workshop.game.best_final_score,
        "mean_share": scores.mean / play.workshop.game.best_final_score,
        "bonus": ruleset.bonus,
        "threshold": ruleset.threshold,
        "bonus_rate": statistics.bonus_rate,
        "top_box": top,
        "top_rate": 1 - float(statistics.zero_rates[ruleset.category_names.index(top)]),
        "zeros": zeros,
        "zero_share": zeros / ruleset.n_categories,
        "visited": int(statistics.n_visited.sum()),
    }


@recorded_table("computed", stands_alone=True, per=PER)
def game_scores(workshop: Workshop) -> pd.DataFrame:
    """Count the scores of a million average perfect games; one row per game and score that comes up in them.

    Columns
    -------
    game (str): Name of the ruleset.
    score (int, points): The final score.
    games (int, games): Of a million, rounded.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        games = np.rint(play.distribution.prob_of_score * PER).astype(np.int64)
        scores = np.flatnonzero(games)
        frames.append(pd.DataFrame({"game": name, "score": scores, "games": games[scores]}))
    return pd.concat(frames, ignore_index=True)


@recorded_table("computed", stands_alone=True)
def game_boxes(workshop: Workshop) -> pd.DataFrame:
    """Sum up each category of several games, and the bonus, under perfect play; one row per game and category.

    Columns
    -------
    game (str): Name of the ruleset.
    category (str): The category, or "bonus".
    mean (float, points): Expected points, with what comes on top of them.
    most (int, points): Most points that one roll can bring there, without what comes on top.
    zero_rate (float, probability): Of no points.
    mean_turn (float, turns): Turn in which it is filled, on average; for the bonus the number of turns.
    mean_share (float, share): Of the expected final score.
    spread_share (float, share): Covariance with the final score, of its variance.
    """
    return pd.concat([boxes_of_play(play) for play in workshop.once(plays).values()], ignore_index=True)


def boxes_of_play(play: Play) -> pd.DataFrame:
    """Return the rows of one game in game_boxes."""
    game, statistics = play.workshop.game, play.statistics
    turns = np.arange(1, game.ruleset.n_categories + 1)
    covariance = statistics.covariance.sum(axis=1)
    return pd.DataFrame(
        {
            "game": game.ruleset.name,
            "category": [*game.ruleset.category_names, "bonus"],
            "mean": statistics.means,
            "most": [*game.points_of_roll.max(axis=0).tolist(), game.ruleset.bonus],
            "zero_rate": [*statistics.zero_rates, 1 - statistics.bonus_rate],
            "mean_turn": [*statistics.fill_turns.sum(axis=-1) @ turns, float(turns[-1])],
            "mean_share": statistics.means / statistics.means.sum(),
            "spread_share": covariance / covariance.sum(),
        }
    )


@recorded_table("computed", stands_alone=True)
def game_turns(workshop: Workshop) -> pd.DataFrame:
    """Tell when perfect play fills each category of several games, rounded; one row per game, category and turn.

    Columns
    -------
    game (str): Name of the ruleset.
    category (str): The category.
    turn (int, turns): Turn of the game, from 1.
    probability (float, probability): That the category is filled in this turn, rounded to four decimals.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        chances = play.statistics.fill_turns.sum(axis=-1)
        category, turn = np.indices(chances.shape)
        names = np.array(play.workshop.ruleset.category_names)[category.ravel()]
        rounded = chances.ravel().round(4)
        frames.append(pd.DataFrame({"game": name, "category": names, "turn": turn.ravel() + 1, "probability": rounded}))
    return pd.concat(frames, ignore_index=True)


JOKER_GAME = "yahtzee"
READINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "free": {},
        "forced": {"joker": "forced"},
        "none": {"joker": "none"},
        "unpaid": {"extra_yahtzee_bonus": "0"},
        "plain": {"joker": "none", "extra_yahtzee_bonus": "0"},
    }
)


class Reading(NamedTuple):
    """Perfect play under one reading: the scores, and how turns end."""

    distribution: Distribution
    habits: Habits


def habits_of_optimum(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play, and its habits."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.player import TablePlayer
    from solver.play.statistics import habits
    from solver.play.walk import walk

    way = walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    return {"prob_of_score": score_distribution(way).prob_of_score, **habits(way).arrays()}


def reading_of(workshop: Workshop) -> Reading:
    """Return perfect play of a workshop's game."""
    from solver.play.distribution import Distribution
    from solver.play.statistics import Habits

    arrays = workshop.kept(habits_of_optimum)
    return Reading(Distribution(arrays["prob_of_score"]), Habits.of_arrays(workshop.game, arrays))


def readings(_workshop: Workshop) -> dict[str, Reading]:
    """Return perfect play of every reading."""
    return {name: reading_of(Workshop(find_ruleset(JOKER_GAME, options))) for name, options in READINGS.items()}


@recorded_table("computed", ruleset=JOKER_GAME)
def joker_rules(workshop: Workshop) -> pd.DataFrame:
    """Tell what each reading of the rules on further Yahtzees is worth; one row per reading, the free joker first.

    Columns
    -------
    reading (str): Free, forced: the kind of joker, each further Yahtzee paid. None: no joker, but paid. Unpaid: a free
        joker, not paid. Plain: neither.
    mean (float, points): Expected final score of perfect play under it.
    less (float, points): How far it lies below the free joker.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Skewness of the final score.
    top_rate (float, probability): Of games with points in the Yahtzee box.
    """
    found = workshop.once(readings)
    best = found["free"].distribution.mean
    top = find_ruleset(JOKER_GAME).category_names.index("yahtzee")
    return pd.DataFrame(
        [
            {
                "reading": name,
                "mean": play.distribution.mean,
                "less": best - play.distribution.mean,
                "sd": play.distribution.sd,
                "skewness": play.distribution.skewness,
                "top_rate": 1 - float(play.habits.zero_rates[top]),
            }
            for name, play in found.items()
        ]
    )


@recorded_table("computed", ruleset=JOKER_GAME)
def extra_yahtzees(workshop: Workshop) -> pd.DataFrame:
    """Tell where paid further Yahtzees are written; one row per reading that pays for them.

    Columns
    -------
    reading (str): As in joker_rules.
    per_game (float, Yahtzees): Expected number in a game.
    games (float, games): Games that one plays for one of them, on average.
    own_share (float, share): Of those written into the upper box of their face.
    lower_share (float, share): Of those written into a lower box.
    nothing_share (float, share): Of those written into an upper box of another face, for nothing.
    """
    paid = {name: play for name, play in workshop.once(readings).items() if play.habits.game.has_extra_bonus}
    return pd.DataFrame([{"reading": name} | places_of_extras(play) for name, play in paid.items()])


def places_of_extras(play: Reading) -> dict[str, float]:
    """Return how many paid Yahtzees a game has, and the shares of the places where they are written."""
    game, ways = play.habits.game, play.habits.game.outcomes
    chance = play.habits.prob * (ways.gain > ways.points)
    upper = ways.category < sum(category.is_upper for category in game.ruleset.categories)
    per_game = float(chance.sum())
    return {
        "per_game": per_game,
        "games": 1 / per_game,
        "own_share": float(chance[upper & (ways.points > 0)].sum()) / per_game,
        "lower_share": float(chance[~upper].sum()) / per_game,
        "nothing_share": float(chance[upper & (ways.points == 0)].sum()) / per_game,
    }


GAME = "scandinavian-saved"


@recorded_table("computed", stands_alone=True, rules=GAME)
def purse_turns(_workshop: Workshop) -> pd.DataFrame:
    """Sum up the purses of perfect play of Yatzy with saved throws; one row per turn, and one for the end.

    Columns
    -------
    turn (int, turns): Turn of the game, from 1, before its first throw; one more than there are turns for the end.
    mean (float, throws): Saved throws in hand, on average.
    none (float, probability): Of no saved throw.
    largest (int, throws): Most that perfect play ever has then.
    """
    return summed_up(visits_of_purse(find_solution(find_ruleset(GAME))[0]))


def visits_of_purse(solution: Solution) -> Floats:
    """Return how likely perfect play has each number of saved throws, by filled boxes: float64[n_layers, n_extras]."""
    from solver.play.long_walk import long_walk  # compiles
    from solver.play.player import TablePlayer

    way, space = long_walk(solution.game, TablePlayer("optimal", solution.value_of_state)), solution.game.space
    visits: Floats = np.zeros((len(way.stops), space.n_pages // space.n_sets))
    for filled, stop in enumerate(way.stops):
        np.add.at(visits[filled], stop.page // space.n_sets, stop.visits)
    return visits


def summed_up(visits: Floats) -> pd.DataFrame:
    """Return the rows of purse_turns."""
    sizes = np.arange(visits.shape[1])
    largest = [int(sizes[chances > 0].max()) for chances in visits]
    turns = np.arange(1, len(visits) + 1)
    return pd.DataFrame({"turn": turns, "mean": visits @ sizes, "none": visits[:, 0], "largest": largest})


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
    ruleset (str): Ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws already in hand; with n boxes filled there can be at most 2 n, so one more can be
        had up to 2 n - 1.
    mean (float, points): Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest (float, points): Smallest such number.
    largest (float, points): Largest such number.
    scorecards (int, scorecards): Reachable scorecards with so many filled boxes.
    error_bound (float, points): How far a number can be off: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING)


@recorded_table("computed", stands_alone=True, rules=SAVING_MAXI)
def maxi_saved_worth(workshop: Workshop) -> pd.DataFrame:
    """Tell what one more saved throw is worth in Maxi Yatzy; one row per filled boxes and saved throws in hand.

    As in saved_throw_worth. Values are kept in float32, so a difference is a multiple of their step: 2^-15 points
    from 256 points on.

    Columns
    -------
    ruleset (str): Ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws already in hand; with n boxes filled there can be at most 2 n, so one more can be
        had up to 2 n - 1.
    mean (float, points): Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest (float, points): Smallest such number.
    largest (float, points): Largest such number.
    scorecards (int, scorecards): Reachable scorecards with so many filled boxes.
    error_bound (float, points): How far a number can be off: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING_MAXI)


def worth_frame(rules: str) -> pd.DataFrame:
    """Return what one more saved throw is worth, by filled boxes and saved throws."""
    solution = find_solution(find_ruleset(rules))[0]
    frame = pd.DataFrame([asdict(worth) for worth in worth_of_throws(solution.game, solution.values)])
    frame.insert(0, "ruleset", rules)
    return frame.assign(error_bound=[2 * bound_of_layer(solution, n_filled) for n_filled in frame["filled"].tolist()])


@recorded_table("computed", stands_alone=True)
def rulesets_recorded(workshop: Workshop) -> pd.DataFrame:
    """Put the start values of rulesets that take long to solve side by side; one row per ruleset and house rules.

    Columns
    -------
    ruleset (str): Ruleset.
    options (str): House rules as given to --option, comma between them; "default" for none.
    n_dice (int, dice): Dice thrown.
    boxes (int, boxes): Boxes to fill.
    states (int, states): Reachable states.
    start_value (float, points): Expected final score of perfect play.
    error_bound (float, points): How far the start value can be off.
    largest (int, points): Largest final score, with all bonuses.
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


N_SEEDS = 99


@dataclass
class Table:
    """One game on its way: the queue of faces of every die, the card, the throws saved, and the decisions so far."""

    seed: int
    queue: list[list[int]]
    filled: int = 0
    upper_sum: int = 0
    points: int = 0
    saved: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def final_score(self) -> int:
        """Return the points of the last decision."""
        return int(self.rows[-1]["total"])


def table_of_seed(solution: Solution, seed: int) -> Table:
    """Return the table before the first throw; a game without saved throws could use up the queues, no other can."""
    ruleset = solution.game.ruleset
    shape = ruleset.n_dice, ruleset.n_categories * (ruleset.n_rerolls + 1)
    faces = np.random.default_rng(seed).integers(FACES[0], FACES[-1] + 1, shape)
    return Table(seed, faces.tolist())


def play_tables(solution: Solution, seeds: range) -> list[Table]:
    """Return the games of some seeds, played perfectly."""
    game, tables = solution.game, [table_of_seed(solution, seed) for seed in seeds]
    ruleset = game.ruleset
    for turn in range(ruleset.n_categories):
        totals = [min(one.upper_sum, ruleset.threshold) for one in tables]
        n_rerolls = ruleset.n_rerolls + max(one.saved for one in tables)
        solved = solve_turn(game, [one.filled for one in tables], totals, solution.values, n_rerolls=n_rerolls)
        for place, one in enumerate(tables):
            play_turn(one, solved, place, turn)
    return tables


def play_turn(at: Table, solved: Turn, place: int, turn: int) -> None:
    """Play one turn of one table and write its decisions down."""
    ruleset, lattice = solved.game.ruleset, solved.game.lattice
    faces, stays = [0] * ruleset.n_dice, [False] * ruleset.n_dice
    rerolls, throw = ruleset.n_rerolls + at.saved, 1
    while not all(stays):
        faces = [face if stay else queue.pop(0) for face, stay, queue in zip(faces, stays, at.queue, strict=True)]
        roll = lattice.rolls.index(tuple(sorted(faces)))
        options = choices(solved, roll, rerolls, at.points, place)
        stays = kept(faces, options[0])
        if options[0].action == "score":
            category = ruleset.category_names.index(options[0].category)
            at.filled |= 1 << category
            at.points += options[0].points
            at.upper_sum += options[0].points if ruleset.categories[category].is_upper else 0
            at.saved = rerolls
        total = at.points + ruleset.bonus_at(at.upper_sum)
        known = {"turn": turn + 1, "throw": throw, "dice": dice_text(tuple(faces)), "in_hand": rerolls, "total": total}
        at.rows.append(known | told(options, stays))
        rerolls, throw = rerolls - 1, throw + 1


def kept(faces: list[int], best: Choice) -> list[bool]:
    """Return which dice stay; of equal ones those further left, and all of them where the roll is scored."""
    left = list(faces) if best.action == "score" else list(best.dice)
    stays = []
    for face in faces:
        stays.append(face in left)
        if face in left:
            left.remove(face)
    return stays


def told(options: list[Choice], stays: list[bool]) -> dict[str, Any]:
    """Return what was done, and what the best ways to write and to throw are worth."""
    best, write = options[0], next(option for option in options if option.action == "score")
    throw = next((option for option in options if option.action == "keep"), None)
    return {
        "stays": dice_text(tuple(int(stay) for stay in stays)),
        "category": best.category,
        "points": best.points,
        "write": write.category,
        "write_points": write.points,
        "write_value": write.value,
        "keep": dice_text(throw.dice) if throw else "",
        "throw_value": throw.value if throw else -1.0,
    }


def saved_workshop(_workshop: Workshop) -> Workshop:
    """Return the workshop of the game with saved throws."""
    return Workshop(find_ruleset(GAME))


@table(ruleset=GAME, seeds=N_SEEDS, rule="the game in the middle when all are ordered by their final score")
def saved_game(workshop: Workshop) -> pd.DataFrame:
    """Play one game with saved throws perfectly; one row per decision.

    Each of the five dice has its own queue of faces, drawn with a seed. Of the games of the seeds from 1 on it is the
    one in the middle, ordered by final score and then by number.

    Columns
    -------
    seed (int): Seed of the queues.
    seeds (int): Number of all seeds.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1.
    dice (str): The faces of the five dice, each in its place.
    in_hand (int, throws): Throws left in this turn, the saved ones included; what is not used is saved.
    total (int, points): Points on the scorecard after the decision, with the bonus once it is earned.
    stays (str): For each die 1 if it is kept and 0 if it is thrown again; all 1 where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points written; 0 where dice are kept.
    write (str): Category of the best way to score the roll now.
    write_points (int, points): Points that it writes.
    write_value (float, points): Expected final score then.
    keep (str): Dice kept by the best way to throw again; empty for none, and where no throw is left.
    throw_value (float, points): Expected final score then; -1 where no throw is left.
    """
    tables = play_tables(workshop.once(saved_workshop).solution, range(1, N_SEEDS + 1))
    middle = sorted(tables, key=lambda one: (one.final_score, one.seed))[N_SEEDS // 2]
    return pd.DataFrame([{"seed": middle.seed, "seeds": N_SEEDS} | row for row in middle.rows])


MOST_SAVED = 20  # that a figure shows


@table(most=MOST_SAVED)
def throw_worth(workshop: Workshop) -> pd.DataFrame:
    """Tell what one more saved throw is worth in two games, rounded; one row per game, filled boxes and saved throws.

    As in saved_throw_worth and maxi_saved_worth, but for few saved throws only.

    Columns
    -------
    game (str): Name of the ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws already in hand.
    worth (float, points): What one more adds to the points still to come; mean over all scorecards.
    least (float, points): The same on the scorecard on which it adds least.
    most (float, points): The same on the scorecard on which it adds most.
    """
    frame = pd.concat([saved_throw_worth(workshop), read_record(maxi_saved_worth.__name__)])
    frame = frame[frame["saved"] < MOST_SAVED]
    return pd.DataFrame(
        {
            "game": frame["ruleset"].to_numpy(),
            "filled": frame["filled"].to_numpy(),
            "saved": frame["saved"].to_numpy(),
            "worth": frame["mean"].to_numpy().round(DECIMALS),
            "least": frame["smallest"].to_numpy().round(2),
            "most": frame["largest"].to_numpy().round(2),
        }
    )
