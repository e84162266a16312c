"""Walks through games with too many states to store decisions, and cached distributions of players."""

from __future__ import annotations

import mmap
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from solver.arrays import Bools, Floats, Ints
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.distribution import Windows, find_windows, mix_successors, pack_windows
from solver.kernels.rows import FloatsOrShorter
from solver.kernels.statistics import expect_rest, weigh_outcomes
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps, push_visits
from solver.play.distribution import EVERY_GAME, Distribution, padded_length, score_distribution
from solver.play.player import Player, Tables
from solver.play.statistics import Statistics, by_outcome
from solver.play.walk import Part, exits_of, finished, in_batches, is_long, play_rows, steps_of_part, visited_rows, walk
from solver.solving.backwards import Progress, no_progress
from solver.store.results import Result, recall, sha256
from solver.store.sources import sources_of_module
from solver.threads import n_processors

BYTES_OF_STATE = 115  # memory of the passes per reachable state of Maxi Yatzy, tables included
LARGEST_LONG_WALK = 8 * 10**9  # bytes
N_AHEAD = 4  # batches per processor started in advance

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class VisitedLayer:
    """The visited states of a layer: page, total : int32[n_states]; visits : float64[n_states]."""

    page: Ints
    total: Ints
    visits: Floats


@dataclass(frozen=True, eq=False)
class LongWalk:
    """The states that a player visits, layer by layer, in the order of ``Walk``.

    Attributes
    ----------
    stops : tuple of Stop
        The layers, by the number of filled categories.
    is_visited : bool[n_pages, n_totals]
    place_of_slot : int32[n_pages, n_totals]
        Index of each state among the visited ones of its layer, -1 elsewhere.
    """

    tables: Tables
    player: Player
    stops: tuple[VisitedLayer, ...]
    is_visited: Bools
    place_of_slot: Ints

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.tables.game

    @cached_property
    def exits(self) -> Exits:
        """Return the outcomes for kernels; with saved throws, the endings of turns."""
        return exits_of(self.tables)

    def replay(
        self,
        pool: ThreadPoolExecutor,
        n_filled: int,
        work: Callable[[Steps, slice], Made],
        take: Callable[[slice, Made], None],
    ) -> None:
        """Compute the player's decisions in a layer again, and process them in batches.

        Parameters
        ----------
        work : callable
            Called with the turns from some states and the range of these in the layer, on the threads of ``pool``.
        take : callable
            Called with that range and the result, in the order of the states.
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
    """Yield the results of ``work`` in the order of its arguments, starting a few in advance on the threads."""
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
    """Check that a player can be evaluated in a game.

    Raises
    ------
    SolverError
        If it would take too much memory.
    """
    raise_too_large(game, game.space.n_states * BYTES_OF_STATE, f"a player in {game.space.n_states:,} states")


def check_layer(game: Game, player: Player, n_visited: int) -> None:
    """Check that the distributions of a layer fit into memory for the states visited; see ``check_size``."""
    n_bytes = n_visited * game.best_final_score // 2 * np.dtype(np.float32).itemsize  # half of all scores
    raise_too_large(game, n_bytes, f"policy {player.name!r} in {n_visited:,} states of one turn")


def raise_too_large(game: Game, n_bytes: int, what: str) -> None:
    """Raise an error if an evaluation needs too many bytes."""
    if n_bytes > LARGEST_LONG_WALK:
        raise SolverError(
            f"ruleset {game.ruleset.name!r}: evaluating {what} would take about {n_bytes / 1e9:.1f} GB of memory; "
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
    parts: list[Part | VisitedLayer] = []

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
            parts.append(VisitedLayer(page, total, visits[page, total]))
            progress(n_filled + 1, 2 * n_turns)
    last = finished(space.finished_pages, visits)
    parts.append(VisitedLayer(last.page, last.total, visits[last.page, last.total]))
    stops = tuple(part for part in parts if isinstance(part, VisitedLayer))
    for stop in stops:
        place_of_slot[stop.page, stop.total] = np.arange(len(stop.page))
    return LongWalk(tables, player, stops, is_visited, place_of_slot)


LEAST = 1e-24  # smaller probabilities at the ends of a distribution are dropped
FEW_STATES = 700_000  # up to here float64 is stored; with more distributions, rounding errors average out


class StoredDistributions:
    """The distributions of a layer, one after the other, in float32 if there are many.

    The array is mapped at its full size; pages of memory are allocated when written, and released when no longer
    needed.
    """

    def __init__(self, stop: VisitedLayer, n_sets: int, n_most: int) -> None:
        dtype = np.dtype(np.float64 if len(stop.page) <= FEW_STATES else np.float32)
        n_bytes = len(stop.page) * padded_length(n_most) * dtype.itemsize
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        self.filled, self.memory = stop.page % n_sets, mmap.mmap(-1, n_bytes, flags=flags)
        self.is_sorted = hasattr(mmap, "MADV_DONTNEED") and bool((np.diff(self.filled) >= 0).all())
        self.numbers: FloatsOrShorter = np.frombuffer(self.memory, dtype=dtype)
        self.n_written = self.n_released = 0
        n_states = len(stop.page)
        low, high = np.zeros(n_states, np.int32), np.zeros(n_states, np.int32)
        self.windows = Windows(low, high, np.zeros(n_states, np.int64), np.zeros(n_states, np.int64))

    def put(self, places: slice, windows: Windows, packed: FloatsOrShorter) -> None:
        """Append the distributions of the next states, as packed by ``pack_windows``."""
        self.windows.low[places], self.windows.high[places] = windows.low, windows.high
        self.windows.twin[places] = windows.twin + places.start
        self.windows.first[places] = windows.first + self.n_written
        self.numbers[self.n_written : self.n_written + len(packed)] = packed
        self.n_written += len(packed)

    def release(self, filled: int) -> None:
        """Release the memory of the states up to a set of filled categories, whose predecessors are all done."""
        place = int(np.searchsorted(self.filled, filled, side="right")) if self.is_sorted else 0
        first = int(self.windows.first[place]) if place < len(self.filled) else self.n_written
        stop = first * self.numbers.itemsize // mmap.PAGESIZE * mmap.PAGESIZE
        if stop > self.n_released:
            self.memory.madvise(mmap.MADV_DONTNEED, self.n_released, stop - self.n_released)
            self.n_released = stop


def finished_distributions(walk: LongWalk) -> StoredDistributions:
    """Return the distributions of the finished scorecards: the bonus, or 0."""
    ruleset, stop = walk.game.ruleset, walk.stops[-1]
    points = np.array([ruleset.bonus_at(int(total)) for total in stop.total], dtype=np.int32)
    earns = (stop.total >= ruleset.threshold).astype(np.int64)
    of_kind = np.array([np.argmin(earns), np.argmax(earns)])  # the first state without the bonus, and with it
    packed = np.zeros(2 * padded_length(1))
    packed[[0, padded_length(1)]] = 1.0
    stored = StoredDistributions(stop, walk.game.space.n_sets, 2 * padded_length(1))
    stored.put(slice(0, len(points)), Windows(points, points, of_kind[earns], earns * padded_length(1)), packed)
    return stored


def long_distribution(walk: LongWalk, progress: Progress = no_progress) -> Distribution:
    """Return the distribution of the final score of a player.

    Notes
    -----
    As ``score_distribution``; each distribution is summed in float64, and stored in float32 if there are many. The
    probability dropped at the ends of distributions, see ``LEAST``, is below 1e-14; the sum is normalized to 1.
    """
    n_turns, exits = walk.game.ruleset.n_categories, walk.exits
    most = walk.game.best_final_score
    later = finished_distributions(walk)
    n_sets = walk.game.space.n_sets

    def mix(steps: Steps, places: slice) -> tuple[Windows, FloatsOrShorter]:
        n_states = len(steps.page)
        shorts = np.zeros(n_states, np.int32), np.zeros(n_states, np.int32)
        windows = Windows(*shorts, np.zeros(n_states, np.int64), np.zeros(n_states, np.int64))
        find_windows(exits, steps, (0, n_states), later.windows, windows)
        is_own = windows.twin == np.arange(n_states)
        ends = np.cumsum(np.where(is_own, padded_length(windows.high - windows.low + 1), 0))
        windows.first[1:] = ends[:-1]
        numbers, both = np.empty((1, int(ends[-1]))), (later.windows, windows)
        mix_successors(exits, steps, (0, n_states), both, EVERY_GAME, later.numbers.reshape(1, -1), numbers)
        packed = np.zeros(numbers.shape[1], dtype=stored.numbers.dtype)
        n_written = pack_windows(walk.stops[n_filled].visits[places], LEAST, windows, numbers[0], packed)
        return windows, packed[:n_written]

    def take(places: slice, made: tuple[Windows, FloatsOrShorter]) -> None:
        stored.put(places, *made)
        later.release(int(walk.stops[n_filled].page[places.start]) % n_sets)  # filling a box increases the number

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_turns)):
            stored = StoredDistributions(walk.stops[n_filled], n_sets, most + 1)
            walk.replay(pool, n_filled, mix, take)
            later = stored
            progress(2 * n_turns - n_filled, 2 * n_turns)
    prob_of_score = np.zeros(most + 1)
    low, high = int(later.windows.low[0]), int(later.windows.high[0])
    prob_of_score[low : high + 1] = later.numbers[: high - low + 1]
    return Distribution(prob_of_score / prob_of_score.sum())


def long_statistics(walk: LongWalk, progress: Progress = no_progress) -> Statistics:
    """Return the statistics of a player's games, without those of earlier categories."""
    n_turns, exits = walk.game.ruleset.n_categories, walk.exits
    n_outcomes = len(exits.category)
    later_points, prob_of_outcome = np.zeros((n_outcomes, n_turns + 1)), np.zeros((n_turns, n_outcomes, 2))
    later = np.zeros((len(walk.stops[-1].page), n_turns + 1))
    later[:, -1] = walk.stops[-1].total >= walk.game.ruleset.threshold
    chance = later[:, -1].copy()

    def expect(steps: Steps, places: slice) -> tuple[Floats, Floats, Floats]:
        bounds, seen = (0, len(steps.page)), walk.stops[n_filled].visits[places]
        rest, joint = np.zeros((len(seen), n_turns + 1)), np.zeros((n_outcomes, n_turns + 1))
        probs = np.zeros((n_outcomes, 2))
        expect_rest(exits, steps, bounds, seen, later, rest, joint)
        weigh_outcomes(exits, steps, bounds, seen, chance, probs)
        return rest, joint, probs

    def take(places: slice, made: tuple[Floats, Floats, Floats]) -> None:
        rest[places], joint, probs = made
        later_points[:] += joint
        prob_of_outcome[n_filled] += probs

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_turns)):
            rest = np.empty((len(walk.stops[n_filled].page), n_turns + 1))
            walk.replay(pool, n_filled, expect, take)
            later, chance = rest, rest[:, -1].copy()
            progress(2 * n_turns - n_filled, 2 * n_turns)
    return Statistics(
        game=walk.game,
        category=walk.game.outcomes.category,
        points=walk.game.outcomes.gain.astype(np.int64),
        prob_of_outcome=by_outcome(walk.game, prob_of_outcome, axis=1),
        later_points=by_outcome(walk.game, later_points),
        earlier_points=np.empty((0, n_turns + 1)),
        n_visited=np.array([len(stop.page) for stop in walk.stops]),
    )


def distribution_of(game: Game, player: Player, progress: Progress = no_progress) -> Distribution:
    """Return the distribution of a player's final score, by a long walk in large games.

    Parameters
    ----------
    progress : callable
        On long walks, called with the number of layers done and the total over all passes.
    """
    if is_long(game):
        return long_distribution(long_walk(game, player, progress), progress)
    return score_distribution(walk(game, player))


def find_distribution(game: Game, player: Player, progress: Progress = no_progress) -> tuple[Distribution, bool]:
    """Return the distribution of a player's final score and whether it was cached.

    The key contains the name of the player, all its arrays, and the sources of the player and its attributes; so the
    name must identify all other parameters.
    """

    def compute() -> Result:
        return Result({"prob_of_score": distribution_of(game, player, progress).prob_of_score}, {})

    result, from_cache = recall("distribution", game.identity | player_key(player), compute)
    return Distribution(result.arrays["prob_of_score"]), from_cache


def player_key(player: Player) -> dict[str, Any]:
    """Return the key of a player."""
    parts = list(vars(player).values())
    arrays = [sha256(np.ascontiguousarray(part).tobytes()) for part in parts if isinstance(part, np.ndarray)]
    modules = {str(getattr(part, "__module__", "")) for part in [type(player), *map(type, parts), *parts]}
    sources: dict[str, str] = {}
    for module in modules:
        if module.split(".")[0] == __name__.split(".")[0] or module == type(player).__module__:
            sources |= sources_of_module(module)
    return {"player": player.name, "arrays": arrays, "sources": dict(sorted(sources.items()))}
