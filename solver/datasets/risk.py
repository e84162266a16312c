"""Data of the chapter "Risk"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from solver.advising.advice import Choice, Turn, choices, padded_choices, play, solve_turn, throw
from solver.arrays import Floats, Ints
from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import read_record, recorded_table
from solver.datasets.shared import perfect_visits, score_row, way_of_optimum
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.solving.objectives import Objective
from solver.solving.solution import Solution, find_solution
from solver.studies.likely_past import Entry, likely_history

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.risk.regimes import ThetaWay, Throws
    from solver.risk.thetas import ThetaGames


def games_of_thetas(workshop: Workshop) -> list[ThetaGames]:
    """Return the games of every published theta, ascending; each is cached, so an interrupted run resumes.

    Walks that other data sets analyse in detail are computed first, so that their distributions come from the same
    walk.
    """
    from solver.risk.regimes import JUDGED, find_theta_way  # compiles
    from solver.risk.thetas import TOLD_THETAS, find_theta_games

    for theta in JUDGED:
        find_theta_way(workshop.ruleset, theta)
    return [find_theta_games(workshop.ruleset, theta) for theta in TOLD_THETAS]


@recorded_table("computed")
def theta_frontier(workshop: Workshop) -> pd.DataFrame:
    """Summarize the scores of optimal play for each theta; one row per theta.

    Columns
    -------
    theta (float, per point): Risk parameter of the exponential utility: negative avoids risk, positive seeks it, 0
        maximizes the mean.
    certainty_equivalent (float, points): Certain final score with the same utility as a game.
    mean (float, points): Expected final score.
    price (float, points): Difference of the mean from perfect play.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Third central moment over the cube of the standard deviation.
    kurtosis (float): Fourth central moment over the squared variance; 3 for a normal distribution.
    percentile_1 (int, points): Smallest score s with P(X <= s) >= 1 %; the others likewise.
    percentile_5 (int, points): 5 %.
    percentile_10 (int, points): 10 %.
    percentile_25 (int, points): 25 %.
    percentile_50 (int, points): 50 %, the median.
    percentile_75 (int, points): 75 %.
    percentile_90 (int, points): 90 %.
    percentile_95 (int, points): 95 %.
    percentile_99 (int, points): 99 %.
    worst_1_mean (float, points): Mean of the worst 1 % of the games (CVaR).
    worst_5_mean (float, points): Mean of the worst 5 % of the games (CVaR).
    best_5_mean (float, points): Mean of the best 5 % of the games.
    best_1_mean (float, points): Mean of the best 1 % of the games.
    bonus_rate (float, probability): Probability of the bonus.
    yatzy_rate (float, probability): Probability of points in Yatzy.
    visited_states (int, states): States that this play can reach, finished scorecards included.
    """
    yatzy = workshop.ruleset.category_names.index("yatzy")
    rows = [
        {
            "theta": games.theta,
            "certainty_equivalent": games.certainty_equivalent,
            "mean": games.distribution.mean,
            "price": workshop.solution.start_value - games.distribution.mean,
            **score_row(games.distribution),
            "bonus_rate": games.habits.bonus_rate,
            "yatzy_rate": 1 - games.habits.zero_rates[yatzy],
            "visited_states": games.habits.n_visited,
        }
        for games in workshop.once(games_of_thetas)
    ]
    return pd.DataFrame(rows)


@recorded_table("computed")
def theta_categories(workshop: Workshop) -> pd.DataFrame:
    """Summarize the categories under optimal play for each theta; one row per theta and category.

    Columns
    -------
    theta (float, per point): Risk parameter of the exponential utility.
    category (str): The category, in scorecard order.
    mean (float, points): Expected points in it.
    zero_rate (float, probability): Probability of filling it with zero points.
    mean_turn (float, turns): Expected turn in which it is filled, from 1.
    """
    frames = [
        pd.DataFrame(
            {
                "theta": games.theta,
                "category": workshop.ruleset.category_names,
                "mean": games.habits.means,
                "zero_rate": games.habits.zero_rates,
                "mean_turn": games.habits.mean_turns,
            }
        )
        for games in workshop.once(games_of_thetas)
    ]
    return pd.concat(frames, ignore_index=True)


def theta_ways(workshop: Workshop) -> list[ThetaWay]:
    """Return the walks of the players that are compared with perfect play, ascending in theta."""
    from solver.risk.regimes import JUDGED, find_theta_way  # compiles

    return [find_theta_way(workshop.ruleset, theta) for theta in JUDGED]


@recorded_table("computed", ties="options within 1e-9 points of the best count as the same decision")
def theta_regimes(workshop: Workshop) -> pd.DataFrame:
    """Compare decisions for each theta with perfect play: how often they differ, and the cost; one row per theta.

    Columns
    -------
    theta (float, per point): Risk parameter.
    decisions (float, decisions per game): Expected number of decisions per game of the player for theta.
    different (float, decisions per game): Number of them that differ from perfect play.
    different_share (float, share): The same as a share of all decisions.
    different_first (float, share): Share among the decisions after the first throw of a turn.
    different_second (float, share): Share among those after the second throw.
    different_last (float, share): Share among the choices of a category after the last throw.
    lost_first (float, points per game): Expected points that the decisions after the first throw lose; with the next
        two they add up to the price in theta_frontier.
    lost_second (float, points per game): The same after the second throw.
    lost_last (float, points per game): The same for the choices of a category after the last throw.
    """
    rows = []
    for way in workshop.once(theta_ways):
        losses = way.losses
        last, second, first = (losses.different.sum(axis=0) / losses.decisions.sum(axis=0)).tolist()
        lost_last, lost_second, lost_first = losses.lost.sum(axis=0).tolist()
        rows.append(
            {
                "theta": way.theta,
                "decisions": losses.decisions.sum(),
                "different": losses.different.sum(),
                "different_share": losses.different.sum() / losses.decisions.sum(),
                "different_first": first,
                "different_second": second,
                "different_last": last,
                "lost_first": lost_first,
                "lost_second": lost_second,
                "lost_last": lost_last,
            }
        )
    return pd.DataFrame(rows)


STOPS = (-0.025, 0.0, 0.025)  # thetas of a third of the game
WIDEST = 0.05  # of the held-out thetas
N_TURNS, N_THIRDS = 15, 3
N_HELD_OUT, N_SHUFFLED = 8, 40
SEED = 1
N_DRAWS = 4000  # bootstrap samples of the players, for the margin
PERCENTILES = (5, 25, 50, 75, 95)
QUANTITIES = ("mean", "sd", *(f"percentile_{percent}" for percent in PERCENTILES))


class Temper(NamedTuple):
    """The thetas of a player, one for each turn, and how they were chosen."""

    kind: str
    thetas: tuple[float, ...]

    @property
    def thirds(self) -> tuple[float, ...]:
        """Return the average theta of each third of the game."""
        return tuple(float(one) for one in np.reshape(self.thetas, (N_THIRDS, -1)).mean(axis=1))


def tempers() -> list[Temper]:
    """Return all players: three thetas for each third in all combinations, held-out thirds, and random turns."""
    random = np.random.default_rng(SEED)
    each = N_TURNS // N_THIRDS
    held_out = np.round(random.uniform(-WIDEST, WIDEST, (N_HELD_OUT, N_THIRDS)), 4)
    shuffled = random.choice(STOPS, (N_SHUFFLED, N_TURNS))
    found = [Temper("stops", tuple(np.repeat(thirds, each).tolist())) for thirds in product(STOPS, repeat=N_THIRDS)]
    found += [Temper("held_out", tuple(np.repeat(thirds, each).tolist())) for thirds in held_out]
    return found + [Temper("every_turn", tuple(thetas)) for thetas in shuffled.tolist()]


@recorded_table("computed", stands_alone=True, ruleset="scandinavian", seed=SEED)
def temper_players(workshop: Workshop) -> pd.DataFrame:
    """Compute scores of players with a theta for each turn; one row per player.

    Columns
    -------
    player (int): Number of the player, from 1.
    kind (str): stops: each third of the game has one of three thetas; held_out: each third has any theta, from twice
        the range; every_turn: each turn has one of the three at random.
    early (float, per point): Average theta of turns 1 to 5.
    middle (float, per point): Average theta of turns 6 to 10.
    late (float, per point): Average theta of turns 11 to 15.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    percentile_5 (float, points): 5th percentile, interpolated linearly between whole scores; the others likewise.
    percentile_25 (float, points): 25th percentile.
    percentile_50 (float, points): Median.
    percentile_75 (float, points): 75th percentile.
    percentile_95 (float, points): 95th percentile.
    """
    return pd.DataFrame(list(played(workshop, tempers())))


def played(workshop: Workshop, players: Sequence[Temper]) -> Iterator[dict[str, Any]]:
    """Yield the row of each player."""
    from solver.play.distribution import score_distribution
    from solver.play.walk import walk
    from solver.risk.thetas import phase_player

    for number, temper in enumerate(players, start=1):
        games = score_distribution(walk(workshop.game, phase_player(workshop.game, temper.thetas)))
        early, middle, late = temper.thirds
        told = {"player": number, "kind": temper.kind, "early": early, "middle": middle, "late": late}
        percentiles = {f"percentile_{percent}": smooth_percentile(games, percent) for percent in PERCENTILES}
        yield told | {"mean": games.mean, "sd": games.sd} | percentiles


def smooth_percentile(games: Distribution, percent: float) -> float:
    """Return a percentile, interpolated linearly between whole scores."""
    below = np.cumsum(games.prob_of_score)
    score = games.percentile(percent)
    before = below[score] - games.prob_of_score[score]
    return float(score - 1.0 + (percent / 100 - before) / games.prob_of_score[score])


@table(ruleset="scandinavian")
def temper_guesses(_workshop: Workshop) -> pd.DataFrame:
    """Predict scores of players by regressions on those of kind stops; one row per player, quantity and fit.

    Columns
    -------
    player (int): Number of the player, as in temper_players.
    kind (str): stops: used for the regression; held_out or every_turn: not used.
    quantity (str): mean or sd of the final score, or a percentile.
    fit (str): straight: linear, four coefficients; curved: quadratic, ten coefficients.
    true (float, points): Exact value.
    guess (float, points): Prediction from the average theta of each third of the game.
    """
    players = read_record("temper_players")
    thirds = players[["early", "middle", "late"]].to_numpy()
    known = (players["kind"] == "stops").to_numpy()
    frames = []
    for quantity in QUANTITIES:
        true = players[quantity].to_numpy()
        for fit, see in (("straight", straight), ("curved", curved)):
            numbers = np.linalg.lstsq(see(thirds[known]), true[known], rcond=None)[0]
            told = {"quantity": quantity, "fit": fit, "true": true, "guess": see(thirds) @ numbers}
            frames.append(players[["player", "kind"]].assign(**told))
    return pd.concat(frames, ignore_index=True)


@table(ruleset="scandinavian")
def temper_fits(_workshop: Workshop) -> pd.DataFrame:
    """Compute the errors of these predictions; one row per quantity and fit.

    Columns
    -------
    quantity (str): mean or sd of the final score, or a percentile.
    fit (str): straight or curved, as in temper_guesses.
    numbers (int): Number of coefficients.
    held_out (float, points): Root mean square error for the held-out players.
    every_turn (float, points): The same for the players with a random theta each turn, predicted from three averages.
    stops (float, points): The same for the players used for the regression.
    explained (float, share): Share of their variance that is explained.
    """
    guesses = temper_guesses(_workshop)
    rows = []
    for (quantity, fit), ours in guesses.groupby(["quantity", "fit"], sort=False):
        errors = ((ours["true"] - ours["guess"]) ** 2).groupby(ours["kind"]).mean()
        spread = float(np.var(ours["true"][ours["kind"] == "stops"]))
        rows.append(
            {
                "quantity": quantity,
                "fit": fit,
                "numbers": 4 if fit == "straight" else 10,
                **{kind: float(np.sqrt(errors[kind])) for kind in ("held_out", "every_turn", "stops")},
                "explained": float(1.0 - errors["stops"] / spread),
            }
        )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian", draws=N_DRAWS)
def temper_turns(_workshop: Workshop) -> pd.DataFrame:
    """Compare regressions on fifteen thetas and on three averages, for players with a random theta each turn.

    Each player is predicted by a linear regression on all the others. One row per quantity and set of predictors.

    Columns
    -------
    quantity (str): mean or sd of the final score, or a percentile.
    seen (str): Predictors: thetas, or their squares.
    averages (float, points): Root mean square error with the averages of the thirds, four coefficients.
    fifteen (float, points): The same with all turns, sixteen coefficients.
    margin (float, points): Difference of the two errors.
    low (float, points): The margin exceeds this in 95 % of bootstrap samples of the players.
    high (float, points): The margin is below this in 95 %.
    """
    ours = read_record("temper_players").query("kind == 'every_turn'")
    thetas = np.array([temper.thetas for temper in tempers() if temper.kind == "every_turn"])
    random = np.random.default_rng(SEED)
    samples = random.integers(0, len(ours), (N_DRAWS, len(ours)))
    rows = []
    for quantity in QUANTITIES:
        for seen, numbers in (("thetas", thetas), ("squares", thetas**2)):
            thirds = numbers.reshape(len(numbers), N_THIRDS, -1).mean(axis=2)
            true = ours[quantity].to_numpy()
            missed = np.stack([left_out_errors(straight(one), true) ** 2 for one in (thirds, numbers)])
            averages, fifteen = np.sqrt(missed.mean(axis=1))
            drawn = np.sqrt(missed[:, samples].mean(axis=2))
            low, high = np.quantile(drawn[0] - drawn[1], (0.05, 0.95))
            told = {"quantity": quantity, "seen": seen, "averages": float(averages), "fifteen": float(fifteen)}
            rows.append(told | {"margin": float(averages - fifteen), "low": float(low), "high": float(high)})
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def temper_bound(workshop: Workshop) -> pd.DataFrame:
    """Evaluate a published bound on the loss by one theta for the whole game: T B^2 / sigma^2 P(G < B^2 / sigma).

    Columns
    -------
    turns (int, turns): T, the turns of a game.
    most (float, points): B, the largest points of a turn.
    sd (float, points): sigma, the standard deviation of the final score of perfect play.
    factor (float): Factor of the probability; a loss of 1 is every game.
    reach (float, points): The threshold of the gap G between the best option and the next, B^2 / sigma.
    """
    players = read_record("temper_players")
    plain = players[(players["kind"] == "stops") & (players[["early", "middle", "late"]] == 0.0).all(axis=1)]
    turns, most, sd = N_TURNS, float(workshop.game.outcomes.gain.max()), float(plain["sd"].iloc[0])
    told = {"turns": turns, "most": most, "sd": sd, "factor": turns * most**2 / sd**2, "reach": most**2 / sd}
    return pd.DataFrame([told])


def left_out_errors(columns: Floats, true: Floats) -> Floats:
    """Return the leave-one-out errors of a least squares fit."""
    weights = columns @ np.linalg.pinv(columns)
    errors: Floats = (true - weights @ true) / (1.0 - np.diag(weights))
    return errors


def straight(numbers: Floats) -> Floats:
    """Return linear predictors, with a constant."""
    return np.column_stack([np.ones(len(numbers)), numbers])


def curved(numbers: Floats) -> Floats:
    """Return quadratic predictors, with a constant."""
    first, second = np.triu_indices(numbers.shape[1])
    return np.column_stack([straight(numbers), numbers[:, first] * numbers[:, second]])


CAUTIOUS, BOLD = -0.05, 0.05  # thetas of the two players that are compared
STATES_PER_TURN = 60  # searched per turn: those that perfect games visit most


@dataclass(frozen=True)
class Kind:
    """A kind of decision: its name, the number of filled boxes, and the remaining throws."""

    name: str
    n_filled: int
    rerolls: int


KINDS = (
    Kind("first-throw", 0, 2),
    Kind("first-box", 0, 0),
    Kind("last-boxes", 13, 0),
)


@dataclass(frozen=True, eq=False)
class Flip:
    """A decision found by the search: state, roll, remaining throws, visits per game, and a likely history."""

    kind: Kind
    filled: int
    upper_total: int
    roll: int
    visits: float
    history: list[Entry]

    @property
    def points_so_far(self) -> int:
        """Return the points scored so far, without the bonus."""
        return sum(entry.points for entry in self.history)


def states_of_turn(game: Game, n_filled: int) -> tuple[Ints, Ints]:
    """Return the reachable states with ``n_filled`` filled boxes: their sets and their upper totals."""
    sets = np.flatnonzero(game.space.n_filled_of_set == n_filled)
    pairs = [(filled, total) for filled in sets for total in np.flatnonzero(game.space.reachable_slots[filled])]
    filled, upper_total = np.array(pairs, dtype=np.int32).T
    return filled, upper_total


def values_of_options(turn: Turn, rerolls: int) -> Floats:
    """Return the value of every option: float64[n_rolls, n_options, n_states], the categories first, then keeps."""
    if rerolls == 0:
        return turn.value_of_score
    keeps: npt.NDArray[np.int32] = padded_choices(turn.game.lattice.n_dice)
    values = np.where((keeps >= 0)[:, :, None], turn.value_of_keep[rerolls - 1][np.maximum(keeps, 0)], -np.inf)
    return np.concatenate([turn.value_of_score, values], axis=1)


def losses(turn: Turn, other: Turn, rerolls: int) -> Floats:
    """Return the loss, for the player of ``turn``, by the choices of the other player: float64[n_rolls, n_states]."""
    mine, theirs = values_of_options(turn, rerolls), values_of_options(other, rerolls)
    taken = theirs.argmax(axis=1)[:, None]
    lost: Floats = mine.max(axis=1) - np.take_along_axis(mine, taken, axis=1)[:, 0]
    return lost


def find_flip(workshop: Workshop, kind: Kind) -> Flip:
    """Return the decision of a kind for which cautious and bold play lose most by each other's choices."""
    game, visits = workshop.game, perfect_visits(workshop)
    filled, upper_total = states_of_turn(game, kind.n_filled)
    weight = np.array([visits[game.space.state(*state)] for state in zip(filled, upper_total, strict=True)])
    likeliest = np.argsort(-weight, kind="stable")[:STATES_PER_TURN]
    filled, upper_total, weight = filled[likeliest], upper_total[likeliest], weight[likeliest]

    turns = {
        theta: solve_turn(game, filled, upper_total, find_solution(workshop.ruleset, theta)[0].value_of_state, theta)
        for theta in (CAUTIOUS, 0.0, BOLD)
    }
    met = np.repeat(game.lattice.prob_of_roll[:, None], len(filled), axis=1) * weight
    if kind.rerolls == 0:
        met = play(turns[0.0], game.ruleset.n_rerolls, met)
    stake = np.minimum(
        losses(turns[CAUTIOUS], turns[BOLD], kind.rerolls), losses(turns[BOLD], turns[CAUTIOUS], kind.rerolls)
    )
    roll, state = np.unravel_index(int((met * stake).argmax()), met.shape)
    place = int(filled[state]), int(upper_total[state])
    history = likely_history(game, workshop.solution.value_of_state, visits, *place)
    return Flip(kind, *place, int(roll), float(met[roll, state]), history)


def find_flips(workshop: Workshop) -> list[Flip]:
    """Return one decision of each kind."""
    return [find_flip(workshop, kind) for kind in KINDS]


def options_of(workshop: Workshop, flip: Flip, theta: float) -> list[Choice]:
    """Return the options of a decision as valued for ``theta``, best first."""
    solution = find_solution(workshop.ruleset, theta)[0]
    turn = solve_turn(workshop.game, flip.filled, flip.upper_total, solution.value_of_state, theta)
    return choices(turn, flip.roll, flip.kind.rerolls, flip.points_so_far)


def name_of(option: Choice) -> tuple[str, str, str]:
    """Return a unique key of an option."""
    return option.action, dice_text(option.dice), option.category


@recorded_table("computed", cautious=CAUTIOUS, bold=BOLD, states_per_turn=STATES_PER_TURN)
def risk_decisions(workshop: Workshop) -> pd.DataFrame:
    """List three decisions that change with theta; one row per decision, theta and option that is best for some theta.

    Columns
    -------
    decision (str): Which decision: first-throw, first-box or last-boxes.
    filled (str): Filled boxes in the order of a likely history, as in "ones=3,one_pair=10".
    dice (str): Current roll.
    rerolls (int, throws): Remaining throws.
    visits (float, decisions per game): Expected number of times a perfect game reaches this decision.
    theta (float, per point): Risk parameter of the player.
    action (str): Keep or score.
    keep (str): The dice kept; empty where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored at once; 0 where dice are kept.
    value (float, points): Certainty equivalent of the final score after the option.
    loss (float, points): What the option loses against the best for this theta.
    """
    from solver.risk.thetas import TOLD_THETAS  # compiles

    rows = []
    for flip in workshop.once(find_flips):
        ranked = {theta: options_of(workshop, flip, theta) for theta in TOLD_THETAS}
        ever_best = list(dict.fromkeys(name_of(options[0]) for options in ranked.values()))
        names = workshop.game.ruleset.category_names
        for theta, options in ranked.items():
            found = {name_of(option): option for option in options}
            for option in (found[name] for name in ever_best):
                rows.append(
                    {
                        "decision": flip.kind.name,
                        "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in flip.history),
                        "dice": dice_text(workshop.game.lattice.rolls[flip.roll]),
                        "rerolls": flip.kind.rerolls,
                        "visits": flip.visits,
                        "theta": theta,
                        "action": option.action,
                        "keep": dice_text(option.dice),
                        "category": option.category,
                        "points": option.points,
                        "value": round(option.value, 4),
                        "loss": round(option.regret, 4),
                    }
                )
    return pd.DataFrame(rows)


ALL = "all"
QUANTILES = (5, 25, 50, 75, 95)  # percent
HISTOGRAM_STEP = 0.5  # points


def perfect_throws(workshop: Workshop) -> Throws:
    """Return the standard deviations of the outcomes of perfect play's throws."""
    from solver.risk.regimes import find_perfect_throws  # compiles

    return find_perfect_throws(workshop.ruleset)


def viewed_ways(workshop: Workshop) -> list[ThetaWay]:
    """Return the analysed walks, ascending in theta."""
    return [way for way in workshop.once(theta_ways) if way.throws.number.sum() > 0]


def throw_selections(workshop: Workshop) -> list[tuple[str, Any]]:
    """Return the kinds of throw, all, first, second and so on, each with its index on the axis of remaining throws."""
    n_rerolls = workshop.ruleset.n_rerolls
    return [(ALL, slice(None)), *((str(n_rerolls - left + 1), [left]) for left in range(n_rerolls, -1, -1))]


def quantile(edges: Floats, weights: Floats, percent: float) -> float:
    """Return the quantile of binned weights, assuming uniform weight within a bin."""
    below = np.concatenate([[0.0], np.cumsum(weights)])
    return float(np.interp(percent / 100 * below[-1], below, edges[: len(below)]))


@table(bins=f"{HISTOGRAM_STEP} points wide, each with its lower edge")
def sigma_distribution(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of sigma over the throws of perfect play; one row per kind of throw and bin of sigma.

    The outcomes of a throw are the expected final scores after each possible roll; sigma is their standard deviation.
    Throws are weighted by their expected number per perfect game.

    Columns
    -------
    throw (str): The throw of the turn, 1, 2 or 3; or all.
    low (float, points): Lower edge of the bin.
    high (float, points): Its upper edge.
    throws (float, throws per game): Expected number of throws with a sigma in the bin.
    share (float, share): The same as a share of the throws of this kind.
    """
    throws = workshop.once(perfect_throws)
    lows = np.arange(0.0, np.ceil(largest_sigma(throws) / HISTOGRAM_STEP)) * HISTOGRAM_STEP
    starts = np.searchsorted(throws.edges, lows - 1e-9)
    frames = []
    for name, chosen in throw_selections(workshop):
        number = np.add.reduceat(throws.number[:, chosen].sum(axis=(0, 1)), starts)
        columns = {"low": lows, "high": lows + HISTOGRAM_STEP, "throws": number, "share": number / number.sum()}
        frames.append(pd.DataFrame({"throw": name, **columns}))
    return pd.concat(frames, ignore_index=True)


def largest_sigma(throws: Throws) -> float:
    """Return a bound of all sigmas: the upper edge of the last nonempty bin."""
    return float(throws.edges[np.flatnonzero(throws.number.sum(axis=(0, 1)))[-1] + 1])


@table(quantiles="accurate to 0.01 points")
def sigma_summary(workshop: Workshop) -> pd.DataFrame:
    """Summarize the spread of the throws of perfect play by kind of throw and turn; one row per pair.

    The expected squares of sigma over all throws of a game add up to the variance of the final score.

    Columns
    -------
    throw (str): The throw of the turn, 1, 2 or 3; or all.
    turn (str): Turn of the game, from 1; or all.
    throws (float, throws per game): Expected number of throws.
    mean (float, points): Mean sigma.
    root_mean_square (float, points): Root of the mean squared sigma.
    variance (float, points squared): Sum of the squared sigmas of a game.
    quantile_5 (float, points): 5 % of the throws have a sigma of at most this; the others likewise.
    quantile_25 (float, points): 25 %.
    quantile_50 (float, points): 50 %.
    quantile_75 (float, points): 75 %.
    quantile_95 (float, points): 95 %.
    """
    throws = workshop.once(perfect_throws)
    turns: list[tuple[str, Any]] = [(ALL, slice(None))]
    turns += [(str(turn + 1), [turn]) for turn in range(workshop.ruleset.n_categories)]
    rows = []
    for name, chosen in throw_selections(workshop):
        for turn, places in turns:
            number, sigma, variance = (
                array[places][:, chosen].sum(axis=(0, 1)) for array in (throws.number, throws.sigma, throws.variance)
            )
            total = number.sum()
            rows.append(
                {
                    "throw": name,
                    "turn": turn,
                    "throws": total,
                    "mean": sigma.sum() / total,
                    "root_mean_square": np.sqrt(variance.sum() / total),
                    "variance": variance.sum(),
                    **{f"quantile_{percent}": quantile(throws.edges, number, percent) for percent in QUANTILES},
                }
            )
    return pd.DataFrame(rows)


@table()
def regime_map(workshop: Workshop) -> pd.DataFrame:
    """Compute the share of perfect play's throws in each regime of abs(theta) times sigma; one row per pair.

    Columns
    -------
    theta (float, per point): Size of the risk parameter.
    low (float): Lower edge of the regime, abs(theta) times sigma.
    high (float): Its upper edge; infinity for the last.
    share (float, share): Share of the throws.
    """
    from solver.risk.regimes import REGIME_BOUNDS  # compiles
    from solver.risk.thetas import THETAS

    throws, rows = workshop.once(perfect_throws), []
    number = throws.number.sum(axis=(0, 1))
    for theta in THETAS:
        for low, high in pairwise(REGIME_BOUNDS):
            if theta > 0:
                inside = (throws.edges[:-1] >= low / theta) & (throws.edges[:-1] < high / theta)
                rows.append({"theta": theta, "low": low, "high": high, "share": number[inside].sum() / number.sum()})
    return pd.DataFrame(rows)


@recorded_table("computed", quantiles="accurate to 0.001")
def log_sum_exp(workshop: Workshop) -> pd.DataFrame:
    """Locate certainty equivalents of throws between the mean and the extreme; one row per theta.

    The throws are those of the player for theta, their outcomes its certainty equivalents. The extreme is the best
    outcome for theta above 0 and the worst below; the position is 0 at the mean and 1 at the extreme.

    Columns
    -------
    theta (float, per point): Risk parameter.
    throws (float, throws per game): Expected number of throws.
    sigma (float, points): Mean sigma of the outcomes.
    spread (float): Mean of abs(theta) times sigma.
    position (float): Mean position.
    position_5 (float): 5 % of the throws have at most this position; the others likewise.
    position_25 (float): 25 %.
    position_50 (float): 50 %.
    position_75 (float): 75 %.
    position_95 (float): 95 %.
    from_mean (float, points): Mean distance of the certainty equivalent from the mean.
    from_extreme (float, points): Mean distance from the extreme.
    second_order_error (float, points): Mean distance from the prediction mean + theta sigma^2 / 2.
    second_order_share (float, share): The same relative to the mean distance from the mean.
    """
    rows = []
    for way in workshop.once(viewed_ways):
        throws = way.throws
        total, from_mean, error = throws.number.sum(), throws.from_mean.sum(), throws.second_order_error.sum()
        weights = throws.number_of_position.sum(axis=(0, 1))
        edges = np.linspace(0.0, 1.0, len(weights) + 1)
        rows.append(
            {
                "theta": way.theta,
                "throws": total,
                "sigma": throws.sigma.sum() / total,
                "spread": abs(way.theta) * throws.sigma.sum() / total,
                "position": throws.position.sum() / total,
                **{f"position_{percent}": quantile(edges, weights, percent) for percent in QUANTILES},
                "from_mean": from_mean / total,
                "from_extreme": throws.from_extreme.sum() / total,
                "second_order_error": error / total,
                "second_order_share": error / from_mean,
            }
        )
    return pd.DataFrame(rows)


HALF_WIDTH = 0.05  # points: tolerance of the search around the mean sigma
RULE = (
    f"of all throws of perfect play, except first throws of a turn, whose sigma is within {HALF_WIDTH} points of their "
    "mean sigma, the one that occurs most often"
)


@dataclass(frozen=True, eq=False)
class Node:
    """A throw: the state, the dice kept, the remaining throws afterwards, and its expected number per perfect game.

    ``value_of_roll`` and ``prob_of_roll``, float64[n_rolls], are the expected points still to come after each roll and
    its probability.
    """

    filled: int
    upper_total: int
    keep: int
    rerolls: int
    visits: float
    value_of_roll: Floats
    prob_of_roll: Floats

    @property
    def mean(self) -> float:
        """Return the expected points still to come."""
        return float(self.prob_of_roll @ self.value_of_roll)

    @property
    def sigma(self) -> float:
        """Return the standard deviation of the outcomes."""
        return float(np.sqrt(self.prob_of_roll @ (self.value_of_roll - self.mean) ** 2))


def find_node(solution: Solution, throws: Throws) -> Node:
    """Return the example throw of the rule."""
    kept = throws.number[:, :-1].sum()
    mean_sigma = throws.sigma[:, :-1].sum() / kept
    half_width, heaviest = HALF_WIDTH, throws.heaviest
    while True:
        near = (throws.edges[:-1] >= mean_sigma - half_width) & (throws.edges[1:] <= mean_sigma + half_width)
        if (heaviest[near, 0] > 0).any():
            break
        half_width *= 2  # a small game may have no throw within the tolerance
    visits, *place = heaviest[near][np.argmax(heaviest[near, 0])]
    rerolls, keep, filled, upper_total = (int(number) for number in place)

    game = solution.game
    turn = solve_turn(game, filled, upper_total, solution.value_of_state)
    prob_of_keep = np.zeros((game.lattice.n_keeps, 1))
    prob_of_keep[keep] = 1.0
    prob_of_roll = throw(game.lattice, prob_of_keep)[:, 0]
    return Node(filled, upper_total, keep, rerolls, float(visits), turn.value_of_roll[rerolls, :, 0], prob_of_roll)


def node_of_workshop(workshop: Workshop) -> Node:
    """Return the example throw of the rule for the workshop's game."""
    return find_node(workshop.solution, workshop.once(perfect_throws))


@table(rule=RULE)
def chance_node(workshop: Workshop) -> pd.DataFrame:
    """List all outcomes of one throw; one row per roll, the worst first.

    Columns
    -------
    turn (int, turns): Turn of the game, from 1.
    filled (str): The categories filled before, joined by commas.
    upper_total (int, points): Points in the upper section, capped at the threshold.
    keep (str): The dice kept; the others are thrown.
    rerolls (int, throws): Remaining throws afterwards.
    visits (float, throws per game): Expected number of times a perfect game reaches this throw.
    sigma (float, points): Standard deviation of the outcomes.
    dice (str): The roll.
    probability (float, probability): Probability of this roll; sums to 1.
    value (float, points): Expected points still to come after it, this turn included.
    """
    game, node = workshop.game, workshop.once(node_of_workshop)
    filled = [name for place, name in enumerate(game.ruleset.category_names) if node.filled >> place & 1]
    rolls = np.flatnonzero(node.prob_of_roll)
    rolls = rolls[np.argsort(node.value_of_roll[rolls], kind="stable")]
    return pd.DataFrame(
        {
            "turn": len(filled) + 1,
            "filled": ",".join(filled),
            "upper_total": node.upper_total,
            "keep": dice_text(game.lattice.keeps[node.keep]),
            "rerolls": node.rerolls,
            "visits": node.visits,
            "sigma": node.sigma,
            "dice": [dice_text(game.lattice.rolls[roll]) for roll in rolls],
            "probability": node.prob_of_roll[rolls],
            "value": node.value_of_roll[rolls],
        }
    )


@table(rule=RULE)
def chance_node_equivalents(workshop: Workshop) -> pd.DataFrame:
    """Compute the certainty equivalent of the throw of chance_node for every theta; one row per theta.

    Columns
    -------
    theta (float, per point): Risk parameter.
    spread (float): Abs(theta) times sigma.
    certainty_equivalent (float, points): Certain points still to come with the same utility: ln E[exp(theta X)] /
        theta.
    second_order (float, points): The prediction mean + theta sigma^2 / 2.
    mean (float, points): Expected points still to come.
    lowest (float, points): The worst outcome.
    highest (float, points): The best outcome.
    """
    from solver.risk.thetas import THETAS  # compiles

    node = workshop.once(node_of_workshop)
    possible = node.value_of_roll[node.prob_of_roll > 0]
    return pd.DataFrame(
        {
            "theta": theta,
            "spread": abs(theta) * node.sigma,
            "certainty_equivalent": float(Objective(theta).certainty_equivalent(node.value_of_roll, node.prob_of_roll)),
            "second_order": node.mean + theta * node.sigma**2 / 2,
            "mean": node.mean,
            "lowest": possible.min(),
            "highest": possible.max(),
        }
        for theta in THETAS
    )


BIN = 5  # points
DECIMALS = 3  # of points
BETWEEN = (-2.0, -0.3, -0.15, -0.07, 0.15, 0.3, 0.7, 2.0)  # thetas that a line chart needs between the published ones


@table()
def theta_play(workshop: Workshop) -> pd.DataFrame:
    """Summarize the games of each theta, rounded for a figure; one row per theta.

    Columns
    -------
    theta (float, per point): Risk parameter of the player.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    worst_5_mean (float, points): Mean of the worst 5 % of the games.
    best_5_mean (float, points): Mean of the best 5 % of the games.
    bonus_rate (float, probability): Probability of the bonus.
    """
    frontier = workshop.once(theta_frontier)
    points = frontier[["mean", "sd", "worst_5_mean", "best_5_mean"]].round(DECIMALS)
    return pd.concat([frontier[["theta"]], points, frontier[["bonus_rate"]].round(5)], axis=1)


@recorded_table("computed", between=list(BETWEEN))
def theta_way(workshop: Workshop) -> pd.DataFrame:
    """Compute mean and standard deviation for closely spaced thetas, rounded; one row per theta.

    Columns
    -------
    theta (float, per point): Risk parameter of the player.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    narrowest (bool): Whether this standard deviation is the smallest.
    """
    from solver.play.statistics import mean_and_sd
    from solver.play.walk import walk
    from solver.risk.thetas import ThetaPlayer  # compiles
    from solver.solving.solution import find_solution

    told = workshop.once(theta_frontier)
    rows = list(zip(told["theta"], told["mean"], told["sd"], strict=True))
    for theta in BETWEEN:
        solution = find_solution(workshop.ruleset, theta)[0]
        rows.append((theta, *mean_and_sd(walk(solution.game, ThetaPlayer(solution), is_passing=True))))
    frame = pd.DataFrame(sorted(rows), columns=["theta", "mean", "sd"]).round({"mean": DECIMALS, "sd": DECIMALS})
    return frame.assign(narrowest=frame["sd"] == frame["sd"].min())


@table()
def theta_boxes(workshop: Workshop) -> pd.DataFrame:
    """Compute the expected points of every category under optimal play for each theta, rounded; one row per pair.

    Columns
    -------
    theta (float, per point): Risk parameter of the player.
    category (str): The category, in scorecard order.
    mean (float, points): Expected points in it.
    """
    return workshop.once(theta_categories)[["theta", "category", "mean"]].round({"mean": DECIMALS})


@recorded_table("computed", bin=f"{BIN} points wide, each with its lower edge")
def theta_curve(workshop: Workshop) -> pd.DataFrame:
    """Compute the binned distribution of the final score under optimal play for each theta; one row per theta and bin.

    Columns
    -------
    theta (float, per point): Risk parameter of the player.
    low (int, points): Lowest score of the bin.
    probability (float, probability): Probability of a final score in the bin, to five decimals; bins that round to zero
        are omitted.
    """
    frames = []
    for games in workshop.once(games_of_thetas):
        prob_of_score = games.distribution.prob_of_score
        lows = np.arange(0, len(prob_of_score), BIN)
        probability = np.add.reduceat(prob_of_score, lows).round(5)
        seen = probability > 0
        frames.append(pd.DataFrame({"theta": games.theta, "low": lows[seen], "probability": probability[seen]}))
    return pd.concat(frames, ignore_index=True)


@table()
def throw_sigmas(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of sigma over the throws of perfect play, rounded; one row per bin of sigma.

    Columns
    -------
    low (float, points): Lower edge of the bin.
    high (float, points): Its upper edge.
    throws (float, throws per game): Expected number of throws with a sigma in the bin.
    share (float, share): The same as a share of all throws.
    """
    sigmas = workshop.once(sigma_distribution)
    return sigmas[sigmas.throw == ALL].drop(columns="throw").round(5).reset_index(drop=True)


def luck_of_boxes(solution: Solution) -> Arrays:
    """Return the expected squared luck of the turns that end in each box, by turn: float64[n_turns, n_categories]."""
    from solver.kernels.statistics import share_luck  # compiles

    way, game = way_of_optimum(solution), solution.game
    slots = np.zeros((game.space.n_pages, game.space.n_totals))
    slots[game.space.reachable_slots] = solution.value_of_state
    values = slots[way.page, way.total]
    n_turns = game.ruleset.n_categories
    finished = way.layer(n_turns)
    values[finished] = [game.ruleset.bonus_at(int(total)) for total in way.total[finished]]
    squares = np.zeros((n_turns, n_turns))
    for turn in range(n_turns):
        layer = way.layer(turn)
        share_luck(way.exits, way.steps, (layer.start, layer.stop), way.visits, values, squares[turn])
    return {"squares": squares}


@table(ruleset="scandinavian")
def luck_shares(workshop: Workshop) -> pd.DataFrame:
    """Split the variance of a perfect game's final score by turn, by throw and by box; each split adds up.

    Luck is the change of the expected final score by a throw. Luck of different throws is uncorrelated, so the expected
    squares add up to the variance. A turn's luck counts for the box in which the turn ends.

    Columns
    -------
    part (str): Kind of split: turn, throw or box.
    name (str): The turn, from 1; the throw of its turn, from 1; or the box.
    variance (float, points squared): Expected squared luck of this part.
    share (float, share): The same as a share of the variance of the final score.
    so_far (float, share): Cumulative share within its kind; boxes are ordered by share, largest first.
    """
    by_throw = workshop.once(perfect_throws).variance.sum(axis=2)
    by_box = workshop.kept(luck_of_boxes)["squares"].sum(axis=0)
    boxes = sorted(zip(workshop.ruleset.category_names, by_box.tolist(), strict=True), key=lambda box: -box[1])
    parts = {
        "turn": [(str(turn + 1), luck) for turn, luck in enumerate(by_throw.sum(axis=1).tolist())],
        "throw": [(str(throw + 1), luck) for throw, luck in enumerate(by_throw.sum(axis=0)[::-1].tolist())],
        "box": boxes,
    }
    rows = [(part, name, luck) for part, shares in parts.items() for name, luck in shares]
    frame = pd.DataFrame(rows, columns=["part", "name", "variance"])
    sums = frame.groupby("part")["variance"]
    shares = frame["variance"] / sums.transform("sum")
    return frame.assign(share=shares, so_far=shares.groupby(frame["part"]).cumsum())
