"""Situations of single turns, drawn as perfect games come to them, with what every option is worth there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats, Longs
from solver.kernels.chains import play_chains
from solver.minds.cards import Cards
from solver.play.tables import Tables
from solver.threads import n_processors, run_slices


@dataclass(frozen=True, eq=False)
class Chains:
    """A turn from each of some states, see ``kernels.chains.play_chains``; ``scores`` are the true ones."""

    states: Longs
    scores: Floats
    rolls: Longs
    taken: Longs
    stakes: Floats
    keeps: Floats
    best: Floats


def draw_chains(cards: Cards, tables: Tables, states: Longs, random: np.random.Generator) -> Chains:
    """Return a turn from each of some states, played perfectly."""
    lattice, _exits, choices, n_rerolls, tie = tables.arrays
    game, n_states = cards.game, len(states)
    scores = scores_by(cards, tables, states, cards.value_of_state)
    shape = n_states, 1, n_rerolls + 1
    chances = random.random((*shape, game.ruleset.n_dice))
    found = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape)
    keeps = np.empty((n_states, n_rerolls, game.lattice.n_keeps))
    best = np.empty((n_states, n_rerolls + 1, len(game.lattice.rolls)))
    filled = cards.pages[states]

    def play(start: int, stop: int) -> None:
        bounds = start, stop
        play_chains(lattice, choices, n_rerolls, tie, filled, scores, chances, bounds, found, keeps, best)

    with ThreadPoolExecutor(n_processors()) as pool:
        run_slices(pool, n_states, play)
    return Chains(states, scores, *found, keeps, best)


def scores_by(cards: Cards, tables: Tables, states: Longs, value_of_state: Floats) -> Floats:
    """Return points and what comes after by a table, for every open outcome of some states; 0 for the others."""
    successors = cards.successors(states)
    scores: Floats = np.where(successors >= 0, value_of_state[successors] + tables.outcomes.gain, 0.0)
    return scores
