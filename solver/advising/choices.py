"""The choices of a turn, best first, and a turn played by them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from solver.advising.turn import Turn, lattice_levels
from solver.arrays import Floats, Ints
from solver.game.dice import KeepLattice, keep_lattice
from solver.rules.scoring import FACES, Roll
from solver.solving.objectives import TIE


@dataclass(frozen=True)
class Choice:
    """One option of a decision: keep these dice and throw the others, or score the roll in a category.

    ``value`` is the expected final score, or its certainty equivalent; ``regret`` the best option's value less this
    one's.
    """

    action: Literal["keep", "score"]
    value: float
    regret: float = 0.0
    dice: Roll = ()
    category: str = ""
    points: int = 0


@lru_cache
def padded_choices(n_dice: int) -> Ints:
    """Return the choices of every roll in lexicographic order, padded with -1: int32[n_rolls, n_most_choices]."""
    keeps_of_roll = keep_lattice(n_dice).choices_of_roll
    table = np.full((len(keeps_of_roll), max(map(len, keeps_of_roll))), -1, dtype=np.int32)
    for roll, keeps in enumerate(keeps_of_roll):
        table[roll, : len(keeps)] = keeps
    return table


def throw(lattice: KeepLattice, prob_of_keep: Floats) -> Floats:
    """Return the probability of each roll after the missing dice are thrown.

    Parameters
    ----------
    prob_of_keep : float64[n_keeps, n_states]
        Probability of each keep on the table; changed.
    """
    for level, _removals in lattice_levels(lattice.n_dice)[:-1]:
        share = np.repeat(prob_of_keep[level] / len(FACES), len(FACES), axis=0)
        np.add.at(prob_of_keep, lattice.extensions_of_keep[level].ravel(), share)
    return prob_of_keep[lattice.first_roll :]


def play(turn: Turn, rerolls: int, prob_of_roll: Floats) -> Floats:
    """Return the probability that the policy scores each roll: float64[n_rolls, n_states].

    Parameters
    ----------
    rerolls : int
        Throws in hand.
    prob_of_roll : float64[n_rolls, n_states]
        Probability of each roll on the table.
    """
    lattice = turn.game.lattice
    keeps_of_roll = padded_choices(lattice.n_dice)
    scored = np.zeros_like(prob_of_roll)
    for left in range(rerolls, 0, -1):
        best = turn.value_of_roll[left]
        scores = turn.value_of_roll[0] >= best - TIE
        scored += np.where(scores, prob_of_roll, 0.0)
        worth = turn.value_of_keep[left - 1][keeps_of_roll] >= best[:, None] - TIE
        worth &= (keeps_of_roll >= 0)[:, :, None]
        keep = np.take_along_axis(keeps_of_roll[:, :, None], worth.argmax(axis=1)[:, None], axis=1)[:, 0]
        prob_of_keep = np.zeros((lattice.n_keeps, prob_of_roll.shape[1]))
        states = np.broadcast_to(np.arange(prob_of_roll.shape[1]), keep.shape)
        np.add.at(prob_of_keep, (keep, states), np.where(scores, 0.0, prob_of_roll))
        prob_of_roll = throw(lattice, prob_of_keep)
    return scored + prob_of_roll


def preferred_category(turn: Turn) -> npt.NDArray[np.intp]:
    """Return the category that each roll is scored in: int[n_rolls, n_states]."""
    preferred: npt.NDArray[np.intp] = (turn.value_of_score >= turn.value_of_roll[0][:, None] - TIE).argmax(axis=1)
    return preferred


def rank(choices: Iterable[Choice]) -> list[Choice]:
    """Return ``choices`` with their regrets, best first, ties in the order given.

    Values that differ by rounding only are ties: the list is cut where the gap to the next value exceeds ``TIE``, and
    within a piece the order given stands.
    """
    given = list(choices)
    order = sorted(range(len(given)), key=lambda place: -given[place].value)
    pieces: list[list[int]] = []
    for place in order:
        if pieces and given[pieces[-1][-1]].value - given[place].value <= TIE:
            pieces[-1].append(place)
        else:
            pieces.append([place])
    ranked = [given[place] for piece in pieces for place in sorted(piece)]
    best = max(choice.value for choice in given)
    return [Choice(**{**vars(choice), "regret": best - choice.value}) for choice in ranked]


def choices(turn: Turn, roll: int, rerolls: int, points_so_far: float = 0.0, state: int = 0) -> list[Choice]:
    """Return every option of a decision, best first.

    Ties are decided as everywhere in the project: scoring before keeping, then scorecard order, then lexicographic
    dice.

    Parameters
    ----------
    roll : int
        Index of the roll among the rolls.
    rerolls : int
        Throws still in hand; without one, only scoring is left.
    points_so_far : float
        Points written before this turn; they are part of every value.
    state : int
        Place of the state in the batch of ``turn``.
    """
    lattice, ruleset, ways_out = turn.game.lattice, turn.game.ruleset, turn.game.outcomes
    outcome_of_category = ways_out.outcome_of_roll[ways_out.class_of_page[turn.page[state]], roll]
    scores = [
        Choice("score", points_so_far + float(value), category=name, points=int(ways_out.points[outcome]))
        for name, value, outcome in zip(
            ruleset.category_names, turn.scores(rerolls)[roll, :, state], outcome_of_category, strict=True
        )
        if value > -np.inf
    ]
    keeps = [
        Choice("keep", points_so_far + float(turn.value_of_keep[rerolls - 1, keep, state]), dice=lattice.keeps[keep])
        for keep in (lattice.choices_of_roll[roll] if rerolls else ())
    ]
    return rank([*scores, *keeps])
