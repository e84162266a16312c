"""Kernels of a player who does not know the chances of dice: it notes what came of the dice that it kept.

For every keep, with so many throws to come, the notebook holds an average for each box: the points that the box came
to. It knows the rules, so that every throw tells something of every box; what it has never thrown, it knows nothing of.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.chains import throw_missing
from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    aligned_rows,
    best_row,
    choose_row,
    fill_row,
    get_row,
    load_row,
    set_row,
)
from solver.kernels.short_rows import Shorts, choose_shorts, fill_shorts, store_shorts
from solver.kernels.turn import Exits, Lattice

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
    """Find what a notebook says in every situation of a turn, see ``deciding.decide_rows`` for ``options``.

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
