"""Scores of players of five kinds, against the oracle with their decisions, and their exact distribution."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from solver.game.game import Game
from solver.kernels.following import Places
from solver.minds.features import pars
from solver.minds.fitting import Cards, follow
from solver.minds.formulas import Matrix, Ranks, plain_fit
from solver.minds.networks import trained_player
from solver.minds.trees import Leaves, TreePlayer, imitate, sample_decisions, value_tree
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer, Tables
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.oracle import UPPER, Card, Option
from tests.oracle.statistics import turn_ends
from tests.solver.games import TINY, TINY_GAME


@pytest.fixture(scope="module")
def cards():
    game = Game(TINY)
    values = solve(TINY).value_of_state
    return Cards(game, values, walk(game, TablePlayer("optimal", values)).visits_of_state)


def reader(cards, family, numbers):
    return TablePlayer("reader", family.values(numbers, cards.pages, cards.totals))


def leaves_turned_over(cards):
    """A tree of values that hold for other leaves than their own: wrong, so that all of it matters."""
    family = Leaves(cards, value_tree(cards, 6))
    return reader(cards, family, family.leaf_values[::-1])


def ranks(cards):
    return reader(cards, Ranks(Matrix(cards.game), 1), plain_fit(cards, 1))


KINDS = {
    "pars": lambda cards: reader(cards, pars(cards.game), np.array([1.0, 3.0, 2.0, 4.0, 6.0, 0.2, 0.7])),
    "matrix": ranks,
    "value tree": leaves_turned_over,
    "trees": lambda cards: TreePlayer("trees", cards.game, imitate(cards, sample_decisions(cards, 1, 1), 6, True)),
    "networks": lambda cards: trained_player("networks", cards.game, sample_decisions(cards, 1, 1), 2, 1),
}


def as_the_oracle_knows(game, player):
    """The same player for the oracle, one situation at a time."""
    tables, names = Tables(game), game.ruleset.category_names

    @cache
    def decided(filled, total):
        places = Places(*(np.array([number]) for number in (filled, total, filled)))
        return player.decide(tables, places)[0, :, :, 0]

    def play(situation):
        filled = sum(1 << names.index(name) for name in situation.card.filled)
        roll = game.lattice.rolls.index(situation.dice)
        total = min(situation.card.upper_sum, game.ruleset.threshold)
        option, keeps = int(decided(filled, total)[situation.rerolls, roll]), game.lattice.choices_of_roll[roll]
        if option < len(keeps):
            return [(Fraction(1), Option("keep", game.lattice.keeps[keeps[option]]))]
        return [(Fraction(1), Option("score", category=names[option - len(keeps)]))]

    return play


def mean_by_definition(player):
    """The points of all games in all their turns, in fractions."""

    @cache
    def to_come(filled, upper_sum):
        if len(filled) == len(TINY_GAME.categories):
            return Fraction(TINY_GAME.bonus if upper_sum >= TINY_GAME.threshold else 0)
        ends = turn_ends(TINY_GAME, player, Card(filled, upper_sum))
        return sum(
            chance * (points + to_come(filled | {name}, upper_sum + (points if name in UPPER else 0)))
            for (name, points), chance in ends.items()
        )

    return to_come(frozenset(), 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_players_score_equals_the_oracles_and_that_of_its_distribution(cards, kind):
    player = KINDS[kind](cards)
    found = follow(cards, player).mean
    assert found == pytest.approx(float(mean_by_definition(as_the_oracle_knows(cards.game, player))), abs=1e-12)
    assert found == pytest.approx(score_distribution(walk(cards.game, player)).mean, abs=1e-12)
    assert found < cards.value_of_state[0] - 1e-3  # one that errs: else any player would do
