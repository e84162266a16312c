"""Kernels that measure regimes: what judges think of decisions, and how far the outcomes of a throw spread."""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.judge import (
    Judges,
    Turn,
    empty_turn,
    follow_row,
    points_between,
    value_row,
)
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    choose_row,
    fill_row,
    get_row,
    store_row,
)
from solver.kernels.short_rows import Shorts, differ_anywhere, load_shorts, reaches_anywhere
from solver.kernels.spread import Bins, empty_outlook, view_row
from solver.kernels.turn import Exits, Lattice


@part
def judge_lane(
    objective: tuple[float, float, float], tie: float, weight: float, utility: float, best: float
) -> tuple[float, float]:
    """Return whether one decision is different, and the points that it loses, both times its weight."""
    if weight == 0.0 or utility == best:
        return 0.0, 0.0
    loss = points_between(objective[0], objective[1], objective[2], best, utility)
    return weight if loss > tie else 0.0, weight * loss


@part
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
    """Add up what the judge who has valued the turn thinks of the decisions; ``losses`` as in ``weigh_rows``.

    Nearly always all states of a row do the same with a roll, and nearly always the judge finds no fault with it: then
    there is only their number to be added up.
    """
    objective = (judges.theta[judge], judges.sign[judge], judges.shift[judge])
    first_roll, outcome_of_roll = turn.thrown.shape[1], choices.outcome_of_roll[choices.class_of_page[page]]
    zero, one, wanted, scores = fill_row(0.0), fill_row(1.0), load_shorts(turn.wanted, 0), turn.scores
    for rerolls in range(options.shape[0]):
        seen, numbers = zero, np.zeros(N_LANES)
        chosen, chances, best = options[rerolls], turn.flow[rerolls][first_roll:], turn.utilities[rerolls]
        means = turn.utilities[max(rerolls - 1, 0)]
        for roll in range(chosen.shape[0]):
            first, n_keeps = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            n_keeps -= first
            weight, option = get_row(chances, roll), int(chosen[roll, lanes[0]])
            seen = seen + weight
            if not differ_anywhere(load_shorts(chosen, roll * N_LANES), option, wanted):
                if option < n_keeps:
                    ours = get_row(means, choices.keeps[first + option])
                else:
                    ours = get_row(scores, outcome_of_roll[roll, option - n_keeps])
                is_worse = choose_row(get_row(best, first_roll + roll), ours, one, zero)
                if not reaches_anywhere(choose_row(weight, zero, is_worse, zero), one):
                    continue
            for lane in lanes:
                option = int(chosen[roll, lane])
                if option < n_keeps:
                    utility = means[choices.keeps[first + option], lane]
                else:
                    utility = scores[outcome_of_roll[roll, option - n_keeps], lane]
                most = best[first_roll + roll, lane]
                different, lost = judge_lane(objective, tie, chances[roll, lane], utility, most)
                losses[rerolls, 1] += different
                losses[rerolls, 2] += lost
        store_row(numbers, 0, seen)
        losses[rerolls, 0] += numbers.sum()


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
    bins: Bins,
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
    bins : Bins
        Of sigma.
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
        where = (places.page[row], places.lane[row], places.filled[row])
        lanes = follow_row(lattice, choices, where, options[row], visits, turn)
        for judge in range(judges.theta.shape[0]):
            value_row(lattice, exits, judges, judge, where, turn)
            judge_row(choices, judges, judge, tie, where[0], options[row], lanes, turn, losses[judge])
            if judge == viewer:
                view_row(lattice, judges, viewer, where, lanes, turn, outlook, bins, found)
