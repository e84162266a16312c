"""Data sets of learners, who play their own games; to follow them at every stop takes minutes, so they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.game.game import Game
    from solver.minds.learning import Pupil, Told

N_SEEDS = 5
LINEAR_STOPS = {
    "average": (30, 100, 300, 1000, 3000),
    "one_throw": (30, 100, 300, 1000, 3000),
    "final_score": (100, 300, 1000, 3000, 10000, 30000),
}
NETWORK_STOPS = (1000, 10000, 30000)
TELLERS: tuple[Told, ...] = ("average", "one_throw", "final_score")
# The first stride, and the game at which it is half of that: what is told less exactly is believed less.
STRIDES = {"average": (0.5, 100.0), "one_throw": (0.2, 200.0), "final_score": (0.05, 500.0)}


@recorded_table(ruleset="scandinavian")
def minds_learning(workshop: Workshop) -> pd.DataFrame:
    """Follow learners after so many of their own games; one row per learner, teacher, seed and stop.

    Columns
    -------
    learner : str
        linear or network; both know the dice and count every turn.
    numbers : int
        Weights that it learns.
    told : str
        What it is told: average of its turn, one_throw, or final_score.
    seed : int
        Seed of its dice, from 1.
    games : int
        Games that it has played.
    looked_at : float
        Successor scorecards that it has looked at, about.
    mean : float, points
        Expected final score of a player with the averaged weights.
    """
    game, rows = workshop.game, list[dict[str, Any]]()
    for seed in range(1, N_SEEDS + 1):
        for told in TELLERS:
            rows += rows_of_pupil(game, linear(told), told, LINEAR_STOPS[told], seed)
    rows += rows_of_pupil(game, network(), "average", NETWORK_STOPS, 1)
    return pd.DataFrame(rows)


def linear(told: Told) -> Pupil:
    """Return the linear learner, who begins with nothing."""
    from solver.minds.learning import Pupil

    return Pupil("linear", 0, *STRIDES[told])


def network() -> Pupil:
    """Return the learner with a network of 577 weights."""
    from solver.minds.learning import Pupil

    return Pupil("network", 32, 0.003, 20000.0)


def outcomes_of_game(game: Game) -> float:
    """Return about how many successors are looked at in a game: all outcomes of the open boxes, at every turn."""
    return len(game.outcomes.category) * (game.ruleset.n_categories + 1) / 2.0


def rows_of_pupil(game: Game, pupil: Pupil, told: Told, stops: tuple[int, ...], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of one learner who counts its turns."""
    from solver.minds.learning import lessons, values_held
    from solver.studies.evaluate import mean_of_policy

    for stop, learner in zip(stops, lessons(game, pupil, told, stops, seed), strict=True):
        mean = float(mean_of_policy(game, values_held(game, pupil, learner.averages))[0])
        what = {"learner": pupil.name, "numbers": len(learner.weights), "told": told, "seed": seed, "games": stop}
        yield what | {"looked_at": stop * outcomes_of_game(game), "mean": mean}
