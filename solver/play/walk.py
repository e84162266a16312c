"""The walk of a player through the game: the states it visits, their probabilities, and its turns."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.errors import SolverError
from solver.game.game import Game, StateSpace
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.kernels.turn import Exits
from solver.kernels.walk import (
    Runs,
    Shorts,
    Steps,
    follow_runs,
    gather_turns,
    push_visits,
    score_runs,
    score_runs_by_utility,
)
from solver.play.player import Player, Reader, TablePlayer, Tables, check_saver, saving_exits, saving_turns
from solver.solving.backwards import kernel_utility
from solver.threads import BUFFERS, n_processors

ENTRIES_OF_STATE = 10  # estimated number of outcomes stored per reachable state


@dataclass(frozen=True, eq=False)
class Part:
    """Some visited states of one layer and their turns; attributes as in ``walk.Walk``."""

    page: Ints
    total: Ints
    turn_of_state: Ints
    first_entry_of_turn: Longs
    outcome_of_entry: Shorts
    prob_of_entry: Floats


def steps_of_part(part: Part) -> Steps:
    """Return a part for kernels, without the index of states."""
    return Steps(**vars(part), place_of_slot=np.empty((0, 0), np.int32))


class GrowableArray:
    """An array that grows by appending."""

    def __init__(self, n_most: int, dtype: npt.DTypeLike, name: str | None) -> None:
        """Allocate an array for about ``n_most`` numbers, in the thread's buffer of a name if one is given."""
        self.array = np.empty(n_most, dtype) if name is None else BUFFERS.array(name, n_most, dtype)
        self.name, self.n_filled = name, 0

    def add(self, numbers: npt.NDArray[Any]) -> None:
        """Append numbers; if the capacity is exceeded, move all to a larger array."""
        stop = self.n_filled + len(numbers)
        if stop > len(self.array):
            before, self.array = self.filled, np.empty(2 * stop, self.array.dtype)
            self.array[: self.n_filled] = before
            if self.name is not None:
                BUFFERS.arrays[self.name] = self.array
        self.array[self.n_filled : stop] = numbers
        self.n_filled = stop

    @property
    def filled(self) -> npt.NDArray[Any]:
        """Return the numbers appended."""
        return self.array[: self.n_filled]


class WalkBuilder:
    """A walk that is assembled from its parts, in order."""

    def __init__(self, n_reachable: int, is_passing: bool) -> None:
        """Start a walk through a game with ``n_reachable`` states, in the thread's buffers if ``is_passing``."""

        def growing(name: str, dtype: npt.DTypeLike, n_of_state: int = 1) -> GrowableArray:
            return GrowableArray(n_of_state * n_reachable + 1, dtype, f"walk.{name}" if is_passing else None)

        self.page, self.total, self.turn = (growing(name, np.int32) for name in ("page", "total", "turn"))
        self.first_entry = growing("first_entry", np.int64)
        self.outcome = growing("outcome", np.int16, ENTRIES_OF_STATE)
        self.prob = growing("prob", np.float64, ENTRIES_OF_STATE)
        self.first_entry.add(np.zeros(1, np.int64))

    @property
    def n_states(self) -> int:
        """Return the number of states appended."""
        return self.page.n_filled

    def add(self, part: Part) -> None:
        """Append the states of a part and its turns."""
        turn, first_entry = part.turn_of_state + (self.first_entry.n_filled - 1), part.first_entry_of_turn[1:]
        self.page.add(part.page)
        self.total.add(part.total)
        self.turn.add(turn)
        self.first_entry.add(first_entry + self.outcome.n_filled)
        self.outcome.add(part.outcome_of_entry)
        self.prob.add(part.prob_of_entry)

    @property
    def whole(self) -> Part:
        """Return the assembled walk as one part."""
        states = self.page.filled, self.total.filled, self.turn.filled
        return Part(*states, self.first_entry.filled, self.outcome.filled, self.prob.filled)


BYTES_OF_STATE = 110  # memory of the walk of perfect play per reachable state, tables included
LARGEST_WALK = 10**9  # bytes; the estimate does not hold for saved throws, where turns have many more outcomes
N_ROWS = 128  # rows decided at a time; constant, so that turns are shared alike on any machine


@dataclass(frozen=True, eq=False)
class Walk:
    """The states that a player visits, and its turns.

    The states are in the order of play: by the number of filled categories (the layer), page (the set of filled
    categories) and upper total. The finished scorecards are the last layer.

    Attributes
    ----------
    player : str
        Name of the player.
    first_of_layer : int64[n_categories + 2]
        Index of the first state of each layer.
    page, total : int32[n_visited]
        The states: page, that is the filled categories as a bit mask and the extra; and upper total.
    visits : float64[n_visited]
        Probability that a game visits the state; the sum over a layer is 1.
    turn_of_state : int32[n_visited]
        The turn played from a state; states with the same decisions share it. A finished scorecard has the last turn,
        which is empty.
    first_entry_of_turn : int64[n_turns + 1]
        Index of the first outcome of a turn in the next two.
    outcome_of_entry : int16[n_entries]
        The possible outcomes, ascending.
    prob_of_entry : float64[n_entries]
        Their probabilities; the sum over a turn is 1.
    """

    game: Game
    player: str
    first_of_layer: Longs
    page: Ints
    total: Ints
    visits: Floats
    turn_of_state: Ints
    first_entry_of_turn: Longs
    outcome_of_entry: Shorts
    prob_of_entry: Floats

    @property
    def n_visited(self) -> int:
        """Return the number of visited states, finished scorecards included."""
        return len(self.page)

    @cached_property
    def tables(self) -> Tables:
        """Return the tables of the game, including its outcomes."""
        return Tables(self.game)

    @cached_property
    def exits(self) -> Exits:
        """Return the outcomes for kernels; with saved throws, the endings of turns."""
        return exits_of(Tables(self.game, may_save=True))

    @cached_property
    def place_of_slot(self) -> Ints:
        """Return the index of each state among the visited ones, -1 elsewhere: int32[n_pages, n_totals]."""
        places = np.full((self.game.space.n_pages, self.game.space.n_totals), -1, dtype=np.int32)
        places[self.page, self.total] = np.arange(self.n_visited)
        return places

    @cached_property
    def steps(self) -> Steps:
        """Return the walk for kernels."""
        turns = self.turn_of_state, self.first_entry_of_turn, self.outcome_of_entry, self.prob_of_entry
        return Steps(self.page, self.total, *turns, self.place_of_slot)

    @property
    def visits_of_state(self) -> Floats:
        """Return the visits of all reachable states, in the order of ``StateSpace``."""
        table = np.zeros((self.game.space.n_pages, self.game.space.n_totals))
        table[self.page, self.total] = self.visits
        visits: Floats = table[self.game.space.reachable_slots]
        return visits

    def layer(self, n_filled: int) -> slice:
        """Return the indices of the states with ``n_filled`` categories filled."""
        return slice(int(self.first_of_layer[n_filled]), int(self.first_of_layer[n_filled + 1]))


def is_long(game: Game) -> bool:
    """Return whether a walk through a game would take too much memory, so that a long walk is needed."""
    return game.space.n_states * BYTES_OF_STATE > LARGEST_WALK


def walk(game: Game, player: Player, is_passing: bool = False, begins: Floats | None = None) -> Walk:
    """Return the walk of ``player``.

    Parameters
    ----------
    begins : float64[n_pages, n_totals]
        Probability that a game starts at each card. Default: the empty card.
    is_passing : bool
        Store the walk in the thread's ``BUFFERS``. It becomes invalid when they are released, or another passing walk
        starts.

    Raises
    ------
    SolverError
        If it would take too much memory.

    Notes
    -----
    The visits of a layer are summed in the order of its states, so they do not depend on the number of threads.
    """
    space, tables = game.space, Tables(game, may_save=True)
    if is_long(game):
        raise SolverError(
            f"ruleset {game.ruleset.name!r}: evaluating a player in {space.n_states:,} states would take about "
            f"{space.n_states * BYTES_OF_STATE / 1e9:.1f} GB of memory; at most {LARGEST_WALK / 1e9:.0f} GB are allowed"
        )
    exits = exits_of(tables)
    visits = np.zeros((space.n_pages, space.n_totals)) if begins is None else begins.copy()
    if begins is None:
        visits[0, 0] = 1.0
    joined, first_of_layer = WalkBuilder(space.n_states, is_passing), [0]
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in range(game.ruleset.n_categories):
            is_visited = visits > 0
            for part in pool.map(*turns_of_layer(tables, player, n_filled, is_visited)):
                push_visits(exits, steps_of_part(part), visits)
                joined.add(part)
            first_of_layer.append(joined.n_states)
    joined.add(finished(space.finished_pages, visits))
    first_of_layer.append(joined.n_states)
    all_parts = joined.whole
    visits_of_place = visits[all_parts.page, all_parts.total]
    return Walk(game, player.name, np.array(first_of_layer), visits=visits_of_place, **vars(all_parts))


def exits_of(tables: Tables) -> Exits:
    """Return the outcomes of turns for kernels; with saved throws, the endings of turns."""
    exits: Exits = saving_exits(tables) if tables.game.ruleset.saves_throws else tables.arrays[1]
    return exits


def in_batches(rows: Places) -> list[Places]:
    """Yield the rows in batches of ``N_ROWS``, in order."""
    return [Places(*(array[start : start + N_ROWS] for array in rows)) for start in range(0, len(rows.page), N_ROWS)]


def visited_rows(space: StateSpace, n_filled: int, visits: Floats | Bools) -> Places:
    """Return as few rows as possible that cover the visited states of a layer, by page, then by lane.

    A row starts at the first visited state that no previous row covers. ``visits`` are [n_pages, n_totals], 0 or false
    if no game visits a state. If throws are saved, a row represents all pages of its set.
    """
    sets = np.flatnonzero(space.n_filled_of_set == n_filled)
    pages = np.arange(0, space.n_pages, space.n_sets)[:, None] + sets
    left = visits[pages] > 0
    if space.ruleset.saves_throws:
        pages, left = pages[0], left.any(axis=0)
    pages, left = pages.ravel(), left.reshape(-1, left.shape[-1])
    found = []
    while left.any():
        some = np.flatnonzero(left.any(axis=1))
        pages, left = pages[some], left[some]
        lanes = np.argmax(left, axis=1)
        found.append((pages, lanes))
        left &= np.arange(left.shape[1]) >= lanes[:, None] + N_LANES
    page, lane = (np.concatenate(parts).astype(np.int64) for parts in zip(*found, strict=True))
    order = np.lexsort((lane, page))
    return Places(page[order], lane[order], page[order] % space.n_sets)


def turns_of_layer(
    tables: Tables, player: Player, n_filled: int, is_visited: Bools
) -> tuple[Callable[[Any], Part], list[Any]]:
    """Return the function that computes the turns of some states, and batches of the states of a layer.

    Rows are packed for players with a value table, unless the exits of a roll depend on the page.
    """
    space = tables.game.space
    if isinstance(player, Reader) and len(tables.outcomes.may_take_any) == 1 and not space.ruleset.saves_throws:
        return partial(play_runs, tables, player, is_visited), packed_runs(space, n_filled, is_visited)
    return partial(play_rows, tables, player, is_visited), in_batches(visited_rows(space, n_filled, is_visited))


def packed_runs(space: StateSpace, n_filled: int, is_visited: Bools) -> list[Runs]:
    """Yield all visited states of a layer in full rows, ``N_ROWS`` at a time, by page, then by upper total."""
    pages = np.flatnonzero(np.tile(space.n_filled_of_set == n_filled, space.n_pages // space.n_sets))
    place, total = np.nonzero(is_visited[pages])
    page, (row, lane) = pages[place], np.divmod(np.arange(len(total)), N_LANES)
    goes_on = (np.diff(page) == 0) & (np.diff(total) == 1) & (lane[1:] > 0)
    first = np.flatnonzero(np.append(True, ~goes_on))
    stop = lane[np.append(first[1:] - 1, -1)] + 1
    runs = Runs(row[first] % N_ROWS, page[first], (total - lane)[first], page[first] % space.n_sets, lane[first], stop)
    bounds = np.searchsorted(row[first], np.arange(0, row[-1] + N_ROWS + 1, N_ROWS))
    return [Runs(*(array[start:end] for array in runs)) for start, end in pairwise(bounds.tolist())]


def play_runs(tables: Tables, player: Reader, is_visited: Bools, runs: Runs) -> Part:
    """Return the visited states of packed rows with their turns."""
    lattice, exits, choices, n_rerolls, _tie = tables.arrays
    objective, ties, value_of_state = player.reads
    table, n_rows, n_outcomes = tables.spread_once(value_of_state), int(runs.row[-1]) + 1, len(exits.category)
    scores, prob_of_outcome = np.empty((n_rows, n_outcomes, N_LANES)), np.empty((n_rows, N_LANES, n_outcomes))
    if objective.is_mean:
        score_runs(exits, runs, table, scores)
    else:
        score_runs_by_utility(exits, kernel_utility(objective, tables.outcomes), runs, table, scores)
    choices = choices._replace(number_of_keep=choices.number_of_keep[:0])
    has_floor = not objective.is_mean  # a table of points can be arbitrary, even one in which points lower the value
    follow_runs(lattice, exits, choices, n_rerolls, has_floor, ties, runs, scores, prob_of_outcome)
    return gather_part(tables, runs, is_visited, prob_of_outcome)


def play_rows(tables: Tables, player: Player, is_visited: Bools, rows: Places) -> Part:
    """Return the visited states of some rows with their turns."""
    if tables.game.ruleset.saves_throws:
        return Part(*saving_turns(tables, check_saver(player), is_visited, rows))
    numbers = np.arange(len(rows.page))
    runs = Runs(numbers, *rows, first=np.zeros_like(numbers), stop=np.full_like(numbers, N_LANES))
    return gather_part(tables, runs, is_visited, player.prob_of_outcome(tables, rows))


def gather_part(tables: Tables, runs: Runs, is_visited: Bools, prob_of_outcome: Floats) -> Part:
    """Return the visited states of some runs with their turns; ``prob_of_outcome`` as in ``gather_turns``."""
    n_most, n_outcomes = len(prob_of_outcome) * N_LANES, prob_of_outcome.shape[-1]
    state = np.empty(n_most, np.int32), np.empty(n_most, np.int32), np.empty(n_most, np.int32)
    first_entry = np.empty(n_most + 1, np.int64)
    outcome, prob = np.empty(n_most * n_outcomes, np.int16), np.empty(n_most * n_outcomes)
    n_states, n_turns = gather_turns(
        tables.outcomes.category, runs, is_visited, prob_of_outcome, state, first_entry, (outcome, prob)
    )
    page, total, turn = (array[:n_states].copy() for array in state)
    n_entries = first_entry[n_turns]
    return Part(
        page, total, turn, first_entry[: n_turns + 1].copy(), outcome[:n_entries].copy(), prob[:n_entries].copy()
    )


def finished(pages: Longs, visits: Floats) -> Part:
    """Return the visited finished scorecards, with an empty turn."""
    place, total = (found.astype(np.int32) for found in np.nonzero(visits[pages]))
    page = pages[place].astype(np.int32)
    no_turn = np.zeros(2, np.int64), np.empty(0, np.int16), np.empty(0)
    return Part(page, total, np.zeros(len(total), np.int32), *no_turn)


WALKING = Lock()
LAST: list[tuple[TablePlayer, Walk]] = []  # at most one


def shared_walk(game: Game, player: TablePlayer) -> Walk:
    """Return the walk of a player with a value table; that of the last call is cached for the same game and table.

    The cache has one entry and is meant for perfect play: a call with another table replaces it.
    """
    with WALKING:
        for known, way in LAST:
            is_same_game = way.game.identity == game.identity
            if is_same_game and np.array_equal(known.value_of_state, player.value_of_state):
                return way
        way = walk(game, player)
        LAST[:] = [(player, way)]
        return way
