"""Learn from games: chains of throws, learners that know the dice, and a notebook that does not.

After each turn a learner is told something of what its state was worth: the exact average of its own turn, what this
one throw of the dice came to, or the final score at the end of the game. What it holds (pars and a curve, tables, or a
small network) moves a little towards that. Up to ``N_LANES`` learners play side by side, each its own games with its
own dice, in a lane of its own.

A notebook holds, for every keep with so many throws to come, the average points that each box came to. It knows the
rules, so that every throw tells something of every box; of what it has never thrown, it knows nothing.
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

NOT_MET = -1  # a roll that the chain does not come to, for the turn has stopped


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
    """Value every keep by the best of the keeps in it, worth ``means``; rolls may stop, worth ``scored``.

    All are float64[n_keeps]; a keep is no better than itself or than the best with one die less.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    for keep in range(values.shape[0]):
        best = means[keep] if keep < first_roll else scored[keep]
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            best = max(best, values[lattice.removals[entry]])
        values[keep] = best


@part
def take_best(choices: Choices, roll: int, scored: float, means: Floats, tie: float) -> tuple[int, float]:
    """Return the keep that is best for a roll, by lattice index, and what is at stake: best less worst.

    The number of keeps stands for stopping, which comes first where it ties.
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
    """Return the box that is best for a roll, and what is at stake: best less worst."""
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
    """Return the roll that comes of throwing the dice missing in a keep, given a uniform number for each."""
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
    """Play turns from each of some states as best for the scores, with dice from ``chances``.

    Parameters
    ----------
    scores : float64[n_states, n_outcomes]
        What each open outcome is worth.
    chances : float64[n_states, n_chains, n_rerolls + 1, n_dice]
        Uniform numbers from 0 to 1.
    found : int64, int64, float64, each [n_states, n_chains, n_rerolls + 1]
        Out: the roll with t rerolls in hand, -1 where the turn has stopped before; what is best to do with it, a keep,
        the number of keeps to stop, or without rerolls a category; and what is at stake.
    keeps : float64[n_states, n_rerolls, n_keeps]
        Out: in row t, what keeping just these dice is worth with t + 1 in hand; the rows of rolls mean nothing.
    best : float64[n_states, n_rerolls + 1, n_rolls]
        Out: what the best choice is worth with t rerolls in hand.
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
                roll = keep - n_keeps + n_rolls  # all dice are kept by who has stopped
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
    """Write a roll in the box that shows most, in each of some states.

    ``shown``, ``true`` : float64[n_states, n_outcomes]. ``found`` : float64[n_states, 2]. Out: what the box shows, and
    what it is truly worth.
    """
    for state in range(found.shape[0]):
        found[state, 0] = -np.inf
        for category in range(choices.outcome_of_roll.shape[2]):
            if not filled_of_state[state] >> category & 1:
                outcome = choices.outcome_of_roll[0, roll_of_state[state], category]
                if shown[state, outcome] > found[state, 0] + tie:
                    found[state, 0], found[state, 1] = shown[state, outcome], true[state, outcome]


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


WRITE = -1  # the keep of who stops


class Notebook(NamedTuple):
    """What was noted, and the weights of the boxes.

    points : float64[n_rerolls, n_short_keeps, n_categories], the average points that each box came to when just these
    dice were kept, with t throws to come after this one in row t; tries : float64[n_rerolls, n_short_keeps], how often
    that was; weights : float64[n_categories + 1], a par for each box, and what the bonus is worth; averages : the same,
    averaged over the games with weights that grow.
    """

    points: Floats
    tries: Floats
    weights: Floats
    averages: Floats


class Sheet(NamedTuple):
    """How the player sees a card.

    curve : float64[n_upper_sets, n_sums], how near the bonus is with an upper set filled, by the upper total plus
    ``shift``, so that totals below nothing and above the threshold can be asked for; upper_set_of_page :
    int64[n_pages]; usual : float64[n_categories], points that an upper box usually brings, and nan for the others;
    finished : the page of finished cards; bonus : of the rules.
    """

    curve: Floats
    shift: int
    upper_set_of_page: Longs
    usual: Floats
    finished: int
    bonus: float


@part
def score_boxes(exits: Exits, sheet: Sheet, weights: Floats, page: int, lane: int, scores: Floats) -> None:
    """Set ``scores`` to what writing is worth in the open boxes, less the pars of all of them.

    All is for a row of upper totals from ``lane`` on; ``scores`` are float64[n_outcomes, N_LANES].
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
    """Set ``aims`` to the most that each keep is noted to bring over par in an open box; -inf if it was never tried.

    All is for a row of upper totals from ``lane`` on; ``aims`` are float64[n_rerolls * n_short_keeps, N_LANES]. Points
    in an upper box move the bonus by what they are over the usual, between whole totals on a straight line.
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
    """Return the box to write a roll in, and what that is worth, for the first upper total of a row."""
    best, most = -1, -np.inf
    for box in range(choices.outcome_of_roll.shape[2]):
        if not page >> box & 1 and scores[choices.outcome_of_roll[0, roll, box], 0] > most + tie:
            best, most = box, scores[choices.outcome_of_roll[0, roll, box], 0]
    return best, most


@part
def choose(
    choices: Choices, book: Notebook, rerolls: int, roll: int, written: float, aims: Floats, curious: float
) -> int:
    """Return the keep that a learner takes, ``WRITE`` to stop; what it has never tried, it tries first."""
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
def note(exits: Exits, choices: Choices, book: Notebook, rerolls: int, keep: int, roll: int) -> None:
    """Note what came of a keep, for every box: its points, or what was noted of the best keep of them."""
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
    """Return what the player holds of a card: pars of the open boxes, and the bonus."""
    near = sheet.curve[sheet.upper_set_of_page[page], total + sheet.shift]
    held = near * (sheet.bonus if page == sheet.finished else weights[-1])
    for box in range(sheet.usual.shape[0]):
        if not page >> box & 1:
            held += weights[box]
    return held


@part
def move_pars(sheet: Sheet, weights: Floats, page: int, total: int, miss: float, stride: float) -> None:
    """Move the weights of what was seen of a card towards what was missed."""
    near = sheet.curve[sheet.upper_set_of_page[page], total + sheet.shift]
    length = near * near
    for box in range(sheet.usual.shape[0]):
        length += 0.0 if page >> box & 1 else 1.0
    for box in range(sheet.usual.shape[0]):
        if not page >> box & 1:
            weights[box] += stride * miss / length
    weights[-1] += stride * miss * near / length


@kernel
def note_games(
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
    """Play games, and note what is thrown.

    Parameters
    ----------
    last : int
        The highest upper total that counts.
    curious : float
        Points that a keep tried once may lack to be tried again; they fall with the square root of the tries.
    strides : float, float
        The stride of the pars in the first game, and the game at which it is half of that.
    games : int, int
        Numbers of the first game, and of the one after the last.
    chances : float64[n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform numbers for the dice.
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
                note(exits, choices, book, rerolls, keep, roll)
                box, written = best_box(choices, page, roll, scores, tie)
            outcome = choices.outcome_of_roll[0, roll, box]
            after, sum_after = page + exits.step[outcome], min(total + exits.shift[outcome], last)
            told = exits.gain[outcome] + worth_of_card(sheet, book.weights, after, sum_after)
            miss = told - worth_of_card(sheet, book.weights, page, total)
            move_pars(sheet, book.weights, page, total, miss, stride)
            page, total = after, sum_after
        share = 2.0 / (game + 2.0)
        for one in range(book.weights.shape[0]):
            book.averages[one] += share * (book.weights[one] - book.averages[one])


@kernel
def follow_notebook(
    exits: Exits, choices: Choices, tie: float, sheet: Sheet, book: Notebook, places: Places, options: Shorts
) -> None:
    """Find what a notebook says in every situation of a turn, see ``deciding.decide_turn`` for ``options``.

    Of the weights it reads the averages. A keep that was never tried is not taken.
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


class School(NamedTuple):
    """Learners of one kind, see ``Learner``: one row each of ``weights``, ``averages``, ``means`` and ``squares``.

    told : int64[n_learners], the average of the turn, one throw, or the final score; stride, n_half :
    float64[n_learners], the stride of the first game, and the game at which it is half of that.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    scale: float
    told: Longs
    stride: Floats
    n_half: Floats


@part
def learner_of(school: School, who: int) -> Learner:
    """Return one of several learners."""
    held = school.weights[who], school.averages[who], school.means[who], school.squares[who]
    return Learner(school.kind, school.n_hidden, *held, school.scale)


@part
def keep_of(choices: Choices, roll: int, values: Floats, rerolls: int, lane: int, tie: float) -> int:
    """Return the keep that is best for a roll; the roll itself, which stops, where nothing is better."""
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
    """Return the outcome that is best for a roll."""
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
    """Return the outcome of a turn of one lane, given uniform numbers for its dice."""
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
    school: School,
    games: tuple[int, int],
    chances: Floats,
) -> None:
    """Play games of several learners and learn from them.

    Parameters
    ----------
    games : int, int
        Numbers of the first game, and of the one after the last.
    chances : float64[n_learners, n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform numbers for the dice.
    """
    n_learners, n_turns, n_outcomes = chances.shape[0], chances.shape[2], exits.category.shape[0]
    first_roll, last = lattice.extensions_of_keep.shape[0], cards.bonus_of_total.shape[0] - 1
    values = aligned_tables(n_rerolls + 1, first_roll + lattice.prob_of_roll.shape[0])
    scores, means = aligned_rows(n_outcomes), np.empty(N_LANES)
    for outcome in range(n_outcomes):
        set_row(scores, outcome, fill_row(0.0))  # lanes without a learner
    sight = empty_sight(cards, school.n_hidden, school.weights.shape[1])
    page, total = np.empty((n_learners, n_turns + 1), np.int64), np.empty((n_learners, n_turns + 1), np.int64)
    points = np.empty((n_learners, n_turns))
    for game in range(games[0], games[1]):
        page[:, 0], total[:, 0] = 0, 0
        strides = school.stride / (1.0 + game / school.n_half)
        for turn in range(n_turns):
            for who in range(n_learners):
                where = page[who, turn], total[who, turn]
                score_outcomes(exits, cards, learner_of(school, who), where[0], where[1], sight, scores, who)
            # Every learner has filled other boxes; what these are worth is less than anything.
            exit_rolls(exits, (ZERO, ZERO, ZERO), False, scores, first_roll, values[0])
            value_rerolls(throw_evenly, ZERO, lattice, values)
            store_row(means, 0, weigh_rolls(lattice.prob_of_roll, first_roll, values[n_rerolls]))
            for who in range(n_learners):
                where, dice = (page[who, turn], total[who, turn]), chances[who, game - games[0], turn]
                outcome = play_dice(lattice, choices, values, scores, who, tie, dice)
                points[who, turn] = exits.gain[outcome]
                page[who, turn + 1] = where[0] + exits.step[outcome]
                total[who, turn + 1] = min(where[1] + exits.shift[outcome], last)
                if school.told[who] != FINAL_SCORE:
                    target = means[who] if school.told[who] == AVERAGE else scores[outcome, who]
                    n_moves = game * n_turns + turn + 1
                    teach(cards, learner_of(school, who), where, target, strides[who], n_moves, sight)
        share = 2.0 / (game + 2.0)
        for who in range(n_learners):
            learner = learner_of(school, who)
            if school.told[who] == FINAL_SCORE:
                target = cards.bonus_of_total[total[who, n_turns]]
                for turn in range(n_turns - 1, -1, -1):
                    target += points[who, turn]
                    where, n_moves = (page[who, turn], total[who, turn]), (game + 1) * n_turns - turn
                    teach(cards, learner, where, target, strides[who], n_moves, sight)
            for one in range(learner.weights.shape[0]):
                learner.averages[one] += share * (learner.weights[one] - learner.averages[one])
