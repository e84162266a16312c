"""Data sets of learners, who play their own games; to follow them at every stop takes minutes, so they are recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from solver.datasets.contract.records import read_record, recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.threads import n_processors

if TYPE_CHECKING:
    from solver.game.game import Game
    from solver.minds.learning import Pupil, Told
    from solver.play.player import Player

SEEDS = (1, 2, 3, 4, 5)
EARLY_STOPS, LATE_STOPS = (100, 300, 1000), (100, 300, 1000, 3000, 10000, 30000)  # of the linear one
NETWORK_STOPS: dict[int, tuple[Told, ...]] = {
    100000: ("average", "one_throw", "final_score"),
    10000: ("average", "one_throw", "final_score"),
    1000: ("average",),
}
TABLE_STOPS = (10000, 100000)
NOTEBOOK_STOPS = (1000, 10000)
TELLERS: tuple[Told, ...] = ("average", "one_throw", "final_score")
# The first stride, and the game at which it is half of that: what is told less exactly is believed less.
STRIDES = {"average": (0.5, 100.0), "one_throw": (0.2, 200.0), "final_score": (0.05, 500.0)}
NETWORK_STRIDES = {"average": 0.004, "one_throw": 0.002, "final_score": 0.0006}
TABLE_STRIDES = {"average": (1.0, 30000.0), "one_throw": (0.5, 30000.0), "final_score": (0.1, 30000.0)}


@recorded_table(ruleset="scandinavian")
def minds_learning(workshop: Workshop) -> pd.DataFrame:
    """Follow learners after so many of their own games; one row per learner, teacher, seed and stop.

    Columns
    -------
    learner : str
        linear, network or tables, which know the dice and count every turn; or notebook, which knows only what it
        threw.
    numbers : int
        Numbers that it learns.
    told : str
        What it is told: average of its turn, one_throw, or final_score.
    seed : int
        Seed of its dice, from 1.
    games : int
        Games that it has played.
    looked_at : float
        Scorecards after its turns that it has looked at, about.
    mean : float, points
        Expected final score of a player with its averaged weights; of a network with its last ones.
    """
    game, makers = workshop.game, list[Callable[[], Iterator[dict[str, Any]]]]()
    for stop, tellers in NETWORK_STOPS.items():  # each is another learner, which knows how many games it has
        makers.append(partial(rows_of_pupils, game, class_of(network, tellers), (stop,)))
    makers.append(partial(rows_of_pupils, game, class_of(tables, TELLERS), TABLE_STOPS))
    makers.append(partial(rows_of_pupils, game, class_of(linear, TELLERS[2:]), LATE_STOPS))
    makers.append(partial(rows_of_pupils, game, class_of(linear, TELLERS[:2]), EARLY_STOPS))
    makers += [partial(rows_of_notebook, game, NOTEBOOK_STOPS, seed) for seed in SEEDS]
    with ThreadPoolExecutor(n_processors()) as pool:
        learners = list(pool.map(lambda maker: list(maker()), makers))
    frame = pd.DataFrame([row for rows in learners for row in rows])
    return frame.sort_values(["learner", "told", "seed", "games"], ignore_index=True)


@recorded_table(ruleset="scandinavian")
def minds_million(workshop: Workshop) -> pd.DataFrame:
    """Follow the network, told the average of its turn, after a million of its own games; one row.

    Columns
    -------
    numbers : int
        Numbers that it learns.
    seed : int
        Seed of its dice, the first of minds_learning.
    games : int
        Games that it has played.
    looked_at : float
        Scorecards after its turns that it has looked at, about.
    mean : float, points
        Expected final score of a player with its last weights.
    """
    rows = rows_of_pupils(workshop.game, [network("average", 1)], (10**6,))
    return pd.DataFrame(rows)[["numbers", "seed", "games", "looked_at", "mean"]]


@table(ruleset="scandinavian")
def minds_learned(_workshop: Workshop) -> pd.DataFrame:
    """Sum up learners of all seeds; one row per learner, teacher and stop.

    Columns
    -------
    learner : str
        linear, network or notebook, as in minds_learning.
    told : str
        What it is told.
    games : int
        Games that it has played.
    looked_at : float
        Scorecards after its turns that it has looked at, about.
    numbers : int
        Numbers that it learns.
    seeds : int
        Learners that are summed up.
    mean : float, points
        Average of their expected final scores.
    worst : float, points
        The lowest of them.
    best : float, points
        The highest.
    """
    rows = read_record("minds_learning").groupby(["learner", "told", "games", "looked_at", "numbers"])["mean"]
    return rows.agg(seeds="size", mean="mean", worst="min", best="max").reset_index()


def linear(told: Told, seed: int) -> Pupil:
    """Return the linear learner, who begins with nothing."""
    from solver.minds.learning import Pupil

    return Pupil("linear", told, seed, *STRIDES[told])


def network(told: Told, seed: int) -> Pupil:
    """Return the learner with a network of 577 weights."""
    from solver.minds.learning import Pupil

    return Pupil("network", told, seed, NETWORK_STRIDES[told], n_hidden=32)


def tables(told: Told, seed: int) -> Pupil:
    """Return the learner with a number for each set of lower boxes and each upper state, which hopes for much."""
    from solver.minds.learning import Pupil

    return Pupil("tables", told, seed, *TABLE_STRIDES[told], has_tables=True)


def class_of(make: Callable[[Told, int], Pupil], tellers: tuple[Told, ...]) -> list[Pupil]:
    """Return learners of each teacher and seed, who learn side by side."""
    return [make(told, seed) for told in tellers for seed in SEEDS]


def looked_at_in_game(game: Game) -> float:
    """Return about how many scorecards are looked at in a game: all that the open boxes lead to, at every turn."""
    steps = {*zip(game.outcomes.step.tolist(), game.outcomes.shift.tolist(), strict=True)}
    return len(steps) * (game.ruleset.n_categories + 1) / 2.0


def mean_of_player(game: Game, player: Player) -> float:
    """Return the expected final score of a player, followed exactly."""
    from solver.play.habits import habits
    from solver.play.walk import walk

    found = habits(walk(game, player, is_passing=True))
    return float(found.means.sum() + game.ruleset.bonus * found.bonus_rate)


def rows_of_pupils(game: Game, pupils: list[Pupil], stops: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Yield the rows of learners of one kind who count their turns."""
    from solver.minds.learning import lessons, values_held
    from solver.play.player import TablePlayer

    for stop, held in zip(stops, lessons(game, pupils, stops), strict=True):
        for pupil, weights in zip(pupils, held, strict=True):
            mean = mean_of_player(game, TablePlayer(pupil.name, values_held(game, pupil, weights)))
            what = {"learner": pupil.name, "numbers": len(weights), "told": pupil.told, "seed": pupil.seed}
            yield what | {"games": stop, "looked_at": stop * looked_at_in_game(game), "mean": mean}


def rows_of_notebook(game: Game, stops: tuple[int, ...], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of one learner who notes what it threw."""
    from solver.minds.notebook import NotebookPlayer, noted

    for stop, book in zip(stops, noted(game, stops, seed), strict=True):
        mean = mean_of_player(game, NotebookPlayer(f"notebook of {stop} games", game, book))
        numbers = book.points.size + book.weights.size
        what = {"learner": "notebook", "numbers": numbers, "told": "one_throw", "seed": seed, "games": stop}
        yield what | {"looked_at": stop * looked_at_in_game(game), "mean": mean}
