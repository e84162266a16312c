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


GAMES = 1_000_000  # games; unit in which a page shows probabilities
BYTES_OF_VALUE = 8
DECIMALS = 5  # of points; more than figures show, because rounding twice can change the last digit


@table()
def game_sizes(_workshop: Workshop) -> pd.DataFrame:
    """Count the states of every game; one row per ruleset with default options.

    Columns
    -------
    game (str): Name of the ruleset.
    dice (int, dice): Number of dice.
    boxes (int, categories): Lines of the scorecard, and so turns.
    rolls (int, rolls): Unordered rolls.
    keeps (int, keeps): Unordered sets of dice to keep, including none and all.
    upper_slots (int, pairs): Sets of upper categories times upper totals.
    upper_pairs (int, pairs): Pairs of them that some game reaches.
    upper_share (float, share): Share of the slots that some game reaches.
    lower_sets (int, sets of categories): Sets of filled lower categories.
    states (int, states): States between turns that some game reaches.
    per_card (float, states): States for each pair of a set of filled categories and an upper total: more than 1 if the
        state includes more than these.
    gigabytes (float, gigabytes): Size of a table with one float64 per state.
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
    """Summarize perfect play of several games; one row per game.

    Columns
    -------
    game (str): Name of the ruleset.
    dice (int, dice): Number of dice.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Skewness of the final score: negative if the longer tail is on the left.
    median (int, points): Median of the final score.
    likeliest (int, points): The score with the largest probability.
    best (int, points): Largest final score that the rules allow.
    mean_share (float, share): Expected score as a share of the largest.
    bonus (int, points): Points of the bonus.
    threshold (int, points): Upper total that earns it.
    bonus_rate (float, probability): Probability of the bonus.
    top_box (str): The category for all dice equal.
    top_rate (float, probability): Probability of points in that category.
    zeros (float, categories): Expected number of categories with no points.
    zero_share (float, share): As a share of all categories.
    visited (int, states): States that perfect play can reach.
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


@recorded_table("computed", stands_alone=True, per=GAMES)
def game_scores(workshop: Workshop) -> pd.DataFrame:
    """Count the expected scores of a million perfect games; one row per game and score with at least one game.

    Columns
    -------
    game (str): Name of the ruleset.
    score (int, points): The final score.
    games (int, games): Expected number in a million, rounded.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        games = np.rint(play.distribution.prob_of_score * GAMES).astype(np.int64)
        scores = np.flatnonzero(games)
        frames.append(pd.DataFrame({"game": name, "score": scores, "games": games[scores]}))
    return pd.concat(frames, ignore_index=True)


@recorded_table("computed", stands_alone=True)
def game_boxes(workshop: Workshop) -> pd.DataFrame:
    """Summarize each category of several games, and the bonus, under perfect play; one row per game and category.

    Columns
    -------
    game (str): Name of the ruleset.
    category (str): The category, or "bonus".
    mean (float, points): Expected points, extra points included.
    most (int, points): Largest points of one roll, without extra points.
    zero_rate (float, probability): Probability of no points.
    mean_turn (float, turns): Average turn in which it is filled; for the bonus the number of turns.
    mean_share (float, share): Share of the expected final score.
    spread_share (float, share): Covariance with the final score as a share of its variance.
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
    """Compute when perfect play fills each category of several games, rounded; one row per game, category and turn.

    Columns
    -------
    game (str): Name of the ruleset.
    category (str): The category.
    turn (int, turns): Turn of the game, from 1.
    probability (float, probability): Probability that the category is filled in this turn, rounded to four decimals.
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
    """Perfect play under one reading of the rules: distribution of the score, and how turns end."""

    distribution: Distribution
    habits: Habits


def habits_of_optimum(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play, and the statistics of its turns."""
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
    """Return perfect play under every reading of the rules."""
    return {name: reading_of(Workshop(find_ruleset(JOKER_GAME, options))) for name, options in READINGS.items()}


@recorded_table("computed", ruleset=JOKER_GAME)
def joker_rules(workshop: Workshop) -> pd.DataFrame:
    """Compare readings of the rules on further Yahtzees; one row per reading, the free joker first.

    Columns
    -------
    reading (str): Free, forced: the kind of joker, each further Yahtzee paid. None: no joker, but paid. Unpaid: a free
        joker, not paid. Plain: neither.
    mean (float, points): Expected final score of perfect play.
    less (float, points): Difference below the free joker.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Skewness of the final score.
    top_rate (float, probability): Probability of points in the Yahtzee box.
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
    """Compute where further Yahtzees that earn points are scored; one row per reading that pays for them.

    Columns
    -------
    reading (str): As in joker_rules.
    per_game (float, Yahtzees): Expected number in a game.
    games (float, games): Expected games per further Yahtzee.
    own_share (float, share): Share scored in the upper box of their face.
    lower_share (float, share): Share scored in a lower box.
    nothing_share (float, share): Share scored in an upper box of another face, for zero points.
    """
    paid = {name: play for name, play in workshop.once(readings).items() if play.habits.game.has_extra_bonus}
    return pd.DataFrame([{"reading": name} | places_of_extras(play) for name, play in paid.items()])


def places_of_extras(play: Reading) -> dict[str, float]:
    """Return the expected number of further Yahtzees in a game, and the shares by where they are scored."""
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
    """Summarize the number of saved throws in perfect play; one row per turn, and one for the end of the game.

    Columns
    -------
    turn (int, turns): Turn of the game, from 1, before its first throw; one more than there are turns for the end.
    mean (float, throws): Average number of saved throws.
    none (float, probability): Probability of no saved throw.
    largest (int, throws): Largest number under perfect play.
    """
    return summed_up(visits_of_purse(find_solution(find_ruleset(GAME))[0]))


def visits_of_purse(solution: Solution) -> Floats:
    """Return the probability of each number of saved throws by number of filled boxes: float64[n_layers, n_extras]."""
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
    """Compute the value of one more saved throw in Scandinavian Yatzy; one row per filled boxes and saved throws.

    This is the difference of two values of one scorecard. Mean, smallest and largest are over all reachable scorecards
    with as many filled boxes, each counted once; a scorecard is the set of filled boxes and the upper total, capped at
    the threshold.

    Columns
    -------
    ruleset (str): Ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws; with n boxes filled there are at most 2 n, so one more is possible up to 2 n - 1.
    mean (float, points): Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest (float, points): Smallest such number.
    largest (float, points): Largest such number.
    scorecards (int, scorecards): Reachable scorecards with as many filled boxes.
    error_bound (float, points): Error bound of these numbers: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING)


@recorded_table("computed", stands_alone=True, rules=SAVING_MAXI)
def maxi_saved_worth(workshop: Workshop) -> pd.DataFrame:
    """Compute the value of one more saved throw in Maxi Yatzy; one row per filled boxes and saved throws.

    As in saved_throw_worth. Values are stored in float32, so a difference is a multiple of their step: 2^-15 points
    from 256 points on.

    Columns
    -------
    ruleset (str): Ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws; with n boxes filled there are at most 2 n, so one more is possible up to 2 n - 1.
    mean (float, points): Mean over the scorecards of what one more saved throw adds to the points still to come.
    smallest (float, points): Smallest such number.
    largest (float, points): Largest such number.
    scorecards (int, scorecards): Reachable scorecards with as many filled boxes.
    error_bound (float, points): Error bound of these numbers: twice the bound of a value in this layer.
    """
    return worth_frame(SAVING_MAXI)


def worth_frame(rules: str) -> pd.DataFrame:
    """Return the value of one more saved throw, by filled boxes and saved throws."""
    solution = find_solution(find_ruleset(rules))[0]
    frame = pd.DataFrame([asdict(worth) for worth in worth_of_throws(solution.game, solution.values)])
    frame.insert(0, "ruleset", rules)
    return frame.assign(error_bound=[2 * bound_of_layer(solution, n_filled) for n_filled in frame["filled"].tolist()])


@recorded_table("computed", stands_alone=True)
def rulesets_recorded(workshop: Workshop) -> pd.DataFrame:
    """Compare start values of rulesets that take long to solve; one row per ruleset and house rules.

    Columns
    -------
    ruleset (str): Ruleset.
    options (str): House rules as for --option, separated by commas; "default" for none.
    n_dice (int, dice): Dice thrown.
    boxes (int, boxes): Boxes to fill.
    states (int, states): Reachable states.
    start_value (float, points): Expected final score of perfect play.
    error_bound (float, points): Error bound of the start value.
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
class SeededGame:
    """A game in progress: the queue of faces of every die, the scorecard, saved throws and decisions."""

    seed: int
    queue: list[list[int]]
    filled: int = 0
    upper_sum: int = 0
    points: int = 0
    saved: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def final_score(self) -> int:
        """Return the total after the last decision."""
        return int(self.rows[-1]["total"])


def game_of_seed(solution: Solution, seed: int) -> SeededGame:
    """Return the game before its first throw; each queue has a face for every possible throw."""
    ruleset = solution.game.ruleset
    shape = ruleset.n_dice, ruleset.n_categories * (ruleset.n_rerolls + 1)
    faces = np.random.default_rng(seed).integers(FACES[0], FACES[-1] + 1, shape)
    return SeededGame(seed, faces.tolist())


def play_seeds(solution: Solution, seeds: range) -> list[SeededGame]:
    """Play the games of some seeds perfectly."""
    game, tables = solution.game, [game_of_seed(solution, seed) for seed in seeds]
    ruleset = game.ruleset
    for turn in range(ruleset.n_categories):
        totals = [min(one.upper_sum, ruleset.threshold) for one in tables]
        n_rerolls = ruleset.n_rerolls + max(one.saved for one in tables)
        solved = solve_turn(game, [one.filled for one in tables], totals, solution.values, n_rerolls=n_rerolls)
        for place, one in enumerate(tables):
            play_turn(one, solved, place, turn)
    return tables


def play_turn(at: SeededGame, solved: Turn, place: int, turn: int) -> None:
    """Play one turn of a game and record its decisions."""
    ruleset, lattice = solved.game.ruleset, solved.game.lattice
    faces, stays = [0] * ruleset.n_dice, [False] * ruleset.n_dice
    rerolls, throw = ruleset.n_rerolls + at.saved, 1
    while not all(stays):
        faces = [face if stay else queue.pop(0) for face, stay, queue in zip(faces, stays, at.queue, strict=True)]
        roll = lattice.rolls.index(tuple(sorted(faces)))
        options = choices(solved, roll, rerolls, at.points, place)
        stays = kept_dice(faces, options[0])
        if options[0].action == "score":
            category = ruleset.category_names.index(options[0].category)
            at.filled |= 1 << category
            at.points += options[0].points
            at.upper_sum += options[0].points if ruleset.categories[category].is_upper else 0
            at.saved = rerolls
        total = at.points + ruleset.bonus_at(at.upper_sum)
        known = {"turn": turn + 1, "throw": throw, "dice": dice_text(tuple(faces)), "in_hand": rerolls, "total": total}
        at.rows.append(known | decision_columns(options, stays))
        rerolls, throw = rerolls - 1, throw + 1


def kept_dice(faces: list[int], best: Choice) -> list[bool]:
    """Return which dice are kept; of equal ones the leftmost, and all if the roll is scored."""
    left = list(faces) if best.action == "score" else list(best.dice)
    stays = []
    for face in faces:
        stays.append(face in left)
        if face in left:
            left.remove(face)
    return stays


def decision_columns(options: list[Choice], stays: list[bool]) -> dict[str, Any]:
    """Return the decision and the values of the best ways to score and to throw."""
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

    Each of the five dice has its own queue of faces, drawn with a seed. It is the median game of the seeds from 1 on,
    ordered by final score and then by seed.

    Columns
    -------
    seed (int): Seed of the queues.
    seeds (int): Number of all seeds.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1.
    dice (str): The faces of the five dice, by position.
    in_hand (int, throws): Remaining throws of this turn, saved ones included; unused ones are saved.
    total (int, points): Points on the scorecard after the decision, with the bonus once it is earned.
    stays (str): For each die 1 if it is kept and 0 if it is thrown again; all 1 where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored; 0 where dice are kept.
    write (str): Category of the best way to score the roll now.
    write_points (int, points): Points of that category.
    write_value (float, points): Expected final score then.
    keep (str): Dice kept by the best way to throw again; empty for none, and where no throw is left.
    throw_value (float, points): Expected final score then; -1 where no throw is left.
    """
    tables = play_seeds(workshop.once(saved_workshop).solution, range(1, N_SEEDS + 1))
    middle = sorted(tables, key=lambda one: (one.final_score, one.seed))[N_SEEDS // 2]
    return pd.DataFrame([{"seed": middle.seed, "seeds": N_SEEDS} | row for row in middle.rows])


MOST_SAVED = 20  # shown in a figure


@table(most=MOST_SAVED)
def throw_worth(workshop: Workshop) -> pd.DataFrame:
    """Compute the value of one more saved throw in two games, rounded; one row per game, filled boxes and saved throws.

    As in saved_throw_worth and maxi_saved_worth, but for few saved throws only.

    Columns
    -------
    game (str): Name of the ruleset.
    filled (int, boxes): Boxes filled before this turn.
    saved (int, throws): Saved throws.
    worth (float, points): Mean over all scorecards of what one more adds to the points still to come.
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
