"""Kernels of what learners hold of scorecards, and how they move: pars and a curve, tables, or a small network."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import part
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    add_to,
    fill_row,
    load_row,
    store_row,
    sum_lanes,
)
from solver.kernels.smooth_rows import root_row, tangent_row
from solver.kernels.turn import Exits

LINEAR, NETWORK, TABLES = 0, 1, 2
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8  # of Adam


class Scorecards(NamedTuple):
    """What a learner sees of the scorecards.

    inputs : float64[n_pages, n_categories], which boxes are open on each page; curve : float64[n_upper_states], what is
    seen of the upper half, of linear learners last; first_column : int64[n_pages], where a page begins in it;
    rank_of_total : int32[n_pages, n_totals]; lower_of_page : int64[n_pages], the set of filled lower boxes;
    bonus_of_total : float64[n_totals].
    """

    inputs: Floats
    curve: Floats
    first_column: Longs
    rank_of_total: Ints
    lower_of_page: Longs
    bonus_of_total: Floats


class Learner(NamedTuple):
    """What a learner holds, and how it moves.

    kind : linear, a network or tables; n_hidden : places of the network; weights : float64[n_weights], of tables those
    of the upper states, then those of the lower sets; of networks as in ``network.py``, filled up to whole rows;
    averages : the same, averaged over the games with weights that grow; means, squares : of Adam, for networks; scale :
    points of a network's output.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    scale: float


class Sight(NamedTuple):
    """Room for what a learner sees of a state and thinks of it; hidden places are filled up to whole rows.

    seen : float64[n_inputs]; inner : float64[n_inputs, n_padded], the weights of each input; outer : float64[n_padded],
    the weights of the hidden places; bent, hidden : float64[n_padded], what comes to the hidden places, and what they
    say; slope : float64[n_weights]; lanes : float64[N_LANES].
    """

    seen: Floats
    inner: Floats
    outer: Floats
    bent: Floats
    hidden: Floats
    slope: Floats
    lanes: Floats


@part
def empty_sight(cards: Scorecards, n_hidden: int, n_weights: int) -> Sight:
    """Return room for what a learner sees."""
    n_inputs, n_padded = cards.inputs.shape[1] + 1, -(-n_hidden // N_LANES) * N_LANES
    parts = np.zeros(n_padded), np.zeros(n_padded), np.zeros(n_padded)
    return Sight(np.empty(n_inputs), np.zeros((n_inputs, n_padded)), *parts, np.zeros(n_weights), np.empty(N_LANES))


@part
def upper_state(cards: Scorecards, page: int, total: int) -> int:
    """Return the number of an upper state."""
    return int(cards.first_column[page] + cards.rank_of_total[page, total])


@part
def base_of(learner: Learner, n_inputs: int) -> int:
    """Return the place of a network's base among its weights."""
    return (n_inputs + 2) * learner.n_hidden


@part
def look_up(cards: Scorecards, learner: Learner, page: int, total: int) -> float:
    """Return what tables hold of a state."""
    lower = cards.curve.shape[0] + cards.lower_of_page[page]
    return float(learner.weights[upper_state(cards, page, total)] + learner.weights[lower])


@part
def look(cards: Scorecards, learner: Learner, page: int, total: int, sight: Sight) -> float:
    """See a state, and return what the learner holds of it."""
    if learner.kind == TABLES:
        return look_up(cards, learner, page, total)
    n_inputs, n_hidden = sight.seen.shape[0], learner.n_hidden
    sight.seen[: n_inputs - 1] = cards.inputs[page]
    sight.seen[n_inputs - 1] = cards.curve[upper_state(cards, page, total)]
    held, first = 0.0, n_inputs * n_hidden
    if learner.kind == LINEAR:
        for place in range(n_inputs):
            held += learner.weights[place] * sight.seen[place]
        return held
    for one in range(n_hidden):
        sight.outer[one] = learner.weights[first + n_hidden + one]
        sight.bent[one] = learner.weights[first + one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            sight.inner[place, one] = learner.weights[place * n_hidden + one]
            sight.bent[one] += sight.seen[place] * sight.inner[place, one]
    for lanes in range(0, sight.outer.shape[0], N_LANES):
        store_row(sight.hidden, lanes, tangent_row(load_row(sight.bent, lanes)))
    for one in range(n_hidden):
        held += sight.hidden[one] * sight.outer[one]
    return learner.scale * (held + learner.weights[base_of(learner, n_inputs)])


@part
def worth_after(learner: Learner, box: int, change: float, held: float, sight: Sight) -> float:
    """Return what the learner holds of the state in sight, held so, once a box is filled and the upper half changes."""
    last = sight.seen.shape[0] - 1
    if learner.kind == LINEAR:
        return held - learner.weights[box] + learner.weights[last] * change
    total = fill_row(0.0)
    for lanes in range(0, sight.outer.shape[0], N_LANES):
        first, second = box * sight.outer.shape[0] + lanes, last * sight.outer.shape[0] + lanes
        bent = load_row(sight.bent, lanes) - load_row(sight.inner, first)
        bent = bent + change * load_row(sight.inner, second)
        total = total + load_row(sight.outer, lanes) * tangent_row(bent)
    return learner.scale * (sum_lanes(total, sight.lanes) + learner.weights[base_of(learner, last + 1)])


@part
def slope_of(learner: Learner, sight: Sight) -> None:
    """Find the derivative of the worth of the state in sight by each weight."""
    n_inputs, n_hidden, slope = sight.seen.shape[0], learner.n_hidden, sight.slope
    if learner.kind == LINEAR:
        slope[:] = sight.seen
        return
    first = n_inputs * n_hidden
    for one in range(n_hidden):
        slope[first + one] = learner.scale * sight.outer[one] * (1.0 - sight.hidden[one] * sight.hidden[one])
        slope[first + n_hidden + one] = learner.scale * sight.hidden[one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            slope[place * n_hidden + one] = sight.seen[place] * slope[first + one]
    slope[base_of(learner, n_inputs)] = learner.scale


@part
def move(learner: Learner, slope: Floats, miss: float, stride: float, n_moves: int) -> None:
    """Move the weights along the slope, by what was missed: by Adam for networks, for a line by its length squared."""
    if learner.kind == LINEAR:
        length = 0.0
        for one in range(slope.shape[0]):
            length += slope[one] * slope[one]
        for one in range(slope.shape[0]):
            learner.weights[one] += stride * miss * slope[one] / max(length, 1.0)
        return
    first, second = fill_row(1.0 - FIRST_DECAY**n_moves), fill_row(1.0 - SECOND_DECAY**n_moves)
    missed, pace, small = fill_row(miss), fill_row(stride), fill_row(SMALL)
    new_first, new_second = fill_row(1.0 - FIRST_DECAY), fill_row(1.0 - SECOND_DECAY)
    for one in range(0, slope.shape[0], N_LANES):
        push = missed * load_row(slope, one)
        mean, square = load_row(learner.means, one), load_row(learner.squares, one)
        mean = mean + new_first * (push - mean)
        square = square + new_second * (push * push - square)
        store_row(learner.means, one, mean)
        store_row(learner.squares, one, square)
        size = root_row(square / second) + small
        add_to(learner.weights, one, pace * mean / first / size)


@part
def teach(
    cards: Scorecards, learner: Learner, where: tuple[int, int], target: float, stride: float, n_moves: int,
    sight: Sight,
) -> None:  # fmt: skip
    """Tell a learner what a state was worth, page and total; it is its move number ``n_moves``."""
    page, total = where
    miss = target - look(cards, learner, page, total, sight)
    if learner.kind == TABLES:
        learner.weights[upper_state(cards, page, total)] += stride * miss / 2.0
        learner.weights[cards.curve.shape[0] + cards.lower_of_page[page]] += stride * miss / 2.0
    else:
        slope_of(learner, sight)
        move(learner, sight.slope, miss, stride, n_moves)


@part
def score_outcomes(
    exits: Exits, cards: Scorecards, learner: Learner, page: int, total: int, sight: Sight, scores: Floats, lane: int
) -> None:
    """Set a lane of ``scores`` to points and what the learner holds of the scorecard after, for every outcome.

    Of filled boxes it is less than anything. Outcomes of one box that lead to the same scorecard follow each other: it
    is looked at once.
    """
    last, finished = cards.bonus_of_total.shape[0] - 1, cards.inputs.shape[0] - 1
    held, now = look(cards, learner, page, total, sight), cards.curve[upper_state(cards, page, total)]
    step, shift, worth = -1, -1, 0.0
    for outcome in range(scores.shape[0]):
        if page >> exits.category[outcome] & 1:
            scores[outcome, lane] = -np.inf
            continue
        if exits.step[outcome] != step or exits.shift[outcome] != shift:
            step, shift = exits.step[outcome], exits.shift[outcome]
            after, sum_after = page + step, min(total + shift, last)
            if after == finished:
                worth = cards.bonus_of_total[sum_after]
            elif learner.kind == TABLES:
                worth = look_up(cards, learner, after, sum_after)
            else:
                change = cards.curve[upper_state(cards, after, sum_after)] - now
                worth = worth_after(learner, exits.category[outcome], change, held, sight)
        scores[outcome, lane] = exits.gain[outcome] + worth
