"""Trees that imitate perfect play: what they are shown, and how they are grown."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.kernels.tree import Nodes
from solver.minds.cards import Cards
from solver.minds.fitting import Draw
from solver.minds.trees import Decisions, TreePlayer, answers, decisions_of, grown
from solver.minds.turns import draw_chains
from solver.play.tables import Tables
from solver.play.walk import walk
from solver.threads import n_processors

N_OF_LAYER = 100  # states of each layer that are drawn at once


@dataclass(frozen=True)
class Course:
    """How much is shown: batches of turns to learn from, others to be tested with; leaves of each tree at most."""

    n_batches: int
    n_tested: int
    n_leaves: int
    seed: int


def shown(cards: Cards, n_batches: int, seed: int, visits: Floats | None = None) -> list[Decisions]:
    """Return decisions of perfect play by rerolls in hand, in turns from states drawn by visits.

    The visits are those of perfect play, if none are given. States are in no order.
    """
    random, tables = np.random.default_rng(seed), Tables(cards.game)
    draw, drawn = Draw(cards, cards.visits_of_state if visits is None else visits), []
    for _ in range(n_batches):
        chains = draw_chains(cards, tables, draw.shuffled(random, N_OF_LAYER), random)
        drawn.append((chains.states, chains.rolls, chains.taken, chains.stakes))
    return decisions_of(cards, *(np.concatenate(parts) for parts in zip(*drawn, strict=True)))


def joined(first: list[Decisions], second: list[Decisions]) -> list[Decisions]:
    """Return the decisions of both."""
    return [
        Decisions(
            np.concatenate([one.values, other.values], axis=1),
            np.concatenate([one.taken, other.taken]),
            np.concatenate([one.stakes, other.stakes]),
        )
        for one, other in zip(first, second, strict=True)
    ]


def imitate(cards: Cards, decisions: list[Decisions], leaves: int, is_weighted: bool) -> tuple[Nodes, ...]:
    """Return trees grown from decisions: for the box, and for the dice with each number of rerolls.

    Weighted, a decision counts by what is at stake, the best option less the worst; else all count alike.
    """

    def tree(rerolls: int) -> Nodes:
        game, seen = cards.game, decisions[rerolls]
        n_classes = game.ruleset.n_categories if rerolls == 0 else game.lattice.n_keeps + 1
        matters = seen.stakes > 0
        weights = seen.stakes[matters] if is_weighted else np.ones(int(matters.sum()))
        values = np.ascontiguousarray(seen.values[:, matters])
        return grown(values, seen.taken[matters], weights, leaves, n_classes)

    with ThreadPoolExecutor(n_processors()) as pool:
        return tuple(pool.map(tree, range(len(decisions))))


def agreement(trees: tuple[Nodes, ...], decisions: list[Decisions]) -> list[float]:
    """Return the share of decisions that each tree makes as perfect play does."""
    return [
        float((answers(tree, seen.values) == seen.taken).mean()) for tree, seen in zip(trees, decisions, strict=True)
    ]


def corrected(cards: Cards, decisions: list[Decisions], trees: tuple[Nodes, ...], course: Course) -> list[Decisions]:
    """Return the decisions with as many more, from states that the trees themselves come to (DAgger, once)."""
    visits = walk(cards.game, TreePlayer("before", cards.game, trees)).visits_of_state
    return joined(decisions, shown(cards, course.n_batches, course.seed + 1, visits))
