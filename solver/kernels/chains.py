"""Kernels that throw the dice of single turns: one chain of rolls and decisions from each of some states."""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices
from solver.kernels.rows import Floats, Longs
from solver.kernels.turn import Lattice

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
