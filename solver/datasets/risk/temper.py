"""Data sets of players whose temper changes within a game: what is left of it in the final scores, and how it fits.

To play out all of them takes minutes, so the players are recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.records import read_record, recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from solver.play.distribution import Distribution

STOPS = (-0.025, 0.0, 0.025)  # thetas of a third of the game
WIDEST = 0.05  # of the thetas that are held out
N_TURNS, N_THIRDS = 15, 3
N_HELD_OUT, N_SHUFFLED = 8, 40
SEED = 1
N_DRAWS = 4000  # samples of the players, for the margin
PERCENTILES = (5, 25, 50, 75, 95)
QUANTITIES = ("mean", "sd", *(f"percentile_{percent}" for percent in PERCENTILES))


class Temper(NamedTuple):
    """A player's thetas, one for each turn, and how they came about."""

    kind: str
    thetas: tuple[float, ...]

    @property
    def thirds(self) -> tuple[float, ...]:
        """Return the average theta of each third of the game."""
        return tuple(float(one) for one in np.reshape(self.thetas, (N_THIRDS, -1)).mean(axis=1))


def tempers() -> list[Temper]:
    """Return all players: all thirds at three stops, thirds held out, and thetas drawn anew every turn."""
    random = np.random.default_rng(SEED)
    each = N_TURNS // N_THIRDS
    held_out = np.round(random.uniform(-WIDEST, WIDEST, (N_HELD_OUT, N_THIRDS)), 4)
    shuffled = random.choice(STOPS, (N_SHUFFLED, N_TURNS))
    found = [Temper("stops", tuple(np.repeat(thirds, each).tolist())) for thirds in product(STOPS, repeat=N_THIRDS)]
    found += [Temper("held_out", tuple(np.repeat(thirds, each).tolist())) for thirds in held_out]
    return found + [Temper("every_turn", tuple(thetas)) for thetas in shuffled.tolist()]


@recorded_table(ruleset="scandinavian", seed=SEED)
def temper_players(workshop: Workshop) -> pd.DataFrame:
    """Play out games with a theta for each turn; one row per player.

    Columns
    -------
    player : int
        Number of the player, from 1.
    kind : str
        stops: each third of the game has one of three thetas; held_out: each has any, twice as far; every_turn: each
        turn has one of the three, drawn anew.
    early : float, per point
        Average theta of turns 1 to 5.
    middle : float, per point
        Average theta of turns 6 to 10.
    late : float, per point
        Average theta of turns 11 to 15.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    percentile_5 : float, points
        The score that a game in twenty does not pass, between whole scores on a straight line; the others likewise.
    percentile_25 : float, points
        The lowest quarter.
    percentile_50 : float, points
        The half.
    percentile_75 : float, points
        All but the highest quarter.
    percentile_95 : float, points
        All but the highest twentieth.
    """
    return pd.DataFrame(list(played(workshop, tempers())))


def played(workshop: Workshop, players: Sequence[Temper]) -> Iterator[dict[str, Any]]:
    """Yield the row of each player."""
    from solver.play.distribution import score_distribution
    from solver.play.walk import walk
    from solver.risk.phases import phase_player

    for number, temper in enumerate(players, start=1):
        games = score_distribution(walk(workshop.game, phase_player(workshop.game, temper.thetas)))
        early, middle, late = temper.thirds
        told = {"player": number, "kind": temper.kind, "early": early, "middle": middle, "late": late}
        percentiles = {f"percentile_{percent}": smooth_percentile(games, percent) for percent in PERCENTILES}
        yield told | {"mean": games.mean, "sd": games.sd} | percentiles


def smooth_percentile(games: Distribution, percent: float) -> float:
    """Return a percentile between whole scores: a score's chance is spread over the point below it."""
    below = np.cumsum(games.prob_of_score)
    score = games.percentile(percent)
    before = below[score] - games.prob_of_score[score]
    return float(score - 1.0 + (percent / 100 - before) / games.prob_of_score[score])


@table(ruleset="scandinavian")
def temper_guesses(_workshop: Workshop) -> pd.DataFrame:
    """Guess what players bring by fits to those of three stops; one row per player, quantity and fit.

    Columns
    -------
    player : int
        Number of the player, as in temper_players.
    kind : str
        stops: the fits know the player; held_out or every_turn: they do not.
    quantity : str
        mean or sd of the final score, or a percentile.
    fit : str
        straight: four numbers, one for each third and one for all; curved: the products by twos as well, ten numbers.
    true : float, points
        As it is.
    guess : float, points
        As the fit has it, from the average theta of each third of the game.
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
    """Tell how far the guesses are off; one row per quantity and fit.

    Columns
    -------
    quantity : str
        mean or sd of the final score, or a percentile.
    fit : str
        straight or curved, as in temper_guesses.
    numbers : int
        Numbers that were fitted.
    held_out : float, points
        Root of the mean squared error for the players that were held out.
    every_turn : float, points
        The same for the players whose theta is drawn anew every turn, guessed by three averages.
    stops : float, points
        The same for the players that were fitted.
    explained : float, share
        Share of the variance of those that is explained.
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
    """Compare fifteen numbers with three averages, for players whose theta is drawn anew every turn.

    Each player is guessed by a straight fit to all the others. One row per quantity and what is seen of the thetas.

    Columns
    -------
    quantity : str
        mean or sd of the final score, or a percentile.
    seen : str
        thetas, or their squares, which tell how far a player is from plain play.
    averages : float, points
        Root of the mean squared error of a fit to the averages of the thirds, four numbers.
    fifteen : float, points
        The same of a fit to the turns, sixteen numbers.
    margin : float, points
        What the averages miss more than the turns.
    low : float, points
        The margin is more than this in 95 of 100 samples of the players, drawn with repetition.
    high : float, points
        The margin is less than this in 95 of 100.
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
    """Work out a published bound on what one theta for the whole game loses: T B^2 / sigma^2 P(G < B^2 / sigma).

    Columns
    -------
    turns : int, turns
        T, the turns of a game.
    most : float, points
        B, the most that a turn writes.
    sd : float, points
        sigma, the standard deviation of the final score of plain play.
    factor : float
        What stands before the probability; a loss of 1 is every game.
    reach : float, points
        The gap G between the best option and the next that the probability asks about.
    """
    players = read_record("temper_players")
    plain = players[(players["kind"] == "stops") & (players[["early", "middle", "late"]] == 0.0).all(axis=1)]
    turns, most, sd = N_TURNS, float(workshop.game.outcomes.gain.max()), float(plain["sd"].iloc[0])
    told = {"turns": turns, "most": most, "sd": sd, "factor": turns * most**2 / sd**2, "reach": most**2 / sd}
    return pd.DataFrame([told])


def left_out_errors(columns: Floats, true: Floats) -> Floats:
    """Return by how much each one is missed by the least squares fit to all the others."""
    weights = columns @ np.linalg.pinv(columns)
    errors: Floats = (true - weights @ true) / (1.0 - np.diag(weights))
    return errors


def straight(numbers: Floats) -> Floats:
    """Return one and the numbers."""
    return np.column_stack([np.ones(len(numbers)), numbers])


def curved(numbers: Floats) -> Floats:
    """Return one, the numbers, and their products by twos."""
    first, second = np.triu_indices(numbers.shape[1])
    return np.column_stack([straight(numbers), numbers[:, first] * numbers[:, second]])
