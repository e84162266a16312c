"""Data of the chapter "Two instructive failures"."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.advising.advice import choices, solve_turn
from solver.arrays import Floats
from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import recorded_table
from solver.datasets.shared import optimal_distribution_of, optimal_events
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.baselines.duel import Games
    from solver.baselines.registry import Entry
    from solver.baselines.summary import Summary
    from solver.game.game import Game
    from solver.play.player import Decided


N_SEEDS = 10_000
RIVALS = ("greedy", "max")


def duel_scores(solution: Solution) -> Arrays:
    """Play games of perfect and of greedy play with the dice of each seed, from 1, and return their final scores."""
    from solver.baselines.duel import DiceQueues, play_games  # compiles

    game, luck = solution.game, DiceQueues.of_seeds(solution.game, range(1, N_SEEDS + 1))
    return {name: play_games(game, duel_player(solution, name), luck).final_score for name in ("optimal", "greedy")}


def duel_player(solution: Solution, name: str) -> Decided:
    """Return a player of the duel."""
    from solver.baselines.optimist import optimist
    from solver.baselines.turn import greedy
    from solver.play.player import TablePlayer

    if name == "optimal":
        return TablePlayer(name, solution.value_of_state)
    return greedy(solution.game) if name == "greedy" else optimist(solution.game)


@table(seeds=N_SEEDS, rule="the seed in the middle when all are ordered by the lead of perfect play over greed")
def duel_games(workshop: Workshop) -> pd.DataFrame:
    """Play one game with perfect, greedy and hopeful play and the same dice; one row per decision, player by player.

    Each of the five dice has its own queue of faces; a throw of the die takes the next one. Of equal dice, the leftmost
    are kept. The game is that of the seed in the middle of all seeds, ordered by the lead of perfect play over the
    greedy player and then by their number.

    Columns
    -------
    player (str): Optimal, greedy or max.
    seed (int): Seed of the queues.
    rank (int): Rank of the seed, from 1 for the largest lead.
    seeds (int): Number of all seeds.
    final_score (int, points): Final score of the player.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1.
    dice (str): The faces of the five dice, by position.
    stays (str): For each die 1 if it is kept and 0 if it is thrown again; all 1 where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored; 0 where dice are kept.
    total (int, points): Points on the scorecard after the decision, with the bonus once it is earned.
    value (float, points): Expected final score after the decision, if all later ones are perfect.
    regret (float, points): Regret of the decision.
    """
    from solver.baselines.duel import DiceQueues, play_games  # compiles

    scores = workshop.kept(duel_scores)
    lead = scores["optimal"] - scores["greedy"]
    order = np.argsort(-lead, kind="stable")
    rank = (N_SEEDS + 1) // 2
    seed = int(order[rank - 1]) + 1
    luck = DiceQueues.of_seeds(workshop.game, range(seed, seed + 1))
    known = {"seed": seed, "rank": rank, "seeds": N_SEEDS}
    rows = []
    for name in ("optimal", *RIVALS):
        played = play_games(workshop.game, duel_player(workshop.solution, name), luck)
        facts = {"player": name, **known, "final_score": int(played.final_score[0])}
        rows += [facts | row for row in decisions_of(workshop, played)]
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def duel_queues(workshop: Workshop) -> pd.DataFrame:
    """List the queues of faces of the game of duel_games, so that a reader can play it; one row per die.

    Columns
    -------
    die (int): Position of the die, from 1, left to right.
    faces (str): The faces of its successive throws, as many as a game can need.
    """
    from solver.baselines.duel import DiceQueues  # compiles

    seed = int(workshop.once(duel_games).seed[0])
    (queue,) = DiceQueues.of_seeds(workshop.game, range(seed, seed + 1)).queue
    faces = [dice_text(tuple(one)) for one in queue.tolist()]
    return pd.DataFrame({"die": np.arange(1, len(faces) + 1), "faces": faces})


def decisions_of(workshop: Workshop, played: Games) -> list[dict[str, Any]]:
    """Return every decision of the first of some games, with value and regret."""
    from solver.baselines.duel import counts_of_keeps, kept_dice, rolls_of_faces  # compiles
    from solver.play.player import Tables

    game, tables = workshop.game, Tables(workshop.game)
    ruleset, lattice = game.ruleset, game.lattice
    filled, upper_sum, points, rows = 0, 0, 0, []
    for turn in range(ruleset.n_categories):
        values = solve_turn(game, filled, min(upper_sum, ruleset.threshold), workshop.solution.value_of_state)
        met = np.flatnonzero(played.option[0, turn] >= 0).tolist()
        for throw in met:
            faces, number = played.dice[0, turn, throw : throw + 1], int(played.option[0, turn, throw])
            roll = int(rolls_of_faces(tables, faces)[0])
            keeps = lattice.choices_of_roll[roll]
            options = choices(values, roll, ruleset.n_rerolls - throw, points)
            row = {"turn": turn + 1, "throw": throw + 1, "dice": dice_text(tuple(faces[0].tolist()))}
            if number < len(keeps):
                keep = keeps[number]
                taken = next(
                    option for option in options if option.action == "keep" and option.dice == lattice.keeps[keep]
                )
                stays = kept_dice(faces, counts_of_keeps(ruleset.n_dice)[[keep]])[0].astype(int).tolist()
            else:
                category = number - len(keeps)
                taken = next(option for option in options if option.category == ruleset.category_names[category])
                stays = [1] * ruleset.n_dice
                filled |= 1 << category
                points += taken.points
                upper_sum += taken.points if ruleset.categories[category].is_upper else 0
            rows.append(
                row
                | {
                    "stays": dice_text(tuple(stays)),
                    "category": taken.category,
                    "points": taken.points,
                    "total": points + ruleset.bonus_at(upper_sum),
                    "value": taken.value,
                    "regret": taken.regret,
                }
            )
    return rows


def summaries(workshop: Workshop) -> list[tuple[Entry, Summary]]:
    """Return every named player with the summary of its games; call it by ``workshop.once``."""
    from solver.baselines import habits, optimist, turn  # noqa: F401 - registers players
    from solver.baselines.registry import all_players
    from solver.baselines.summary import find_summary  # compiles

    return [(entry, find_summary(workshop.game, entry)) for entry in all_players().values()]


@table(ruleset="scandinavian")
def policies(workshop: Workshop) -> pd.DataFrame:
    """Compare all named policies exactly; one row per policy.

    Columns
    -------
    policy (str): Name of the policy.
    description (str): Description in a sentence.
    horizon (str): Horizon of its decisions: game, turn, or none.
    believes (float, points): The value it computes before the first throw, of the game or of the turn, in its own
        objective; 0 for none.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Third central moment over the third power of the standard deviation.
    kurtosis (float): Fourth central moment over the squared variance; 3 for a normal distribution.
    p1 (int, points): Smallest score s with P(X <= s) >= 1 %.
    p5 (int, points): The same with 5 %.
    p10 (int, points): The same with 10 %.
    p25 (int, points): The same with 25 %.
    p50 (int, points): The same with 50 %.
    p75 (int, points): The same with 75 %.
    p90 (int, points): The same with 90 %.
    p95 (int, points): The same with 95 %.
    p99 (int, points): The same with 99 %.
    bonus_rate (float, probability): Chance of the bonus.
    yatzy_rate (float, probability): Chance of points in the Yatzy box.
    visited_states (int, states): Number of states its games can reach, finished scorecards included.
    """
    yatzy = workshop.game.ruleset.category_names.index("yatzy")
    rows = []
    for entry, summary in workshop.once(summaries):
        found = summary.distribution
        rows.append(
            {
                "policy": entry.name,
                "description": entry.description,
                "horizon": summary.horizon,
                "believes": summary.belief,
                "mean": found.mean,
                "sd": found.sd,
                "skewness": found.skewness,
                "kurtosis": found.kurtosis,
                **{f"p{percent}": score for percent, score in found.percentiles.items()},
                "bonus_rate": summary.bonus_rate,
                "yatzy_rate": 1.0 - float(summary.zero_rate[yatzy]),
                "visited_states": summary.visited_states,
            }
        )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def policy_categories(workshop: Workshop) -> pd.DataFrame:
    """Compute mean, zero rate and turn of every box under every named policy; one row per policy and category.

    Columns
    -------
    policy (str): Name of the policy.
    category (str): Name of the box.
    mean (float, points): Expected points in the box.
    zero_rate (float, probability): Probability that it is filled with zero points.
    mean_turn (float, turns): Expected turn, from 1, in which it is filled.
    """
    names = list(workshop.game.ruleset.category_names)
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "policy": entry.name,
                    "category": names,
                    "mean": summary.mean_points,
                    "zero_rate": summary.zero_rate,
                    "mean_turn": summary.mean_turn,
                }
            )
            for entry, summary in workshop.once(summaries)
        ],
        ignore_index=True,
    )


@table(ruleset="scandinavian")
def ladder(workshop: Workshop) -> pd.DataFrame:
    """Add habits one at a time, from casual to perfect play; one row per player, perfect play last.

    Columns
    -------
    rung (str): Name of the policy with this and all earlier habits.
    habit (str): The habit, in a sentence.
    mean (float, points): Expected final score.
    gain (float, points): Gain over the previous policy; 0 for the first.
    left (float, points): Difference from perfect play.
    sd (float, points): Standard deviation of the final score.
    bonus_rate (float, probability): Chance of the bonus.
    """
    from solver.baselines.habits import RUNGS  # compiles

    found = {entry.name: (entry, summary) for entry, summary in workshop.once(summaries)}
    climbed = [found[name] for name in (*(rung.name for rung in RUNGS), "optimal")]
    means = np.array([summary.distribution.mean for _, summary in climbed])
    return pd.DataFrame(
        {
            "rung": [entry.name for entry, _ in climbed],
            "habit": [entry.description for entry, _ in climbed],
            "mean": means,
            "gain": np.diff(means, prepend=means[0]),
            "left": means[-1] - means,
            "sd": [summary.distribution.sd for _, summary in climbed],
            "bonus_rate": [summary.bonus_rate for _, summary in climbed],
        }
    )


BIN = 2  # points; width of a bin
PERFECT = "perfect"
UNITS = 100_000  # unit of published probabilities, which are whole numbers


def habit_summaries(workshop: Workshop) -> dict[str, Summary]:
    """Return a summary for each distinct set of habits.

    Some of these players are also named policies.
    """
    from solver.baselines.habits import habit_sets, name_of_set, needed, rung_maker, set_maker
    from solver.baselines.summary import cached_summary  # compiles
    from solver.baselines.turn import greedy

    different = dict.fromkeys(needed(habits) for habits in habit_sets())
    makers: dict[tuple[str, ...], tuple[str, Callable[[Game], Any]]]
    makers = {habits: (f"habits-{name_of_set(habits)}", set_maker(habits)) for habits in different}
    makers |= {(): ("casual", rung_maker("casual")), ("chances",): ("greedy", greedy)}
    makers |= {("chances", "pars"): ("par", rung_maker("par"))}
    return {name_of_set(habits): cached_summary(workshop.game, *makers[habits]) for habits in different}


def chance_to_beat(mine: Floats, theirs: Floats) -> float:
    """Return the probability that one of two independent scores is greater than the other."""
    n_scores = max(len(mine), len(theirs))
    mine, theirs = np.pad(mine, (0, n_scores - len(mine))), np.pad(theirs, (0, n_scores - len(theirs)))
    return float(mine @ (np.cumsum(theirs) - theirs))


def in_bins(prob_of_score: Floats, n_bins: int) -> Floats:
    """Return the probability of each bin of scores."""
    chances: Floats = np.pad(prob_of_score, (0, n_bins * BIN - len(prob_of_score))).reshape(-1, BIN).sum(axis=1)
    return chances


@table(ruleset="scandinavian")
def habit_players(workshop: Workshop) -> pd.DataFrame:
    """Compute the scores of players with any of four habits exactly; one row per set of habits.

    Columns
    -------
    habits (str): The habits, joined by hyphens; "none" for the casual player, "perfect" for perfect play. Chances:
        computes the probabilities of a turn exactly. Pars: values a box by its points above a printed list. Bonus: aims
        for three of a face in each upper box. Top: keeps a low pair or a single die for its upper box only.
    plays_as (str): The smallest set of habits with the same decisions: a player with "chances" needs no rule for dice,
        and "pars" include the bonus.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    bonus_rate (float, probability): Probability of the bonus.
    beats (float, probability): Probability of a higher score than an independent game of perfect play.
    """
    from solver.baselines.habits import habit_sets, name_of_set, needed

    found, perfect = workshop.once(habit_summaries), optimal_distribution_of(workshop)
    plays_as = {name_of_set(habits): name_of_set(needed(habits)) for habits in habit_sets()} | {PERFECT: PERFECT}
    scores = {name: summary.distribution for name, summary in found.items()} | {PERFECT: perfect}
    bonus_rates = {name: summary.bonus_rate for name, summary in found.items()}
    bonus_rates[PERFECT] = float(optimal_events(workshop).prob_of_combination[1::2].sum())
    rows = [
        (
            name,
            like,
            score.mean,
            score.sd,
            bonus_rates[like],
            chance_to_beat(score.prob_of_score, perfect.prob_of_score),
        )
        for name, like, score in ((name, like, scores[like]) for name, like in plays_as.items())
    ]
    return pd.DataFrame(rows, columns=["habits", "plays_as", "mean", "sd", "bonus_rate", "beats"])


@table(ruleset="scandinavian", bin=f"{BIN} points", unit_of_chance=f"1/{UNITS}")
def habit_curves(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score of players with habits, for drawing; one row per two scores.

    Columns
    -------
    score (int, points): The lower of the two scores.
    none (int, 1/100,000): Probability of these scores for the casual player.
    chances (int, 1/100,000): The same with the habit "chances" of habit_players.
    pars (int, 1/100,000): With "pars".
    bonus (int, 1/100,000): With "bonus".
    top (int, 1/100,000): With "top".
    chances_pars (int, 1/100,000): With "chances" and "pars".
    chances_bonus (int, 1/100,000): With "chances" and "bonus".
    pars_top (int, 1/100,000): With "pars" and "top".
    bonus_top (int, 1/100,000): With "bonus" and "top".
    perfect (int, 1/100,000): For perfect play.
    """
    found = {name.replace("-", "_"): one.distribution for name, one in workshop.once(habit_summaries).items()}
    found[PERFECT] = optimal_distribution_of(workshop)
    n_bins = 1 + max(len(one.prob_of_score) for one in found.values()) // BIN
    curves = {name: np.rint(UNITS * in_bins(one.prob_of_score, n_bins)) for name, one in found.items()}
    return pd.DataFrame({"score": np.arange(0, n_bins * BIN, BIN), **curves}).astype(int)


@table(ruleset="scandinavian")
def habit_pars(workshop: Workshop) -> pd.DataFrame:
    """List the pars that players with the habit "pars" use; one row per box, in scorecard order.

    Columns
    -------
    category (str): Name of the box.
    par (int, points): Points that the box is expected to bring.
    weight (int): Factor of points above or below three of a face; 1 in the lower section.
    """
    from solver.baselines.habits import PARS, UPPER_WEIGHT

    boxes = workshop.game.ruleset.categories
    rows = [(box.name, PARS[box.name], UPPER_WEIGHT if box.is_upper else 1) for box in boxes]
    return pd.DataFrame(rows, columns=["category", "par", "weight"])


@table(ruleset="scandinavian")
def habit_numbers(workshop: Workshop) -> pd.DataFrame:
    """List the numbers in the rules of players with habits; one row.

    Columns
    -------
    few_ones (int, points): Added to fewer than three ones by who gives bad rolls away.
    no_straight (int, points): What a zero in a straight counts then.
    no_yatzy (int, points): What a zero in Yatzy counts then.
    no_four (int, points): What a zero in Four of a kind counts then.
    no_other (int, points): What a zero in another lower box counts then.
    no_upper (int, points): What a zero in an upper box counts then.
    three_of_face (int, points): Added to three or more of a face in its upper box by who aims for the bonus.
    fewer_of_face (int, points): Taken off fewer of a face then.
    chance (int, points): Taken off Chance by who keeps it for later.
    one_pair (int, points): Taken off One pair then.
    """
    from solver.baselines.habits import CHANCE_FINE, LAST_RESORT, PAIR_FINE, SACRIFICES, UPPER_FINE, UPPER_REWARD

    row = {
        "few_ones": SACRIFICES["ones"],
        "no_straight": SACRIFICES["small_straight"],
        "no_yatzy": SACRIFICES["yatzy"],
        "no_four": SACRIFICES["four_of_a_kind"],
        "no_other": LAST_RESORT,
        "no_upper": LAST_RESORT - UPPER_FINE,
        "three_of_face": UPPER_REWARD,
        "fewer_of_face": UPPER_FINE,
        "chance": CHANCE_FINE,
        "one_pair": PAIR_FINE,
    }
    return pd.DataFrame([row])


@dataclass(frozen=True)
class Question:
    """A position in which players with different habits decide differently: filled boxes, roll and remaining throws."""

    name: str
    dice: str
    rerolls: int
    filled: tuple[tuple[str, int], ...] = ()


MID_GAME = (("ones", 3), ("sixes", 18), ("chance", 22))
QUESTIONS = (
    Question("small-house", "22444", 0),
    Question("three-sixes", "12666", 0),
    Question("three-ones", "11124", 0),
    Question("low-pair", "12256", 2),
    Question("two-high-pairs", "15566", 2),
    Question("filled-ones", "11246", 2, MID_GAME),
    Question("five-or-six", "25566", 1, MID_GAME),
    Question("bad-roll", "11135", 0, MID_GAME),
)


def decisions_in(game: Game, question: Question) -> dict[str, tuple[str, str]]:
    """Return the decision of every player with habits in a position: an action, keep or score, and dice or a box."""
    from solver.baselines.habits import habit_sets, name_of_set, set_maker
    from solver.kernels.following import Places  # compiles
    from solver.play.player import Tables

    names, tables = game.ruleset.category_names, Tables(game)
    page = np.array([sum(1 << names.index(name) for name, _ in question.filled)])
    roll = game.lattice.rolls.index(tuple(map(int, question.dice)))
    keeps, found = game.lattice.choices_of_roll[roll], {}
    for habits in habit_sets():
        options = set_maker(habits)(game).decide(tables, Places(page, np.zeros(1, np.int64), page))
        number = int(options[0, question.rerolls, roll, 0])
        is_kept = number < len(keeps)
        what = dice_text(game.lattice.keeps[keeps[number]]) if is_kept else names[number - len(keeps)]
        found[name_of_set(habits)] = ("keep" if is_kept else "score", what)
    return found


@table(ruleset="scandinavian")
def habit_questions(workshop: Workshop) -> pd.DataFrame:
    """List positions in which players with habits differ; one row per position and option that a player takes.

    Columns
    -------
    question (str): Name of the position.
    dice (str): The roll.
    rerolls (int, throws): Remaining throws.
    filled (str): The filled boxes with their points, "ones=3,sixes=18"; empty for none.
    action (str): Keep or score.
    option (str): The dice kept, or the box.
    regret (float, points): Regret of the option.
    players (str): The sets of habits that take it, separated by spaces; empty if only perfect play does.
    """
    game, rows = workshop.game, []
    upper = {category.name for category in game.ruleset.categories if category.is_upper}
    for question in QUESTIONS:
        filled = sum(1 << game.ruleset.category_names.index(name) for name, _ in question.filled)
        total = sum(points for name, points in question.filled if name in upper)
        values = solve_turn(game, filled, total, workshop.solution.value_of_state)
        roll = game.lattice.rolls.index(tuple(map(int, question.dice)))
        done = decisions_in(game, question)
        for place, one in enumerate(choices(values, roll, question.rerolls)):
            option = one.action, dice_text(one.dice) if one.action == "keep" else one.category
            players = [name for name, what in done.items() if what == option]
            if players or place == 0:
                card = ",".join(f"{name}={points}" for name, points in question.filled)
                known = question.name, question.dice, question.rerolls, card
                rows.append((*known, *option, one.regret, " ".join(players)))
    columns = ["question", "dice", "rerolls", "filled", "action", "option", "regret", "players"]
    return pd.DataFrame(rows, columns=columns)


HOPES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 1.0)
ROLLS = ("23556", "66666")  # the first fits no box perfectly, the second fits many
SCALES = (5.0, 500.0)  # points; bounds of the grid
N_SCALES = 33
N_CLOSER = 25  # points of the finer grid between the neighbours of the best scale


@recorded_table("computed", ruleset="scandinavian", hopes=list(HOPES))
def optimist_dial(workshop: Workshop) -> pd.DataFrame:
    """Compute scores of players between mean and maximum over throws; one row per weight of the maximum.

    A player with hope w values a throw by (1 - w) times its mean plus w times its maximum; ties are broken in the
    project's order. Options are ties if the shares of their shortfalls below the highest points differ by less than
    1e-13: with an absolute tolerance in points, nearly all options would be ties for large w. At 0.99 and 0.999 values
    have 32 digits and the share is 1e-28; any share from 1e-22 to 3e-30 gives the same mean to all digits of a float64.

    Columns
    -------
    hope (float): The weight w, from 0, perfect play, to 1, the optimist.
    believes (float, points): The value that the player computes before the first throw.
    mean (float, points): Its expected final score.
    bonus_rate (float, probability): Probability of the bonus.
    """
    from solver.baselines.optimist import hopeful_maker, optimist
    from solver.baselines.summary import cached_means, cached_summary  # compiles
    from solver.baselines.turn import optimal

    # Weights 0 and 1 are named policies, whose summaries are computed anyway.
    ends: dict[float, tuple[str, Callable[[Game], Any]]] = {0.0: ("optimal", optimal), 1.0: ("max", optimist)}
    rows = []
    for hope in HOPES:
        if hope in ends:
            summary = cached_summary(workshop.game, *ends[hope])
            rows.append((hope, summary.belief, summary.distribution.mean, summary.bonus_rate))
        else:
            means = cached_means(workshop.game, f"hope-{hope:g}", hopeful_maker(hope))
            rows.append((hope, means.belief, means.mean, means.bonus_rate))
    return pd.DataFrame(rows, columns=["hope", "believes", "mean", "bonus_rate"])


@recorded_table("computed", ruleset="scandinavian")
def max_tie_rules(workshop: Workshop) -> pd.DataFrame:
    """Score the optimist under several tie rules; one row per tie rule.

    The last two rules bound all others: among options that the optimist considers equal they take the best and the
    worst by true value.

    Columns
    -------
    rule (str): Name of the tie rule; "project" is that of the published policy ``max``.
    description (str): The rule in words.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    bonus_rate (float, probability): Probability of the bonus.
    """
    from solver.baselines.optimist import TIE_RULES, fair_maker, optimist, tie_maker
    from solver.baselines.summary import cached_summary  # compiles

    made: list[tuple[str, str, Callable[[Game], Any]]] = [
        (rule.name, rule.description, tie_maker(rule)) for rule in TIE_RULES.values()
    ]
    made[0] = (*made[0][:2], optimist)  # computed already
    made += [
        ("truly-best", "the truly best of equal options: no tie rule scores more", fair_maker(1.0)),
        ("truly-worst", "the truly worst of equal options: no tie rule scores less", fair_maker(-1.0)),
    ]
    rows = []
    for name, description, make in made:
        summary = cached_summary(workshop.game, "max" if make is optimist else f"max-{name}", make)
        found = summary.distribution
        rows.append((name, description, found.mean, found.sd, summary.bonus_rate))
    return pd.DataFrame(rows, columns=["rule", "description", "mean", "sd", "bonus_rate"])


@table(ruleset="scandinavian", rolls=list(ROLLS))
def tie_rule_moves(workshop: Workshop) -> pd.DataFrame:
    """List decisions of the optimist in its first turn, with two remaining throws; one row per tie rule and roll.

    Columns
    -------
    rule (str): Name of the tie rule, as in max_tie_rules.
    dice (str): The roll.
    category (str): The category that it is scored in; empty where dice are kept.
    keep (str): The dice that are kept; empty for none, and where the roll is scored.
    """
    from solver.baselines.optimist import TIE_RULES, tie_maker  # compiles
    from solver.kernels.following import Places
    from solver.play.player import Tables

    game, tables = workshop.game, Tables(workshop.game)
    lattice, start = game.lattice, Places(*np.zeros((3, 1), dtype=np.int64))
    rows = []
    for rule in TIE_RULES.values():
        options = tie_maker(rule)(game).decide(tables, start)[0, game.ruleset.n_rerolls, :, 0]
        for dice in ROLLS:
            roll = lattice.rolls.index(tuple(map(int, dice)))
            number, keeps = int(options[roll]), lattice.choices_of_roll[roll]
            is_kept = number < len(keeps)
            category = "" if is_kept else game.ruleset.category_names[number - len(keeps)]
            keep = dice_text(lattice.keeps[keeps[number]]) if is_kept else ""
            rows.append((rule.name, dice, category, keep))
    return pd.DataFrame(rows, columns=["rule", "dice", "category", "keep"])


@table(ruleset="scandinavian", scales=list(SCALES), grid=N_SCALES)
def penalty_scale(workshop: Workshop) -> pd.DataFrame:
    """Score the penalized greedy player for many scales of its penalty; one row per scale, ascending.

    Points are multiplied by exp(-(largest points of the box - points) / scale); both rerolls are computed exactly. The
    mean is a step function of the scale, which jumps wherever a decision changes. It is sampled on a logarithmic grid,
    at the scale of the source, and on a finer grid around the best of these.

    Columns
    -------
    scale (float, points): Scale of the penalty.
    mean (float, points): Expected final score.
    bonus_rate (float, probability): Probability of the bonus.
    origin (str): Grid, source or closer (the finer grid).
    best (bool): Whether the mean is the largest of all rows.
    """
    from solver.baselines.boxes import Facts, cached_facts
    from solver.baselines.turn import PENALTY_SCALE, penalty_finder  # compiles

    known: dict[float, Facts] = {}

    def means(scales: Sequence[float]) -> list[float]:
        asked = [scale for scale in scales if scale not in known]
        if asked:
            found = cached_facts(workshop.game, f"penalty-{asked!r}", penalty_finder(asked))
            known.update(zip(asked, found, strict=True))
        return [known[scale]["mean"] for scale in scales]

    origin = dict.fromkeys(np.geomspace(*SCALES, N_SCALES).round(3).tolist(), "grid") | {PENALTY_SCALE: "source"}
    grid = sorted(origin)
    best = int(np.argmax(means(grid)))
    ends = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    origin = dict.fromkeys(np.geomspace(*ends, N_CLOSER).round(3).tolist(), "closer") | origin
    means(sorted(origin))
    rows = [(scale, known[scale]["mean"], known[scale]["bonus_rate"], origin[scale]) for scale in sorted(origin)]
    frame = pd.DataFrame(rows, columns=["scale", "mean", "bonus_rate", "origin"])
    return frame.assign(best=frame.index == frame["mean"].idxmax())


PLAYERS = ("optimal", "greedy", "max", "random")
DECIMALS = 6
SEEN = ("dice", "stays", "category")

Decisions = list[dict[Hashable, Any]]


@table(ruleset="scandinavian", decimals=DECIMALS)
def failure_curves(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score of four players, rounded for drawing; one row per score from 0.

    Columns
    -------
    score (int, points): Final score.
    optimal (float, probability): Chance of this score under perfect play, rounded to six decimals.
    greedy (float, probability): The same for the greedy player.
    max (float, probability): The same for the optimist.
    random (float, probability): The same for play at random.
    """
    found = {entry.name: summary.distribution.prob_of_score for entry, summary in workshop.once(summaries)}
    n_scores = 1 + max(int(np.flatnonzero(found[name].round(DECIMALS))[-1]) for name in PLAYERS)
    curves = {name: np.resize(found[name].round(DECIMALS), n_scores) for name in PLAYERS}
    return pd.DataFrame({"score": np.arange(n_scores), **curves})


@table(ruleset="scandinavian")
def duel_accounts(workshop: Workshop) -> pd.DataFrame:
    """Split the scores of duel_games into start value, luck and regret; one row per player.

    Columns
    -------
    player (str): Optimal, greedy or max.
    final_score (int, points): Final score of the player.
    lost (float, points): Sum of the regrets of its decisions.
    luck (float, points): Luck of the dice: final score - start value + lost.
    upper_points (int, points): Final points in the upper section.
    parting_turn (int, turns): Turn of the first decision that differs from perfect play; 0 for perfect play itself.
    parting_throw (int, throws): Throw of that turn; 0 for perfect play.
    parting_cost (float, points): Regret of that decision.
    dearest_turn (int, turns): Turn of the decision with the largest regret.
    dearest_throw (int, throws): Throw of that turn.
    dearest_cost (float, points): Regret of that decision.
    """
    games = workshop.once(duel_games).to_dict("records")
    upper = {category.name for category in workshop.ruleset.categories if category.is_upper}
    names = dict.fromkeys(row["player"] for row in games)
    by_player = {name: [row for row in games if row["player"] == name] for name in names}
    return pd.DataFrame(
        [account(played, by_player["optimal"], upper, workshop.solution.start_value) for played in by_player.values()]
    )


def account(played: Decisions, first: Decisions, upper: set[str], price: float) -> dict[str, Any]:
    """Return the row of one player, given the decisions of perfect play and the upper categories."""
    score, lost = int(played[0]["final_score"]), float(sum(row["regret"] for row in played))
    parted = [mine for mine, best in zip(played, first, strict=False) if any(mine[key] != best[key] for key in SEEN)]
    dearest = max(played, key=lambda row: float(row["regret"]))
    return {
        "player": played[0]["player"],
        "final_score": score,
        "lost": lost,
        "luck": score - price + lost,
        "upper_points": sum(row["points"] for row in played if row["category"] in upper),
        "parting_turn": parted[0]["turn"] if parted else 0,
        "parting_throw": parted[0]["throw"] if parted else 0,
        "parting_cost": parted[0]["regret"] if parted else 0.0,
        "dearest_turn": dearest["turn"],
        "dearest_throw": dearest["throw"],
        "dearest_cost": dearest["regret"],
    }
