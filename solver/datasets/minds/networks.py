"""A data set of networks that imitate perfect play; to teach and follow them takes minutes, so they are recorded.

That is no part of the training of all others: their record is made by itself.
"""

from __future__ import annotations

import hashlib

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds.trees import N_TESTED, SEED, shown_decisions

HIDDEN = (4, 14, 42)  # places of each network, so that three hold about as many numbers as three trees of the same kind
KINDS = ("plain", "weighted")


@recorded_table(ruleset="scandinavian")
def minds_networks(workshop: Workshop) -> pd.DataFrame:
    """Compare players of three networks that imitate perfect play, followed exactly; one row per player.

    Columns
    -------
    kind : str
        Whether decisions are weighted by what is at stake, or plain: all count alike.
    hidden : int
        Places of each network.
    numbers : int
        Weights of the three networks together.
    same_box : float
        Share of decisions of perfect play, not shown before, that the network for the box makes too.
    same_keep_1 : float
        The same with one reroll in hand.
    same_keep_2 : float
        The same with two.
    mean : float, points
        Expected final score.
    left : float, points
        What is left to perfect play.
    bonus_rate : float, probability
        Of the bonus.
    digest : str
        SHA-256 of the weights, which are not recorded.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.following import follow
    from solver.minds.imitation import shown
    from solver.minds.policy_networks import agreement, taught_player

    cards, rows = perfect_cards(workshop.game), []
    tests = shown(cards, N_TESTED, SEED + 2)
    for kind in KINDS:
        for hidden in HIDDEN:
            decisions = workshop.once(shown_decisions)
            pupil = taught_player(f"{kind}-{hidden}", cards.game, decisions, hidden, SEED, kind == "weighted")
            found, weights = follow(cards, pupil), [part for one in pupil.networks for part in vars(one).values()]
            alike = agreement(cards.game, pupil.networks, tests)
            rows.append(
                {
                    **{"kind": kind, "hidden": hidden, "numbers": sum(part.size for part in weights)},
                    **dict(zip(("same_box", "same_keep_1", "same_keep_2"), alike, strict=True)),
                    "mean": found.mean,
                    "left": float(found.loss_of_turn.sum()),
                    "bonus_rate": found.bonus_rate,
                    "digest": hashlib.sha256(b"".join(part.tobytes() for part in weights)).hexdigest(),
                }
            )
    return pd.DataFrame(rows)
