"""Long walks: the walks of players through games with so many states that what is done there is not kept.

A walk through Maxi Yatzy would hold 600 million outcomes. A long walk holds the visited states only; its passes go
through them from the last layer to the first and ask the player a second time, for a few thousand states at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from solver.arrays import Bools, Floats, Ints
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps, push_visits
from solver.play.parts import Part, steps_of_part
from solver.play.player import Player
from solver.play.tables import Tables
from solver.play.walk import exits_of, finished, in_batches, play_rows, visited_rows
from solver.solving.backwards import Progress, no_progress
from solver.threads import n_processors

BYTES_OF_STATE = 115  # that the passes take for each reachable state of Maxi Yatzy, tables included
LARGEST_LONG_WALK = 8 * 10**9  # bytes
N_AHEAD = 4  # batches for each processor that are begun before the first is taken

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Stop:
    """The visited states of a layer: page, total : int32[n_states]; visits : float64[n_states]."""

    page: Ints
    total: Ints
    visits: Floats


@dataclass(frozen=True, eq=False)
class LongWalk:
    """The states that a player comes to, layer by layer, in the order of ``Walk``.

    Attributes
    ----------
    stops : tuple of Stop
        The layers, by the number of filled categories.
    is_visited : bool[n_pages, n_totals]
    place_of_slot : int32[n_pages, n_totals]
        The place of each state among the visited ones of its layer, -1 elsewhere.
    """

    tables: Tables
    player: Player
    stops: tuple[Stop, ...]
    is_visited: Bools
    place_of_slot: Ints

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.tables.game

    @cached_property
    def exits(self) -> Exits:
        """Return the outcomes as the kernels read them; with saved throws, the endings of turns."""
        return exits_of(self.tables)

    def replay(
        self,
        pool: ThreadPoolExecutor,
        n_filled: int,
        work: Callable[[Steps, slice], Made],
        take: Callable[[slice, Made], None],
    ) -> None:
        """Ask the player again what it does in the states of a layer, and do some work on what it says.

        Parameters
        ----------
        work : callable
            Given the turns from some states, and which of the layer these are; called on the threads of ``pool``.
        take : callable
            Told which states these were, and the result, in the order of the states.
        """

        def play(rows: tuple[int, ...]) -> tuple[slice, Made]:
            part = play_rows(self.tables, self.player, self.is_visited, batches[rows[0]])
            first = int(self.place_of_slot[part.page[0], part.total[0]])
            places = slice(first, first + len(part.page))
            return places, work(Steps(**vars(part), place_of_slot=self.place_of_slot), places)

        batches = in_batches(visited_rows(self.game.space, n_filled, self.is_visited))
        for places, made in in_order(pool, play, ((batch,) for batch in range(len(batches)))):
            take(places, made)


def in_order(pool: ThreadPoolExecutor, work: Callable[[Given], Made], given: Iterable[Given]) -> Iterator[Made]:
    """Yield the results of ``work`` in the order of what is given, a few of them begun ahead on the threads."""
    waiting = deque[Future[Made]]()
    try:
        for one in given:
            waiting.append(pool.submit(work, one))
            if len(waiting) > N_AHEAD * n_processors():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def check_size(game: Game) -> None:
    """Refuse games that nobody can be followed through.

    Raises
    ------
    SolverError
        If it would take too much memory.
    """
    refuse_size(game, game.space.n_states * BYTES_OF_STATE, f"a player through its {game.space.n_states:,} states")


def check_layer(game: Game, player: Player, n_visited: int) -> None:
    """Refuse a player who comes to more states of a layer than there can be distributions of; see ``check_size``."""
    n_bytes = n_visited * game.best_final_score // 2 * np.dtype(np.float32).itemsize  # half of all scores are to come
    refuse_size(game, n_bytes, f"policy {player.name!r} through {n_visited:,} states of one turn")


def refuse_size(game: Game, n_bytes: int, whom: str) -> None:
    """Raise an error if following someone takes too many bytes."""
    if n_bytes > LARGEST_LONG_WALK:
        raise SolverError(
            f"ruleset {game.ruleset.name!r}: to follow {whom} would take about {n_bytes / 1e9:.1f} GB of memory; "
            f"at most {LARGEST_LONG_WALK / 1e9:.0f} GB are allowed"
        )


def long_walk(game: Game, player: Player, progress: Progress = no_progress) -> LongWalk:
    """Return the long walk of ``player``.

    Raises
    ------
    SolverError
        If it would take too much memory.

    Notes
    -----
    Perfect play of Maxi Yatzy: 18 million states in 1.5 million rows.
    """
    space, tables = game.space, Tables(game, may_save=True)
    check_size(game)
    exits, n_turns = exits_of(tables), game.ruleset.n_categories
    visits = np.zeros((space.n_pages, space.n_totals))
    visits[0, 0] = 1.0
    is_visited, place_of_slot = np.zeros(visits.shape, np.bool_), np.full(visits.shape, -1, np.int32)
    parts: list[Part | Stop] = []

    def play(rows: int) -> Part:
        return play_rows(tables, player, is_visited, batches[rows])

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in range(n_turns):
            pages = np.flatnonzero(np.tile(space.n_filled_of_set == n_filled, space.n_pages // space.n_sets))
            is_visited[pages] = visits[pages] > 0
            batches = in_batches(visited_rows(space, n_filled, is_visited))
            states = []
            for part in in_order(pool, play, range(len(batches))):
                push_visits(exits, steps_of_part(part), visits)
                states.append((part.page, part.total))
            page, total = (np.concatenate(arrays) for arrays in zip(*states, strict=True))
            check_layer(game, player, len(page))
            parts.append(Stop(page, total, visits[page, total]))
            progress(n_filled + 1, 2 * n_turns)
    last = finished(space.finished_pages, visits)
    parts.append(Stop(last.page, last.total, visits[last.page, last.total]))
    stops = tuple(part for part in parts if isinstance(part, Stop))
    for stop in stops:
        place_of_slot[stop.page, stop.total] = np.arange(len(stop.page))
    return LongWalk(tables, player, stops, is_visited, place_of_slot)
