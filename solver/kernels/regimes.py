"""Kernels that measure regimes: what judges think of decisions, and how far the outcomes of a throw spread."""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.judge import (
    Judges,
    Shorts,
    Turn,
    empty_turn,
    find_lanes,
    follow_row,
    points_between,
    value_row,
)
from solver.kernels.play import Choices, Places
from solver.kernels.rows import Floats, Longs
from solver.kernels.spread import empty_outlook, view_row
from solver.kernels.turn import Exits, Lattice


@kernel
def judge_row(
    choices: Choices,
    judges: Judges,
    judge: int,
    tie: float,
    page: int,
    options: Shorts,
    lanes: Longs,
    turn: Turn,
    losses: Floats,
) -> None:
    """Add up what the judge who has valued the turn thinks of the decisions; ``losses`` as in ``weigh_rows``."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, outcome_of_roll = turn.thrown.shape[1], choices.outcome_of_roll[choices.class_of_page[page]]
    for rerolls in range(options.shape[0]):
        for roll in range(options.shape[1]):
            first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            for lane in lanes:
                weight, entry = turn.chances[rerolls, roll, lane], first + options[rerolls, roll, lane]
                if weight == 0.0:
                    continue
                if entry < stop:
                    utility = turn.utilities[rerolls - 1, choices.keeps[entry], lane]
                else:
                    utility = turn.scores[outcome_of_roll[roll, entry - stop], lane]
                best = turn.utilities[rerolls, first_roll + roll, lane]
                losses[rerolls, 0] += weight
                if utility != best:
                    loss = points_between(theta, sign, shift, best, utility)
                    losses[rerolls, 1] += weight * (loss > tie)
                    losses[rerolls, 2] += weight * loss


@kernel
def weigh_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    options: Shorts,
    visits: Floats,
    judges: Judges,
    viewer: int,
    edges: Floats,
    losses: Floats,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Let judges weigh every decision on the way of a player, and one of them the spread at every throw.

    Parameters
    ----------
    places, options : int64[n_rows], three times; int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Rows of states, and what the player does there.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    viewer : int
        The judge who values the outcomes of throws; -1 for none.
    edges : float64[n_bins + 1]
        Bins of sigma, in points; each holds its lower edge.
    losses : float64[n_judges, n_rerolls + 1, 3]
        Out, added to, by rerolls in hand: decisions; those that lose more than ``tie``; points lost by all of them.
    found : float64[n_rerolls + 1, n_bins, N_FACTS], float64[n_rerolls + 1, n_positions], float64[n_bins, 5]
        Out, added to, by rerolls left: the facts of ``weigh_throw``, weighted; how many throws have their position in
        each of the equal parts of 0 to 1; of the throw met most often in each bin, first throws of a turn aside: how
        often, rerolls left, keep, page, upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn, outlook = empty_turn(n_rerolls, n_rolls, n_keeps, exits.category.shape[0]), empty_outlook(n_keeps)
    for row in range(places.page.shape[0]):
        page, first_lane, filled = places.page[row], places.lane[row], places.filled[row]
        lanes = find_lanes(visits, page, first_lane, turn.weights)
        follow_row(lattice, choices, options[row], lanes, turn)
        for judge in range(judges.theta.shape[0]):
            value_row(lattice, exits, judges, judge, (page, first_lane, filled), turn)
            judge_row(choices, judges, judge, tie, page, options[row], lanes, turn, losses[judge])
            if judge == viewer:
                view_row(lattice, judges, viewer, (page, first_lane), lanes, turn, outlook, edges, found)
