"""Walk forwards through optimal play for a target, and count the decisions that depend on the points so far.

A player who ignores the points so far takes the same option for all standings of a state. For a roll, the best such
blind option is the one that is optimal in most of its visits; in the other visits the decision depends on the points so
far. The player knows the upper total, unless the bonus is out of reach, so there are more states here than in the table
of targets. Standings from which the target is certain, or out of reach, are settled: all options are equal, and the
walk stops there.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats, Longs
from solver.kernels.deciding import Ties
from solver.kernels.past import Play, play_standings, settle_visits
from solver.kernels.standings import Layer
from solver.play.player import Tables
from solver.solving.backwards import Progress, kernel_exits, kernel_lattice, no_progress
from solver.targets.board import Board, board
from solver.targets.chances import Targets
from solver.targets.standings import kernel_cards, room, target_utility, unpack
from solver.threads import n_processors

TIE = 2.0**-22  # relative, as in ``target_advice``
# Tolerance of ties: a relative loss; if the best probability is 0, all options tie.
TIES = Ties(1.0 - TIE - 2.0**-53, -1e-300)
LEAST_VISITS = 1e-12
N_SHARES = 2  # of a layer: each has sums of its own; constant, so that sums are reproducible


@dataclass(frozen=True, eq=False)
class Past:
    """Optimal play for a target, and how far it depends on the points so far.

    Attributes
    ----------
    target : int
        Final score to be reached.
    probability : float
        Of reaching it, according to the walk: less than the table's value by at most the sum of ``left_out``, and more
        by at most 3e-8, because a standing whose stored value is within 2^-25 of 1 counts as reached.
    decisions, differs : float64[n_turns, n_rerolls + 1]
        Visits of decisions that are not settled, by turn and remaining throws, and of those where the blind option is
        not optimal.
    is_open : float64[n_turns]
        Probability that the target is neither certain nor out of reach before the turn.
    left_out : float64[n_turns]
        Visits of standings that were dropped because they are rare, by turn.
    n_rows : int
        Rows of standings that were played.
    """

    target: int
    probability: float
    decisions: Floats
    differs: Floats
    is_open: Floats
    left_out: Floats
    n_rows: int


def places_in_table(targets: Targets, board: Board, n_filled: int) -> Longs:
    """Return the index of a layer's states in the table of targets, in which more of them are merged."""
    here = board.layer(n_filled)
    places: Longs = targets.board.card_of_place[board.page[here], board.total[here]].astype(np.int64)
    return places


def visit_windows(targets: Targets, board: Board, n_filled: int, target: int) -> Layer:
    """Return the reachable standings of a layer that are not settled, with zero visits."""
    here, packed, places = board.layer(n_filled), targets.layers[n_filled], places_in_table(targets, board, n_filled)
    first, width = packed.low.astype(np.int64)[places], np.diff(packed.start)[places]
    low = np.maximum(first, board.fewest_so_far[here] - target)
    high = np.minimum(first + width - 1, board.most_so_far[here] - target)
    layer = room(low, np.maximum(high, low - 1))
    layer.values[:] = 0.0
    return layer


def follow_target(targets: Targets, target: int, least: float = LEAST_VISITS, progress: Progress = no_progress) -> Past:
    """Walk through optimal play for ``target``."""
    ruleset, states = targets.game.ruleset, board(targets.game, only_dead=True)
    n_turns, n_rerolls = ruleset.n_categories, ruleset.n_rerolls
    counts, is_open, reached = np.zeros((n_turns, n_rerolls + 2, 2)), np.zeros(n_turns), 0.0
    visits = visit_windows(targets, states, 0, target)
    reached += start_at(visits, -target)
    for n_filled in range(n_turns):
        is_open[n_filled] = visits.values.sum()
        play = Play(n_rerolls, TIES, least, n_filled == n_turns - 1)
        later = visit_windows(targets, states, n_filled + 1, target)
        counts[n_filled] = play_layer(targets, states, play, n_filled, visits, later)
        reached += settle_visits(later)
        visits = later
        progress(n_filled + 1, n_turns)
    left_out, n_rows = counts[:, -1].T
    return Past(target, reached, counts[:, :-1, 0], counts[:, :-1, 1], is_open, left_out, int(n_rows.sum()))


def start_at(visits: Layer, standing: int) -> float:
    """Set the visits of the initial standing; return 1 if that is settled as reached, else 0."""
    low, high, start = int(visits.low[0]), int(visits.high[0]), int(visits.start[0])
    if low <= standing <= high:
        visits.values[start + standing - low] = 1.0
    return float(standing > high)


def play_layer(targets: Targets, board: Board, play: Play, n_filled: int, visits: Layer, later: Layer) -> Floats:
    """Play the turn of a layer and add visits to ``later``, the next one. Return the counts of ``play_standings``."""
    game, cards, places = targets.game, kernel_cards(board, n_filled), places_in_table(targets, board, n_filled + 1)
    lattice, exits, choices = kernel_lattice(game.lattice), kernel_exits(game.outcomes), Tables(game).choices
    choices = choices._replace(number_of_keep=choices.number_of_keep[:0])
    table = unpack(targets.layers[n_filled + 1], target_utility(targets.game).ends)
    values = Layer(table.start[places], table.low[places], table.high[places], table.values)
    bounds = even_shares(visits)
    sums = [later, *(Layer(*later[:3], np.zeros_like(later.values)) for _ in range(N_SHARES - 1))]
    counts = np.zeros((N_SHARES, play.n_rerolls + 2, 2))

    def work(share: int) -> None:
        ours = int(bounds[share]), int(bounds[share + 1])
        play_standings(
            lattice, exits, choices, play, board.card_of_place, cards, values, visits, ours, sums[share],
            counts[share],
        )  # fmt: skip

    with ThreadPoolExecutor(n_processors()) as pool:
        list(pool.map(work, range(N_SHARES)))
    for other in sums[1:]:
        later.values[:] += other.values
    total: Floats = counts.sum(axis=0)
    return total


def even_shares(visits: Layer) -> Longs:
    """Return the bounds of shares of the states with about equally many visited standings."""
    visited = np.concatenate(([0], np.cumsum(visits.values > 0)))[visits.start]
    stops = np.searchsorted(visited, np.arange(1, N_SHARES) * int((visits.values > 0).sum()) / N_SHARES)
    bounds: Longs = np.array([0, *stops, len(visits.start)], dtype=np.int64)
    return bounds
