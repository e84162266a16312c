"""Kernels that ask who needs to know the points so far: where no one option is best for all standings of a state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.choices import Ties
from solver.kernels.compile import part
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    aligned_rows,
    aligned_tables,
    choose_row,
    fill_row,
    get_row,
    load_row,
    store_row,
    sum_lanes,
)
from solver.kernels.short_rows import Shorts, differ_anywhere, exceeds_anywhere, load_shorts


class Turns(NamedTuple):
    """The turns from one state, worked out for rows of its visited standings.

    first : int64[n_rows], first standing of each row; wanted : int16[n_rows, N_LANES], whether a standing is visited;
    weights : float64[n_rows, N_LANES], its visits; options, prob, best : int16 and float64[n_rows, n_rerolls + 1,
    n_rolls, N_LANES], the option taken for a roll with t rerolls in hand, its visits, and what it is worth; means :
    float64[n_rows, n_rerolls, n_short_keeps, N_LANES], what throwing all but these dice is worth; scores :
    float64[n_rows, n_outcomes, N_LANES], what scoring is worth.
    """

    first: Longs
    wanted: Shorts
    weights: Floats
    options: Shorts
    prob: Floats
    best: Floats
    means: Floats
    scores: Floats


@part
def empty_turns(n_rows: int, n_rerolls: int, n_rolls: int, n_short_keeps: int, n_outcomes: int) -> Turns:
    """Return room for the turns from a state."""
    return Turns(
        np.empty(n_rows, np.int64),
        np.empty((n_rows, N_LANES), np.int16),
        np.empty((n_rows, N_LANES)),
        np.empty((n_rows, n_rerolls + 1, n_rolls, N_LANES), np.int16),
        aligned_tables(n_rows * (n_rerolls + 1), n_rolls).reshape((n_rows, n_rerolls + 1, n_rolls, N_LANES)),
        aligned_tables(n_rows * (n_rerolls + 1), n_rolls).reshape((n_rows, n_rerolls + 1, n_rolls, N_LANES)),
        aligned_tables(n_rows * n_rerolls, n_short_keeps).reshape((n_rows, n_rerolls, n_short_keeps, N_LANES)),
        np.zeros((n_rows, n_outcomes, N_LANES)),
    )


@part
def sum_row(rows: Floats) -> float:
    """Return the sum of many rows."""
    total = fill_row(0.0)
    for row in range(rows.shape[0]):
        total = total + get_row(rows, row)
    return sum_lanes(total, np.empty(N_LANES))


@part
def agree(options: Shorts, wanted: Shorts, n_rows: int, place: int) -> bool:
    """Return whether the same option is taken at all visited standings of a state; ``place`` is that of the roll.

    ``options`` are int16[n_rows, n_places * N_LANES].
    """
    option, lane = -1, 0
    while wanted[0, lane] == 0:
        lane += 1
    option = int(options[0, place * N_LANES + lane])
    for row in range(n_rows):
        ours = load_shorts(options, row * options.shape[1] + place * N_LANES)
        if differ_anywhere(ours, option, load_shorts(wanted, row * N_LANES)):
            return False
    return True


class Asked(NamedTuple):
    """One roll at all visited standings of a state, each float64[n_rows, N_LANES].

    visits : of the roll; bar : what an option must exceed to be among the best; scored : visits where scoring is;
    score_bar : what a category must exceed there. lanes : float64[N_LANES], room.
    """

    visits: Floats
    bar: Floats
    scored: Floats
    score_bar: Floats
    lanes: Floats


@part
def empty_asked(n_rows: int) -> Asked:
    """Return room for a roll at so many rows of standings."""
    rooms = aligned_rows(n_rows), aligned_rows(n_rows), aligned_rows(n_rows), aligned_rows(n_rows)
    return Asked(rooms[0], rooms[1], rooms[2], rooms[3], np.empty(N_LANES))


@part
def ask_roll(turns: Turns, n_rows: int, ties: Ties, rerolls: int, roll: int, asked: Asked) -> tuple[float, bool]:
    """Fill ``asked`` in; return the visits of the roll, and whether scoring is among the best at any."""
    factor, offset, zero = fill_row(ties.factor), fill_row(ties.offset), fill_row(0.0)
    total, is_scored, (_n_rows, n_levels, n_rolls, _n_lanes) = zero, False, turns.prob.shape
    for row in range(n_rows):
        at, scored_at = row * N_LANES, (row * n_levels * n_rolls + roll) * N_LANES
        here = scored_at + rerolls * n_rolls * N_LANES
        visits, score = load_row(turns.prob, here), load_row(turns.best, scored_at)
        bar = factor * load_row(turns.best, here) + offset
        scored = choose_row(score, bar, visits, zero)
        store_row(asked.visits, at, visits)
        store_row(asked.bar, at, bar)
        store_row(asked.scored, at, scored)
        store_row(asked.score_bar, at, factor * score + offset)
        total, is_scored = total + visits, is_scored or exceeds_anywhere(scored, zero)
    return sum_lanes(total, asked.lanes), is_scored


@part
def count_blind(
    choices: Choices,
    turns: Turns,
    where: tuple[int, int],
    n_rows: int,
    ties: Ties,
    rerolls: int,
    roll: int,
    asked: Asked,
) -> float:
    """Return the visits of a roll, over all standings of a state, where the blind option is not best.

    The blind option is the one that is among the best at most visits. ``where`` is the page and what is filled there;
    ``asked`` is room. Rows are read by their places in the whole arrays: to take a part of an array counts its readers,
    which would be a quarter of all work here.
    """
    page, filled = where
    total, is_scored = ask_roll(turns, n_rows, ties, rerolls, roll, asked)
    seen, zero, (_n_rows, n_throws, n_short_keeps, _n_lanes) = 0.0, fill_row(0.0), turns.means.shape
    if rerolls > 0:
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            at, visits = ((rerolls - 1) * n_short_keeps + choices.keeps[entry]) * N_LANES, zero
            for row in range(n_rows):
                mean = load_row(turns.means, row * n_throws * n_short_keeps * N_LANES + at)
                bar = get_row(asked.bar, row)
                visits = visits + choose_row(mean, bar, get_row(asked.visits, row), zero)
            if exceeds_anywhere(visits, zero):
                seen = max(seen, sum_lanes(visits, asked.lanes))
    if is_scored:
        ways, n_outcomes = choices.class_of_page[page], turns.scores.shape[1]
        for category in range(choices.outcome_of_roll.shape[2]):
            outcome = choices.outcome_of_roll[ways, roll, category]
            if not filled >> category & 1 and outcome >= 0:
                visits = zero
                for row in range(n_rows):
                    score = get_row(turns.scores, row * n_outcomes + outcome)
                    bar = get_row(asked.score_bar, row)
                    visits = visits + choose_row(score, bar, get_row(asked.scored, row), zero)
                seen = max(seen, sum_lanes(visits, asked.lanes))
    return max(0.0, total - seen)
