"""Learn from games: simulated turns, learners with exact probabilities of the dice, and a notebook without.

After each turn a learner gets feedback about the value of its state: the exact average of its own turn, the result of
this one turn, or the final score of the game. Its parameters (pars and a curve, tables, or a small network) move a
little towards that. Up to ``N_LANES`` learners play side by side, each its own games with its own dice, in its own
lane.

A notebook stores, for every keep and number of remaining throws, the average points of each box. Because it knows the
rules, every throw updates every box. It has no values for keeps that it has never tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.following import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Shorts,
    add_to,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    choose_shorts,
    fill_row,
    fill_shorts,
    get_row,
    load_row,
    root_row,
    set_row,
    store_row,
    store_shorts,
    sum_lanes,
    tangent_row,
)
from solver.kernels.turn import Exits, Lattice, exit_rolls, throw_evenly, value_rerolls, weigh_rolls

NOT_MET = -1  # a roll after the turn has stopped


@part
def throw_all(lattice: Lattice, values: Floats) -> None:
    """Value every short keep by the mean of its extensions; ``values`` are float64[n_keeps]."""
    for keep in range(lattice.extensions_of_keep.shape[0] - 1, -1, -1):
        total = 0.0
        for face in range(lattice.extensions_of_keep.shape[1]):
            total += values[lattice.extensions_of_keep[keep, face]]
        values[keep] = total / lattice.extensions_of_keep.shape[1]


@part
def score_best(choices: Choices, filled: int, scores: Floats, values: Floats) -> None:
    """Value every roll by its best open box; ``values`` are float64[n_keeps]."""
    n_rolls, n_categories = choices.outcome_of_roll.shape[1:]
    for roll in range(n_rolls):
        best = -np.inf
        for category in range(n_categories):
            if not filled >> category & 1:
                best = max(best, scores[choices.outcome_of_roll[0, roll, category]])
        values[values.shape[0] - n_rolls + roll] = best


@part
def keep_best(lattice: Lattice, scored: Floats, means: Floats, values: Floats) -> None:
    """Value every keep by the best of its sub-keeps, given their ``means``; rolls may stop, with the value ``scored``.

    All are float64[n_keeps]. The best of a keep is its own mean or the best with one die less.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    for keep in range(values.shape[0]):
        best = means[keep] if keep < first_roll else scored[keep]
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            best = max(best, values[lattice.removals[entry]])
        values[keep] = best


@part
def take_best(choices: Choices, roll: int, scored: float, means: Floats, tie: float) -> tuple[int, float]:
    """Return the best keep of a roll, by lattice index, and the range of values: best minus worst.

    The number of keeps represents stopping, which comes first in ties.
    """
    taken, best, worst = means.shape[0], scored, scored
    for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
        mean = means[choices.keeps[entry]]
        worst = min(worst, mean)
        if mean > best + tie:
            taken, best = choices.keeps[entry], mean
    return int(taken), float(best - worst)


@part
def write_best(choices: Choices, filled: int, roll: int, scores: Floats, tie: float) -> tuple[int, float]:
    """Return the best box for a roll, and the range of values: best minus worst."""
    taken, best, worst = -1, -np.inf, np.inf
    for category in range(choices.outcome_of_roll.shape[2]):
        if not filled >> category & 1:
            score = scores[choices.outcome_of_roll[0, roll, category]]
            worst = min(worst, score)
            if score > best + tie:
                taken, best = category, score
    return taken, float(best - worst)


@part
def throw_missing(lattice: Lattice, keep: int, chances: Floats) -> int:
    """Return the roll after throwing the dice missing in a keep, given a uniform random number for each."""
    first_roll, thrown = lattice.extensions_of_keep.shape[0], 0
    while keep < first_roll:
        keep = lattice.extensions_of_keep[keep, int(chances[thrown] * lattice.extensions_of_keep.shape[1])]
        thrown += 1
    return int(keep - first_roll)


@kernel
def play_chains(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    filled_of_state: Longs,
    scores: Floats,
    chances: Floats,
    bounds: tuple[int, int],
    found: tuple[Longs, Longs, Floats],
    keeps: Floats,
    best: Floats,
) -> None:
    """Simulate turns from some states, optimal for the scores, with dice from ``chances``.

    Parameters
    ----------
    scores : float64[n_states, n_outcomes]
        Value of each open outcome.
    chances : float64[n_states, n_chains, n_rerolls + 1, n_dice]
        Uniform random numbers from 0 to 1.
    found : int64, int64, float64, each [n_states, n_chains, n_rerolls + 1]
        Out: the roll with t remaining throws, -1 if the turn has stopped before; the best decision, a keep, the number
        of keeps to stop, or without remaining throws a category; and the range of values.
    keeps : float64[n_states, n_rerolls, n_keeps]
        Out: in row t, the value of keeping exactly these dice with t + 1 remaining throws; rows of rolls are undefined.
    best : float64[n_states, n_rerolls + 1, n_rolls]
        Out: value of the best choice with t remaining throws.
    """
    (rolls, taken, stakes), n_keeps, n_rolls = found, keeps.shape[2], best.shape[2]
    values = np.empty((n_rerolls + 1, n_keeps))
    for state in range(bounds[0], bounds[1]):
        filled = filled_of_state[state]
        score_best(choices, filled, scores[state], values[0])
        for rerolls in range(1, n_rerolls + 1):
            throw_all(lattice, values[rerolls - 1])
            keep_best(lattice, values[0], values[rerolls - 1], values[rerolls])
            keeps[state, rerolls - 1] = values[rerolls - 1]
        for rerolls in range(n_rerolls + 1):
            best[state, rerolls] = values[rerolls, n_keeps - n_rolls :]
        for chain in range(rolls.shape[1]):
            keep = 0
            rolls[state, chain] = NOT_MET
            for rerolls in range(n_rerolls, -1, -1):
                roll = keep - n_keeps + n_rolls  # stopping keeps all dice
                if keep < n_keeps - n_rolls:
                    roll = throw_missing(lattice, keep, chances[state, chain, rerolls])
                if rerolls == 0:
                    option, stake = write_best(choices, filled, roll, scores[state], tie)
                elif keep < n_keeps - n_rolls:
                    scored = values[0, n_keeps - n_rolls + roll]
                    option, stake = take_best(choices, roll, scored, values[rerolls - 1], tie)
                    keep = option if option < n_keeps else n_keeps - n_rolls + roll
                else:
                    continue
                rolls[state, chain, rerolls] = roll
                taken[state, chain, rerolls], stakes[state, chain, rerolls] = option, stake


@kernel
def boxes_by_mat(
    choices: Choices, filled_of_state: Longs, roll_of_state: Longs, shown: Floats, true: Floats, tie: float,
    found: Floats,
) -> None:  # fmt: skip
    """Score a roll in the box with the largest ``shown`` value, in each of some states.

    ``shown``, ``true`` : float64[n_states, n_outcomes]. ``found`` : float64[n_states, 2], out: the shown and the true
    value of the box.
    """
    for state in range(found.shape[0]):
        found[state, 0] = -np.inf
        for category in range(choices.outcome_of_roll.shape[2]):
            if not filled_of_state[state] >> category & 1:
                outcome = choices.outcome_of_roll[0, roll_of_state[state], category]
                if shown[state, outcome] > found[state, 0] + tie:
                    found[state, 0], found[state, 1] = shown[state, outcome], true[state, outcome]


LINEAR, NETWORK, TABLES = 0, 1, 2
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8  # constants of Adam


class Scorecards(NamedTuple):
    """Features of the scorecards.

    inputs : float64[n_pages, n_categories], which boxes are open on each page; curve : float64[n_upper_states], the
    feature of the upper section, the last one of linear learners; first_column : int64[n_pages], first index of a page
    in it; rank_of_total : int32[n_pages, n_totals]; lower_of_page : int64[n_pages], the set of filled lower boxes;
    bonus_of_total : float64[n_totals].
    """

    inputs: Floats
    curve: Floats
    first_column: Longs
    rank_of_total: Ints
    lower_of_page: Longs
    bonus_of_total: Floats


class Learner(NamedTuple):
    """Parameters of a learner and of its optimizer.

    kind : linear, network or tables; n_hidden : hidden units of the network; weights : float64[n_weights], for tables
    those of the upper states, then those of the lower sets; for networks as in ``networks.py``, padded to whole rows;
    averages : averages of the weights over the games, with increasing weights; means, squares : moments of Adam, for
    networks; scale : points per unit of a network's output.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    scale: float


class Workspace(NamedTuple):
    """Workspace of a learner for one state; hidden units are padded to whole rows.

    seen : float64[n_inputs], the features; inner : float64[n_inputs, n_padded], the weights of each input; outer :
    float64[n_padded], the weights of the hidden units; bent, hidden : float64[n_padded], input and output of the hidden
    units; slope : float64[n_weights]; lanes : float64[N_LANES].
    """

    seen: Floats
    inner: Floats
    outer: Floats
    bent: Floats
    hidden: Floats
    slope: Floats
    lanes: Floats


@part
def empty_workspace(cards: Scorecards, n_hidden: int, n_weights: int) -> Workspace:
    """Allocate the workspace of a learner."""
    n_inputs, n_padded = cards.inputs.shape[1] + 1, -(-n_hidden // N_LANES) * N_LANES
    parts = np.zeros(n_padded), np.zeros(n_padded), np.zeros(n_padded)
    return Workspace(np.empty(n_inputs), np.zeros((n_inputs, n_padded)), *parts, np.zeros(n_weights), np.empty(N_LANES))


@part
def upper_state(cards: Scorecards, page: int, total: int) -> int:
    """Return the number of an upper state."""
    return int(cards.first_column[page] + cards.rank_of_total[page, total])


@part
def base_of(learner: Learner, n_inputs: int) -> int:
    """Return the index of a network's base among its weights."""
    return (n_inputs + 2) * learner.n_hidden


@part
def table_value(cards: Scorecards, learner: Learner, page: int, total: int) -> float:
    """Return the value of a state by the tables."""
    lower = cards.curve.shape[0] + cards.lower_of_page[page]
    return float(learner.weights[upper_state(cards, page, total)] + learner.weights[lower])


@part
def load_features(cards: Scorecards, learner: Learner, page: int, total: int, work: Workspace) -> float:
    """Load the features of a state, and return the learner's value of it."""
    if learner.kind == TABLES:
        return table_value(cards, learner, page, total)
    n_inputs, n_hidden = work.seen.shape[0], learner.n_hidden
    work.seen[: n_inputs - 1] = cards.inputs[page]
    work.seen[n_inputs - 1] = cards.curve[upper_state(cards, page, total)]
    held, first = 0.0, n_inputs * n_hidden
    if learner.kind == LINEAR:
        for place in range(n_inputs):
            held += learner.weights[place] * work.seen[place]
        return held
    for one in range(n_hidden):
        work.outer[one] = learner.weights[first + n_hidden + one]
        work.bent[one] = learner.weights[first + one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            work.inner[place, one] = learner.weights[place * n_hidden + one]
            work.bent[one] += work.seen[place] * work.inner[place, one]
    for lanes in range(0, work.outer.shape[0], N_LANES):
        store_row(work.hidden, lanes, tangent_row(load_row(work.bent, lanes)))
    for one in range(n_hidden):
        held += work.hidden[one] * work.outer[one]
    return learner.scale * (held + learner.weights[base_of(learner, n_inputs)])


@part
def value_after(learner: Learner, box: int, change: float, held: float, work: Workspace) -> float:
    """Return the value after a box is filled and the upper section changes, given the value of the loaded state."""
    last = work.seen.shape[0] - 1
    if learner.kind == LINEAR:
        return held - learner.weights[box] + learner.weights[last] * change
    total = fill_row(0.0)
    for lanes in range(0, work.outer.shape[0], N_LANES):
        first, second = box * work.outer.shape[0] + lanes, last * work.outer.shape[0] + lanes
        bent = load_row(work.bent, lanes) - load_row(work.inner, first)
        bent = bent + change * load_row(work.inner, second)
        total = total + load_row(work.outer, lanes) * tangent_row(bent)
    return learner.scale * (sum_lanes(total, work.lanes) + learner.weights[base_of(learner, last + 1)])


@part
def gradient_of(learner: Learner, work: Workspace) -> None:
    """Compute the derivative of the value of the loaded state by each weight."""
    n_inputs, n_hidden, slope = work.seen.shape[0], learner.n_hidden, work.slope
    if learner.kind == LINEAR:
        slope[:] = work.seen
        return
    first = n_inputs * n_hidden
    for one in range(n_hidden):
        slope[first + one] = learner.scale * work.outer[one] * (1.0 - work.hidden[one] * work.hidden[one])
        slope[first + n_hidden + one] = learner.scale * work.hidden[one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            slope[place * n_hidden + one] = work.seen[place] * slope[first + one]
    slope[base_of(learner, n_inputs)] = learner.scale


@part
def update_weights(learner: Learner, slope: Floats, miss: float, stride: float, n_moves: int) -> None:
    """Move the weights along the slope by the error: with Adam for networks, else normalized by its squared length."""
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
def update_learner(
    cards: Scorecards, learner: Learner, where: tuple[int, int], target: float, stride: float, n_moves: int,
    work: Workspace,
) -> None:  # fmt: skip
    """Update a learner with the value of a state, page and total, as step number ``n_moves``."""
    page, total = where
    miss = target - load_features(cards, learner, page, total, work)
    if learner.kind == TABLES:
        learner.weights[upper_state(cards, page, total)] += stride * miss / 2.0
        learner.weights[cards.curve.shape[0] + cards.lower_of_page[page]] += stride * miss / 2.0
    else:
        gradient_of(learner, work)
        update_weights(learner, work.slope, miss, stride, n_moves)


@part
def score_outcomes(
    exits: Exits, cards: Scorecards, learner: Learner, page: int, total: int, work: Workspace, scores: Floats, lane: int
) -> None:
    """Set a lane of ``scores`` to points plus the learner's value of the successor, for every outcome.

    Filled boxes get a value below all others. Successive outcomes of one box that lead to the same scorecard are
    evaluated once.
    """
    last, finished = cards.bonus_of_total.shape[0] - 1, cards.inputs.shape[0] - 1
    held, now = load_features(cards, learner, page, total, work), cards.curve[upper_state(cards, page, total)]
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
                worth = table_value(cards, learner, after, sum_after)
            else:
                change = cards.curve[upper_state(cards, after, sum_after)] - now
                worth = value_after(learner, exits.category[outcome], change, held, work)
        scores[outcome, lane] = exits.gain[outcome] + worth


WRITE = -1  # stop and score


class Notebook(NamedTuple):
    """Averages of a notebook, and the weights of the boxes.

    points : float64[n_rerolls, n_short_keeps, n_categories], average points of each box after keeping exactly these
    dice, with t further throws in row t; tries : float64[n_rerolls, n_short_keeps], number of observations; weights :
    float64[n_categories + 1], a par for each box, and the value of the bonus; averages : averages of the weights over
    the games, with increasing weights.
    """

    points: Floats
    tries: Floats
    weights: Floats
    averages: Floats


class Sheet(NamedTuple):
    """Features of the cards for a notebook.

    curve : float64[n_upper_sets, n_sums], closeness to the bonus for an upper set, by the upper total plus ``shift``,
    so that totals below zero and above the threshold are valid indices; upper_set_of_page : int64[n_pages]; usual :
    float64[n_categories], usual points of an upper box, and nan for the others; finished : the page of finished cards;
    bonus : of the rules.
    """

    curve: Floats
    shift: int
    upper_set_of_page: Longs
    usual: Floats
    finished: int
    bonus: float


@part
def score_boxes(exits: Exits, sheet: Sheet, weights: Floats, page: int, lane: int, scores: Floats) -> None:
    """Set ``scores`` to the value of scoring in the open boxes, less the pars of all of them.

    Computed for a row of upper totals from ``lane`` on; ``scores`` are float64[n_outcomes, N_LANES].
    """
    for outcome in range(scores.shape[0]):
        box = exits.category[outcome]
        if page >> box & 1:
            continue
        after = page + exits.step[outcome]
        place = sheet.upper_set_of_page[after] * sheet.curve.shape[1] + lane + exits.shift[outcome] + sheet.shift
        bonus = (sheet.bonus if after == sheet.finished else weights[-1]) * load_row(sheet.curve, place)
        set_row(scores, outcome, exits.gain[outcome] - weights[box] + bonus)


@part
def aim(book: Notebook, sheet: Sheet, weights: Floats, page: int, lane: int, aims: Floats) -> None:
    """Set ``aims`` to the largest average over par of each keep in an open box; -inf if it was never tried.

    Computed for a row of upper totals from ``lane`` on; ``aims`` are float64[n_rerolls * n_short_keeps, N_LANES].
    Points in an upper box change the bonus by their excess over the usual points, interpolated linearly between totals.
    """
    n_rerolls, n_keeps, n_boxes = book.points.shape
    first = sheet.upper_set_of_page[page] * sheet.curve.shape[1] + lane + sheet.shift
    near = weights[-1] * load_row(sheet.curve, first)
    for rerolls in range(n_rerolls):
        for keep in range(n_keeps):
            low, best = -np.inf, fill_row(-np.inf)
            for box in range(n_boxes if book.tries[rerolls, keep] > 0.0 else 0):
                if page >> box & 1:
                    continue
                over = book.points[rerolls, keep, box] - weights[box]
                if np.isnan(sheet.usual[box]):
                    low = max(low, over)
                    continue
                surplus = book.points[rerolls, keep, box] - sheet.usual[box]
                whole = int(np.floor(surplus))
                left = weights[-1] * (1.0 - surplus + whole) * load_row(sheet.curve, first + whole)
                right = weights[-1] * (surplus - whole) * load_row(sheet.curve, first + whole + 1)
                best = best_row(best, over + (left + right))
            set_row(aims, rerolls * n_keeps + keep, best_row(best, low + near))


@part
def best_box(choices: Choices, page: int, roll: int, scores: Floats, tie: float) -> tuple[int, float]:
    """Return the best box for a roll and its value, for the first upper total of a row."""
    best, most = -1, -np.inf
    for box in range(choices.outcome_of_roll.shape[2]):
        if not page >> box & 1 and scores[choices.outcome_of_roll[0, roll, box], 0] > most + tie:
            best, most = box, scores[choices.outcome_of_roll[0, roll, box], 0]
    return best, most


@part
def choose(
    choices: Choices, book: Notebook, rerolls: int, roll: int, written: float, aims: Floats, curious: float
) -> int:
    """Return the keep that a learner takes, ``WRITE`` to stop; keeps never tried come first."""
    taken, most = WRITE, written
    for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
        keep = int(choices.keeps[entry])
        tries = book.tries[rerolls - 1, keep]
        if tries == 0.0:
            return keep
        worth = aims[(rerolls - 1) * book.tries.shape[1] + keep, 0] + curious / np.sqrt(tries)
        if worth > most:
            taken, most = keep, worth
    return taken


@part
def record_throw(exits: Exits, choices: Choices, book: Notebook, rerolls: int, keep: int, roll: int) -> None:
    """Record the result of a keep for every box: its points, or the average of the best keep of the new roll."""
    book.tries[rerolls - 1, keep] += 1.0
    share = 2.0 / (book.tries[rerolls - 1, keep] + 1.0)
    for box in range(book.points.shape[2]):
        came = exits.gain[choices.outcome_of_roll[0, roll, box]]
        if rerolls > 1:
            for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
                if book.tries[rerolls - 2, choices.keeps[entry]] > 0.0:
                    came = max(came, book.points[rerolls - 2, choices.keeps[entry], box])
        book.points[rerolls - 1, keep, box] += share * (came - book.points[rerolls - 1, keep, box])


@part
def worth_of_card(sheet: Sheet, weights: Floats, page: int, total: int) -> float:
    """Return the value of a card: pars of the open boxes, and the bonus."""
    near = sheet.curve[sheet.upper_set_of_page[page], total + sheet.shift]
    held = near * (sheet.bonus if page == sheet.finished else weights[-1])
    for box in range(sheet.usual.shape[0]):
        if not page >> box & 1:
            held += weights[box]
    return held


@part
def move_pars(sheet: Sheet, weights: Floats, page: int, total: int, miss: float, stride: float) -> None:
    """Move the weights of a card's features towards the error."""
    near = sheet.curve[sheet.upper_set_of_page[page], total + sheet.shift]
    length = near * near
    for box in range(sheet.usual.shape[0]):
        length += 0.0 if page >> box & 1 else 1.0
    for box in range(sheet.usual.shape[0]):
        if not page >> box & 1:
            weights[box] += stride * miss / length
    weights[-1] += stride * miss * near / length


@kernel
def learn_notebook(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    tie: float,
    sheet: Sheet,
    book: Notebook,
    last: int,
    curious: float,
    strides: tuple[float, float],
    games: tuple[int, int],
    chances: Floats,
) -> None:
    """Play games and update the notebook.

    Parameters
    ----------
    last : int
        The highest upper total that counts.
    curious : float
        Exploration bonus in points of a keep tried once; it falls with the square root of the tries.
    strides : float, float
        Initial step size of the pars, and the number of games after which it is halved.
    games : int, int
        Number of the first game, and of the one after the last.
    chances : float64[n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform random numbers for the dice.
    """
    n_rerolls, n_keeps = book.tries.shape
    aims, scores = aligned_rows(n_rerolls * n_keeps), aligned_rows(exits.category.shape[0])
    for game in range(games[0], games[1]):
        page, total, stride = 0, 0, strides[0] / (1.0 + game / strides[1])
        for turn in range(sheet.usual.shape[0]):
            throws = chances[game - games[0], turn]
            score_boxes(exits, sheet, book.weights, page, total, scores)
            aim(book, sheet, book.weights, page, total, aims)
            roll = throw_missing(lattice, 0, throws[n_rerolls])
            box, written = best_box(choices, page, roll, scores, tie)
            for rerolls in range(n_rerolls, 0, -1):
                keep = choose(choices, book, rerolls, roll, written, aims, curious)
                if keep == WRITE:
                    break
                roll = throw_missing(lattice, keep, throws[rerolls - 1])
                record_throw(exits, choices, book, rerolls, keep, roll)
                box, written = best_box(choices, page, roll, scores, tie)
            outcome = choices.outcome_of_roll[0, roll, box]
            after, sum_after = page + exits.step[outcome], min(total + exits.shift[outcome], last)
            feedback = exits.gain[outcome] + worth_of_card(sheet, book.weights, after, sum_after)
            miss = feedback - worth_of_card(sheet, book.weights, page, total)
            move_pars(sheet, book.weights, page, total, miss, stride)
            page, total = after, sum_after
        share = 2.0 / (game + 2.0)
        for one in range(book.weights.shape[0]):
            book.averages[one] += share * (book.weights[one] - book.averages[one])


@kernel
def follow_notebook(
    exits: Exits, choices: Choices, tie: float, sheet: Sheet, book: Notebook, places: Places, options: Shorts
) -> None:
    """Compute the decisions of a notebook in every situation of a turn, see ``deciding.decide_turn`` for ``options``.

    It uses the averages of the weights, and never takes a keep that was not tried.
    """
    n_keeps, n_rolls, tied = book.tries.shape[1], options.shape[2], fill_row(tie)
    aims, scores = aligned_rows(book.tries.size), aligned_rows(exits.category.shape[0])
    for row in range(places.page.shape[0]):
        page = places.page[row]
        score_boxes(exits, sheet, book.averages, page, places.lane[row], scores)
        aim(book, sheet, book.averages, page, places.lane[row], aims)
        for roll in range(n_rolls):
            first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            taken, most = fill_shorts(0), fill_row(-np.inf)
            for box in range(sheet.usual.shape[0]):
                if not page >> box & 1:
                    worth = get_row(scores, choices.outcome_of_roll[0, roll, box])
                    bar = most + tied
                    taken = choose_shorts(worth, bar, fill_shorts(stop - first + box), taken)
                    most = choose_row(worth, bar, worth, most)
            store_shorts(options, (row * options.shape[1] * n_rolls + roll) * N_LANES, taken)
            for rerolls in range(1, options.shape[1]):
                chosen, best = taken, most
                for entry in range(first, stop):
                    worth = get_row(aims, (rerolls - 1) * n_keeps + choices.keeps[entry])
                    bar = best + tied
                    chosen = choose_shorts(worth, bar, fill_shorts(entry - first), chosen)
                    best = choose_row(worth, bar, worth, best)
                store_shorts(options, ((row * options.shape[1] + rerolls) * n_rolls + roll) * N_LANES, chosen)


AVERAGE, ONE_THROW, FINAL_SCORE = 0, 1, 2


class Learners(NamedTuple):
    """Learners of one kind, see ``Learner``: one row each of ``weights``, ``averages``, ``means`` and ``squares``.

    feedback : int64[n_learners], the feedback: average of the turn, one throw, or the final score; stride, n_half :
    float64[n_learners], the initial step size, and the number of games after which it is halved.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    scale: float
    feedback: Longs
    stride: Floats
    n_half: Floats


@part
def learner_of(learners: Learners, place: int) -> Learner:
    """Return one of several learners."""
    held = learners.weights[place], learners.averages[place], learners.means[place], learners.squares[place]
    return Learner(learners.kind, learners.n_hidden, *held, learners.scale)


@part
def keep_of(choices: Choices, roll: int, values: Floats, rerolls: int, lane: int, tie: float) -> int:
    """Return the best keep of a roll; the roll itself, which stops, if no other is better."""
    first_roll = values.shape[1] - choices.outcome_of_roll.shape[1]
    taken = first_roll + roll
    best = values[0, taken, lane]
    for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
        mean = values[rerolls - 1, choices.keeps[entry], lane]
        if mean > best + tie:
            taken, best = choices.keeps[entry], mean
    return int(taken)


@part
def outcome_of(choices: Choices, roll: int, scores: Floats, lane: int, tie: float) -> int:
    """Return the best outcome of a roll."""
    taken, best = -1, -np.inf
    for category in range(choices.outcome_of_roll.shape[2]):
        outcome = choices.outcome_of_roll[0, roll, category]
        if scores[outcome, lane] > best + tie:
            taken, best = outcome, scores[outcome, lane]
    return int(taken)


@part
def play_dice(
    lattice: Lattice, choices: Choices, values: Floats, scores: Floats, lane: int, tie: float, chances: Floats
) -> int:
    """Return the outcome of a turn of one lane, given uniform random numbers for its dice."""
    keep, roll, first_roll = 0, 0, lattice.extensions_of_keep.shape[0]
    for rerolls in range(values.shape[0] - 1, -1, -1):
        if keep < first_roll:
            roll = throw_missing(lattice, keep, chances[rerolls])
            keep = first_roll + roll if rerolls == 0 else keep_of(choices, roll, values, rerolls, lane, tie)
    return outcome_of(choices, keep - first_roll, scores, lane, tie)


@kernel
def learn_games(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    cards: Scorecards,
    learners: Learners,
    games: tuple[int, int],
    chances: Floats,
) -> None:
    """Play games of several learners and update them.

    Parameters
    ----------
    games : int, int
        Number of the first game, and of the one after the last.
    chances : float64[n_learners, n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform random numbers for the dice.
    """
    n_learners, n_turns, n_outcomes = chances.shape[0], chances.shape[2], exits.category.shape[0]
    first_roll, last = lattice.extensions_of_keep.shape[0], cards.bonus_of_total.shape[0] - 1
    values = aligned_tables(n_rerolls + 1, first_roll + lattice.prob_of_roll.shape[0])
    scores, means = aligned_rows(n_outcomes), np.empty(N_LANES)
    for outcome in range(n_outcomes):
        set_row(scores, outcome, fill_row(0.0))  # lanes without a learner
    work = empty_workspace(cards, learners.n_hidden, learners.weights.shape[1])
    page, total = np.empty((n_learners, n_turns + 1), np.int64), np.empty((n_learners, n_turns + 1), np.int64)
    points = np.empty((n_learners, n_turns))
    for game in range(games[0], games[1]):
        page[:, 0], total[:, 0] = 0, 0
        strides = learners.stride / (1.0 + game / learners.n_half)
        for turn in range(n_turns):
            for place in range(n_learners):
                where = page[place, turn], total[place, turn]
                score_outcomes(exits, cards, learner_of(learners, place), where[0], where[1], work, scores, place)
            # Every learner has filled different boxes; these get a value below all others.
            exit_rolls(exits, (ZERO, ZERO, ZERO), False, scores, first_roll, values[0])
            value_rerolls(throw_evenly, ZERO, lattice, values)
            store_row(means, 0, weigh_rolls(lattice.prob_of_roll, first_roll, values[n_rerolls]))
            for place in range(n_learners):
                where, dice = (page[place, turn], total[place, turn]), chances[place, game - games[0], turn]
                outcome = play_dice(lattice, choices, values, scores, place, tie, dice)
                points[place, turn] = exits.gain[outcome]
                page[place, turn + 1] = where[0] + exits.step[outcome]
                total[place, turn + 1] = min(where[1] + exits.shift[outcome], last)
                if learners.feedback[place] != FINAL_SCORE:
                    target = means[place] if learners.feedback[place] == AVERAGE else scores[outcome, place]
                    n_moves = game * n_turns + turn + 1
                    update_learner(cards, learner_of(learners, place), where, target, strides[place], n_moves, work)
        share = 2.0 / (game + 2.0)
        for place in range(n_learners):
            learner = learner_of(learners, place)
            if learners.feedback[place] == FINAL_SCORE:
                target = cards.bonus_of_total[total[place, n_turns]]
                for turn in range(n_turns - 1, -1, -1):
                    target += points[place, turn]
                    where, n_moves = (page[place, turn], total[place, turn]), (game + 1) * n_turns - turn
                    update_learner(cards, learner, where, target, strides[place], n_moves, work)
            for one in range(learner.weights.shape[0]):
                learner.averages[one] += share * (learner.weights[one] - learner.averages[one])
