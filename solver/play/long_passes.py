"""Passes over a long walk: the distribution of the final score, and the statistics of play.

Two layers are in memory at a time, and of the later one only what is still read.
"""

from __future__ import annotations

import mmap
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from solver.arrays import Floats
from solver.kernels.distribution import Windows, find_windows, mix_successors
from solver.kernels.packing import pack_windows
from solver.kernels.rows import FloatsOrShorter
from solver.kernels.statistics import expect_rest, weigh_outcomes
from solver.kernels.walk import Steps
from solver.play.distribution import EVERY_GAME, Distribution, room_for
from solver.play.long_walk import LongWalk, Stop
from solver.play.statistics import Statistics, by_outcome
from solver.solving.backwards import Progress, no_progress
from solver.threads import n_processors

LEAST = 1e-24  # a number at the end of a distribution that fewer games than this come to is left out
FEW_STATES = 700_000  # so many distributions of a layer are kept in float64; roundings of more even out


class Shelf:
    """The distributions of a layer, one after the other, in float32 if they are many; those read no more take no room.

    The room is mapped in full and taken page by page, as it is written.
    """

    def __init__(self, stop: Stop, n_sets: int, n_most: int) -> None:
        dtype = np.dtype(np.float64 if len(stop.page) <= FEW_STATES else np.float32)
        n_bytes = len(stop.page) * room_for(n_most) * dtype.itemsize
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        self.filled, self.room = stop.page % n_sets, mmap.mmap(-1, n_bytes, flags=flags)
        self.is_sorted = hasattr(mmap, "MADV_DONTNEED") and bool((np.diff(self.filled) >= 0).all())
        self.numbers: FloatsOrShorter = np.frombuffer(self.room, dtype=dtype)
        self.n_written = self.n_released = 0
        n_states = len(stop.page)
        low, high = np.zeros(n_states, np.int32), np.zeros(n_states, np.int32)
        self.windows = Windows(low, high, np.zeros(n_states, np.int64), np.zeros(n_states, np.int64))

    def put(self, places: slice, windows: Windows, packed: FloatsOrShorter) -> None:
        """Add the distributions of the next states, given as ``pack_windows`` lays them out."""
        self.windows.low[places], self.windows.high[places] = windows.low, windows.high
        self.windows.twin[places] = windows.twin + places.start
        self.windows.first[places] = windows.first + self.n_written
        self.numbers[self.n_written : self.n_written + len(packed)] = packed
        self.n_written += len(packed)

    def release(self, filled: int) -> None:
        """Give back the room of the states up to a set of filled categories; all that lead to them are done."""
        place = int(np.searchsorted(self.filled, filled, side="right")) if self.is_sorted else 0
        first = int(self.windows.first[place]) if place < len(self.filled) else self.n_written
        stop = first * self.numbers.itemsize // mmap.PAGESIZE * mmap.PAGESIZE
        if stop > self.n_released:
            self.room.madvise(mmap.MADV_DONTNEED, self.n_released, stop - self.n_released)
            self.n_released = stop


def finished_shelf(walk: LongWalk) -> Shelf:
    """Return the distributions of the finished scorecards: the bonus, or nothing."""
    ruleset, stop = walk.game.ruleset, walk.stops[-1]
    points = np.array([ruleset.bonus_at(int(total)) for total in stop.total], dtype=np.int32)
    earns = (stop.total >= ruleset.threshold).astype(np.int64)
    of_kind = np.array([np.argmin(earns), np.argmax(earns)])  # the first state without the bonus, and with it
    packed = np.zeros(2 * room_for(1))
    packed[[0, room_for(1)]] = 1.0
    shelf = Shelf(stop, walk.game.space.n_sets, 2 * room_for(1))
    shelf.put(slice(0, len(points)), Windows(points, points, of_kind[earns], earns * room_for(1)), packed)
    return shelf


def long_distribution(walk: LongWalk, progress: Progress = no_progress) -> Distribution:
    """Return the distribution of the final score of a player.

    Notes
    -----
    As ``score_distribution``; each distribution is summed in float64 and kept in float32 where there are many. Games
    left out at the ends of distributions, see ``LEAST``, are fewer than 1e-14; the sum is made 1 again.
    """
    n_turns, exits = walk.game.ruleset.n_categories, walk.exits
    most = walk.game.best_final_score
    later = finished_shelf(walk)
    n_sets = walk.game.space.n_sets

    def mix(steps: Steps, places: slice) -> tuple[Windows, FloatsOrShorter]:
        n_states = len(steps.page)
        shorts = np.zeros(n_states, np.int32), np.zeros(n_states, np.int32)
        windows = Windows(*shorts, np.zeros(n_states, np.int64), np.zeros(n_states, np.int64))
        find_windows(exits, steps, (0, n_states), later.windows, windows)
        is_own = windows.twin == np.arange(n_states)
        ends = np.cumsum(np.where(is_own, room_for(windows.high - windows.low + 1), 0))
        windows.first[1:] = ends[:-1]
        numbers, both = np.empty((1, int(ends[-1]))), (later.windows, windows)
        mix_successors(exits, steps, (0, n_states), both, EVERY_GAME, later.numbers.reshape(1, -1), numbers)
        packed = np.zeros(numbers.shape[1], dtype=shelf.numbers.dtype)
        n_written = pack_windows(walk.stops[n_filled].visits[places], LEAST, windows, numbers[0], packed)
        return windows, packed[:n_written]

    def take(places: slice, made: tuple[Windows, FloatsOrShorter]) -> None:
        shelf.put(places, *made)
        later.release(int(walk.stops[n_filled].page[places.start]) % n_sets)  # filling a box makes the number larger

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_turns)):
            shelf = Shelf(walk.stops[n_filled], n_sets, most + 1)
            walk.replay(pool, n_filled, mix, take)
            later = shelf
            progress(2 * n_turns - n_filled, 2 * n_turns)
    prob_of_score = np.zeros(most + 1)
    low, high = int(later.windows.low[0]), int(later.windows.high[0])
    prob_of_score[low : high + 1] = later.numbers[: high - low + 1]
    return Distribution(prob_of_score / prob_of_score.sum())


def long_statistics(walk: LongWalk, progress: Progress = no_progress) -> Statistics:
    """Return the statistics of a player's games, but for what goes before an outcome."""
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
