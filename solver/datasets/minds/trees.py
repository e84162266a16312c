"""Data sets of trees that imitate perfect play; to grow them takes minutes, so they are recorded."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop
from solver.threads import n_processors

if TYPE_CHECKING:
    from solver.kernels.tree import Nodes
    from solver.minds.cards import Cards
    from solver.minds.trees import Decisions

N_BATCHES, N_TESTED, SEED = 320, 32, 20261122
KEPT_LEAVES = 1000  # of the trees whose nodes are recorded; larger ones are told by their digest
SIZES = {
    "weighted": (10, 30, 100, 300, 1000, 3000, 10000, 30000),
    "plain": (100, 1000, 30000),
    "corrected": (1000,),
}


def shown_decisions(workshop: Workshop) -> list[Decisions]:
    """Return the decisions of perfect play that all imitate; make it by ``workshop.once``."""
    from solver.minds.cards import perfect_cards
    from solver.minds.imitation import shown

    return shown(perfect_cards(workshop.game), N_BATCHES, SEED)


def grown_trees(workshop: Workshop) -> dict[str, tuple[Nodes, ...]]:
    """Return the trees of each kind, as large as they are wanted; make it by ``workshop.once``."""
    from solver.minds.cards import perfect_cards
    from solver.minds.imitation import Course, corrected, imitate
    from solver.minds.trees import pruned

    cards = perfect_cards(workshop.game)
    course = Course(N_BATCHES, N_TESTED, max(SIZES["weighted"]), SEED)
    decisions = workshop.once(shown_decisions)
    with ThreadPoolExecutor(n_processors()) as pool:
        plain = pool.submit(imitate, cards, decisions, max(SIZES["plain"]), False)
        trees = {"weighted": imitate(cards, decisions, max(SIZES["weighted"]), True), "plain": plain.result()}
    first = tuple(pruned(tree, KEPT_LEAVES) for tree in trees["weighted"])
    trees["corrected"] = imitate(cards, corrected(cards, decisions, first, course), KEPT_LEAVES, True)
    return trees


@recorded_table(ruleset="scandinavian")
def minds_tree_nodes(workshop: Workshop) -> pd.DataFrame:
    """Give the nodes of the trees of a thousand leaves; one row per node, the root first.

    Columns
    -------
    kind : str
        How the tree was grown: weighted or corrected.
    rerolls : int
        Rerolls in hand, 0 for the box.
    feature : int
        Place among the features, -1 for a leaf.
    threshold : int
        Largest value that goes to the first child.
    first_child : int
        Row of the first child in the tree, from 0; the other follows it.
    label : int
        What the leaf says: a category, a keep, or the number of keeps to stop.
    rank : int
        Number of the split, from 0, in the order in which they were made; -1 for a leaf.
    """
    from solver.minds.trees import pruned

    parts = []
    for kind in ("weighted", "corrected"):
        for rerolls, tree in enumerate(workshop.once(grown_trees)[kind]):
            columns = pruned(tree, KEPT_LEAVES)._asdict()
            columns["label"] = columns["label"].astype(int)
            parts.append(pd.DataFrame({"kind": kind, "rerolls": rerolls, **columns}))
    return pd.concat(parts, ignore_index=True)


@recorded_table(ruleset="scandinavian")
def minds_trees(workshop: Workshop) -> pd.DataFrame:
    """Compare players of three trees that imitate perfect play, followed exactly; one row per player.

    Columns
    -------
    kind : str
        Weighted by what is at stake, plain, or corrected by the player's own states.
    leaves : int
        Of each tree, at most.
    numbers : int
        Splits and leaves of the three trees together.
    same_box : float
        Share of decisions of perfect play, not shown before, that the tree for the box makes too.
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
        SHA-256 of the nodes, most of which are not recorded.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.imitation import shown
    from solver.minds.trees import pruned

    cards = perfect_cards(workshop.game)
    told = partial(row_of, cards, shown(cards, N_TESTED, SEED + 2))
    players = [
        (kind, leaves, tuple(pruned(tree, leaves) for tree in trees))
        for kind, trees in workshop.once(grown_trees).items()
        for leaves in SIZES[kind]
    ]
    with ThreadPoolExecutor(n_processors()) as pool:
        return pd.DataFrame(list(pool.map(told, *zip(*players, strict=True))))


def row_of(cards: Cards, tests: list[Decisions], kind: str, leaves: int, trees: tuple[Nodes, ...]) -> dict[str, object]:
    """Return the row of three trees."""
    from solver.minds.following import follow
    from solver.minds.imitation import agreement
    from solver.minds.trees import TreePlayer, n_leaves, tree_size

    found = follow(cards, TreePlayer(f"{kind}-{leaves}", cards.game, trees))
    size = sum(tree_size(n_leaves(tree)) for tree in trees)
    return {
        **{"kind": kind, "leaves": leaves, "numbers": size},
        **dict(zip(("same_box", "same_keep_1", "same_keep_2"), agreement(trees, tests), strict=True)),
        "mean": found.mean,
        "left": float(found.loss_of_turn.sum()),
        "bonus_rate": found.bonus_rate,
        "digest": hashlib.sha256(b"".join(part.tobytes() for tree in trees for part in tree)).hexdigest(),
    }
