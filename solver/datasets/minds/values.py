"""Data sets of the minds that read what a scorecard is worth: how few numbers, and how good the play."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import numbers as fitted_numbers  # noqa: F401 - the record that these depend on
from solver.threads import n_processors

if TYPE_CHECKING:
    from solver.arrays import Floats
    from solver.minds.cards import Cards
    from solver.minds.players import Mind

N_RANKS = 12  # singular values that are told
ASKED = {  # each fitted to be right, and to choose, on the same inputs
    "seventeen numbers": ("par-17-decimals-right", "par-17-decimals"),
    "hundred and thirty numbers": ("pairs-130-right", "pairs-130"),
    "tree of 1,000 leaves": ("values-1000", "values-1000-choose"),
    "network, begun at random": ("net-577-random-right", "net-577-random"),
    "network, begun with edges": ("net-577-right", "net-577"),
    "matrix of rank two": ("rank-2", "rank-2-choose"),
}
BLURS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
THIRDS = {"turns_1_5": slice(0, 5), "turns_6_10": slice(5, 10), "turns_11_15": slice(10, 15)}


@recorded_table(ruleset="scandinavian")
def minds_values(workshop: Workshop) -> pd.DataFrame:
    """Compare the minds that read a formula, a matrix or a tree of values, each followed exactly; one row per mind.

    Columns
    -------
    family : str
        Name of the player.
    kind : str
        What it reads: pars, pairs, tables, network, matrix, value tree.
    sees : str
        What the numbers belong to.
    given : str
        Shapes that are given beside the numbers.
    numbers : int
        How many numbers were fitted or chosen.
    fit : str
        How: choose, be_right by visits, be_right_everywhere, whole (rounded and searched).
    rmse : float, points
        Root of the mean square by which values are missed, weighted by the visits of perfect play.
    rmse_in_layer : float, points
        The same after what is common to all states with equally many filled boxes, which changes no decision.
    mean : float, points
        Expected final score.
    left : float, points
        What is left to perfect play.
    bonus_rate : float, probability
        Of the bonus.
    turns_1_5 : float, points
        What the first five turns lose on the mind's own way.
    turns_6_10 : float, points
        What the next five lose.
    turns_11_15 : float, points
        What the last five lose.
    digest : str
        SHA-256 of the numbers of a mind that has too many to be recorded, found by one seed; of others nothing.
    on_frontier : bool
        Whether no other mind of this table scores as much with as few numbers.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.players import all_minds

    cards = perfect_cards(workshop.game)
    with ThreadPoolExecutor(n_processors()) as pool:
        rows = [row for row in pool.map(partial(row_of, cards), all_minds().values()) if row is not None]
    return with_frontier(pd.DataFrame(rows).sort_values(["numbers", "mean"], kind="stable", ignore_index=True))


def row_of(cards: Cards, mind: Mind) -> dict[str, Any] | None:
    """Return the row of a mind, none if it reads no value of a scorecard."""
    from solver.minds.following import find_followed
    from solver.minds.large import digest_of
    from solver.play.player import TablePlayer

    player = mind.make(cards)
    if not isinstance(player, TablePlayer):
        return None
    found = find_followed(cards, player)
    what = {"family": mind.name, "kind": mind.kind, "sees": mind.sees, "given": mind.given}
    rmse, in_layer = misses(cards, player.value_of_state)
    how = {"numbers": mind.n_numbers, "fit": mind.fit, "rmse": rmse, "rmse_in_layer": in_layer}
    score = {"mean": found.mean, "left": float(found.loss_of_turn.sum()), "bonus_rate": found.bonus_rate}
    thirds = {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()}
    return what | how | score | thirds | {"digest": digest_of(cards, mind.name)}


def misses(cards: Cards, read: Floats) -> tuple[float, float]:
    """Return by how much values are missed, and by how much after what is common to a layer."""
    weights, off = cards.visits_of_state, read - cards.value_of_state
    sums = np.bincount(cards.layers, weights * off) / np.bincount(cards.layers, weights)
    unfinished = cards.layers < cards.game.ruleset.n_categories
    weights = weights * unfinished / (weights * unfinished).sum()
    # Summed in one order on every machine, as products of a library are not.
    squares = [np.bincount(cards.layers, weights * miss**2).sum() for miss in (off, off - sums[cards.layers])]
    return math.sqrt(squares[0]), math.sqrt(squares[1])


def with_frontier(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the column that tells which no other beats."""
    numbers, means = frame["numbers"].to_numpy(), frame["mean"].to_numpy()
    beaten = [
        bool(((numbers <= size) & (means >= mean) & ((numbers < size) | (means > mean))).any())
        for size, mean in zip(numbers, means, strict=True)
    ]
    return frame.assign(on_frontier=[not one for one in beaten])


@table(ruleset="scandinavian")
def minds_asked(workshop: Workshop) -> pd.DataFrame:
    """Compare what minds score that were asked to be right with what the same score asked to choose; one row per mind.

    Columns
    -------
    mind : str
        What it is; its inputs and shapes are the same both ways.
    numbers : int
        How many numbers it holds.
    right : float, points
        Expected final score of the one that was fitted to be right.
    choose : float, points
        Of the one that was fitted to choose.
    """
    from solver.minds.records import recorded_scores

    scores = {score.name: score for score in recorded_scores()}
    rows = [(mind, scores[pair[0]].numbers, *(scores[name].mean for name in pair)) for mind, pair in ASKED.items()]
    return pd.DataFrame(rows, columns=["mind", "numbers", "right", "choose"])


@table(ruleset="scandinavian")
def minds_par(workshop: Workshop) -> pd.DataFrame:
    """Give the seventeen numbers: a par for each box, and spread and shift of the bonus curve; one row per number.

    What is common to all pars changes no decision; the fitted ones are told with that of the whole ones.

    Columns
    -------
    box : str
        The box, or spread or shift.
    integer : float, points
        The number as it is told: whole for a par, in tenths for spread and shift.
    decimal : float, points
        The number as it is fitted when it need not be whole.
    """
    from solver.minds.records import numbers_of

    whole, decimals = numbers_of("par-17"), numbers_of("par-17-decimals")
    n_pars = workshop.ruleset.n_categories
    decimals[:n_pars] += (whole - decimals)[:n_pars].mean()
    rows = [(name, whole[place], decimals[place]) for place, name in enumerate(workshop.ruleset.category_names)]
    rows += [("spread", abs(whole[-1]), abs(decimals[-1])), ("shift", whole[-2], decimals[-2])]
    return pd.DataFrame(rows, columns=["box", "integer", "decimal"])


@table(ruleset="scandinavian")
def minds_matrix(workshop: Workshop) -> pd.DataFrame:
    """Give the singular values of the perfect values as a matrix, lower sets by upper states; one row per rank.

    Columns
    -------
    rank : int
        From 1.
    singular_value : float
        As a share of the first.
    numbers : int
        Numbers of a matrix of this rank: one for each row and column and rank.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.ranks import Matrix, singular_values

    cards = perfect_cards(workshop.game)
    found, sizes = singular_values(cards)[:N_RANKS], sum(Matrix(cards.game).shape)
    ranks = np.arange(1, N_RANKS + 1)
    return pd.DataFrame({"rank": ranks, "singular_value": found / found[0], "numbers": ranks * sizes})


@recorded_table(ruleset="scandinavian")
def minds_blur(workshop: Workshop) -> pd.DataFrame:
    """Blur the bonus curve of the seventeen whole numbers, followed exactly; one row per blur.

    Columns
    -------
    blur : float, points
        Added to the width of the curve, as standard deviations add; once all boxes are filled the bonus is the bonus.
    mean : float, points
        Expected final score.
    left : float, points
        What is left to perfect play.
    turns_1_5 : float, points
        What the first five turns lose.
    turns_6_10 : float, points
        What the next five lose.
    turns_11_15 : float, points
        What the last five lose.
    """
    from solver.minds.blur import blurred
    from solver.minds.cards import perfect_cards
    from solver.minds.following import find_followed

    cards, rows = perfect_cards(workshop.game), []
    for blur in BLURS:
        found = find_followed(cards, blurred(cards, blur))
        score = {"blur": blur, "mean": found.mean, "left": float(found.loss_of_turn.sum())}
        rows.append(score | {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()})
    return pd.DataFrame(rows)
