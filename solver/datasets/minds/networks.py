"""A data set of networks that imitate perfect play; to teach and follow them takes minutes, so they are recorded.

That is no part of the training of all others: their record is made by itself.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds.trees import N_TESTED, SEED, shown_decisions
from solver.threads import n_processors

if TYPE_CHECKING:
    from solver.minds.cards import Cards
    from solver.minds.trees import Decisions

HIDDEN = (4, 14, 42)  # places of each network, so that three hold about as many numbers as three trees of the same kind
N_SEEDS = 3


@recorded_table(ruleset="scandinavian")
def minds_networks(workshop: Workshop) -> pd.DataFrame:
    """Compare players of three networks that imitate perfect play, followed exactly; one row per size.

    They are shown the decisions that trees are shown, weighted by what is at stake.

    Columns
    -------
    hidden : int
        Places of each network.
    numbers : int
        Weights of the three networks together.
    seeds : int
        Players that are summed up, begun with other numbers.
    same_box : float
        Share of decisions of perfect play, not shown before, that their networks for the box make too.
    same_keep_1 : float
        The same with one reroll in hand.
    same_keep_2 : float
        The same with two.
    mean : float, points
        Average of their expected final scores.
    worst : float, points
        The lowest of them.
    best : float, points
        The highest.
    left : float, points
        What is left to perfect play, on average.
    digest : str
        SHA-256 of the weights, which are not recorded.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.imitation import shown

    cards = perfect_cards(workshop.game)
    decisions, tests = workshop.once(shown_decisions), shown(cards, N_TESTED, SEED + 2)
    rows = [row_of(cards, decisions, tests, hidden) for hidden in HIDDEN]
    return pd.DataFrame(rows)


def row_of(cards: Cards, decisions: list[Decisions], tests: list[Decisions], hidden: int) -> dict[str, object]:
    """Return the row of players whose networks have so many places each."""
    from solver.minds.following import follow
    from solver.minds.policy_networks import agreement, taught_player

    pupils = [taught_player(f"network-{hidden}", cards.game, decisions, hidden, seed) for seed in range(1, N_SEEDS + 1)]
    weights = [part for pupil in pupils for network in pupil.networks for part in vars(network).values()]
    alike = np.mean([agreement(cards.game, pupil.networks, tests) for pupil in pupils], axis=0).tolist()
    with ThreadPoolExecutor(n_processors()) as pool:
        means = [found.mean for found in pool.map(partial(follow, cards), pupils)]
    return {
        **{"hidden": hidden, "numbers": sum(part.size for part in weights) // N_SEEDS, "seeds": N_SEEDS},
        **dict(zip(("same_box", "same_keep_1", "same_keep_2"), alike, strict=True)),
        **{"mean": float(np.mean(means)), "worst": min(means), "best": max(means)},
        "left": float(cards.value_of_state[0] - np.mean(means)),
        "digest": hashlib.sha256(b"".join(part.tobytes() for part in weights)).hexdigest(),
    }
