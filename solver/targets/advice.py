"""Advice for a player who needs a certain final score: every option valued by its chance of getting there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver.advising.advice import Advice
from solver.advising.choices import Choice, choices
from solver.advising.positions import Scorecard
from solver.advising.turn import Turn, max_sweep, mean_sweep
from solver.arrays import Floats
from solver.game.game import Game
from solver.rules.scoring import Roll
from solver.targets.chances import Targets

TIE = 2.0**-22  # of the larger one: kept probabilities are rounded by up to 2^-24 of themselves, options by as much


def target_advice(targets: Targets, scorecard: Scorecard, position: tuple[Roll, int] | None, target: int) -> Advice:
    """Return the largest probability of a final score of at least ``target``, and with dice every option's.

    Parameters
    ----------
    position : (roll, int), optional
        Dice on the table, with the throws in hand; the scorecard is not full then.

    Notes
    -----
    The turn is computed in float64 from the kept table. Options whose probabilities are equal up to its rounding (see
    ``TIE``) are equal, and stand in the project's order: scoring before keeping, then scorecard order, then
    lexicographic dice. Where the target is reached, or out of reach, that is all of them.
    """
    page = targets.game.space.page(scorecard.filled, scorecard.extra)
    total, standing = scorecard.upper_total, scorecard.points - target
    if position is None:
        place = (np.array([number]) for number in (page, total, standing))
        return Advice(float(targets.probability(*place)[0]))
    dice, rerolls = position
    turn = target_turn(targets, page, total, standing)
    roll = targets.game.lattice.index_of_keep[dice] - targets.game.lattice.first_roll
    options = rank(targets.game, choices(turn, roll, rerolls))
    return Advice(options[0].value, tuple(options))


def target_turn(targets: Targets, page: int, total: int, standing: int) -> Turn:
    """Return the values of one turn: probabilities of reaching the target."""
    turn = turn_of_scores(targets.game, score_probabilities(targets, page, total, standing))
    return replace(turn, page=np.array([page], dtype=np.int32))


def turn_of_scores(game: Game, value_of_score: Floats) -> Turn:
    """Return the values of one turn from those of its ends: float64[n_rolls, n_categories, n_states]."""
    lattice = game.lattice
    values = np.empty((lattice.n_keeps, value_of_score.shape[2]))
    values[lattice.first_roll :] = value_of_score.max(axis=1)
    value_of_roll, value_of_keep = [values[lattice.first_roll :].copy()], []
    for _ in range(game.ruleset.n_rerolls):
        mean_sweep(lattice, values)
        value_of_keep.append(values[: lattice.first_roll].copy())
        max_sweep(lattice, values)
        value_of_roll.append(values[lattice.first_roll :].copy())
    return Turn(game, value_of_score, np.array(value_of_keep), np.array(value_of_roll))


def score_probabilities(targets: Targets, page: int, total: int, standing: int) -> Floats:
    """Return the probability after scoring every roll in every category: float64[n_rolls, n_categories, 1]."""
    game, ways_out = targets.game, targets.game.outcomes
    values = np.full((*game.points_of_roll.shape, 1), -np.inf)
    for place in range(game.ruleset.n_categories):
        if not page >> place & 1:
            outcome = ways_out.outcome_of_roll[ways_out.class_of_page[page], :, place]
            may_score, outcome = outcome >= 0, outcome[outcome >= 0]
            if not may_score.any():
                continue
            gain = ways_out.gain[outcome].astype(np.int64)
            after, totals = page + ways_out.step[outcome], total + ways_out.shift[outcome]
            values[may_score, place, 0] = targets.probability(after, totals, standing + gain)
    return values


def rank(game: Game, given: list[Choice]) -> list[Choice]:
    """Return the options with their regrets, best first, equal ones in the project's order.

    The list is cut where a probability is smaller than the one before by more than ``TIE`` of it.
    """
    names = game.ruleset.category_names

    def order(option: Choice) -> tuple[bool, int, Roll]:
        scores = option.action == "score"
        return not scores, names.index(option.category) if scores else 0, option.dice

    pieces: list[list[Choice]] = []
    for option in sorted(given, key=lambda option: -option.value):
        if pieces and option.value >= pieces[-1][-1].value * (1.0 - TIE):
            pieces[-1].append(option)
        else:
            pieces.append([option])
    best = max(option.value for option in given)
    return [replace(option, regret=best - option.value) for piece in pieces for option in sorted(piece, key=order)]
