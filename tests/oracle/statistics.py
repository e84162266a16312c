"""Every statistic of play, from the list of all games of a player, each with its probability.

A game is a history: a step (turn, category, points) for every turn, turns counted from 1. Any quantity is a function of
a history, and any statistic an expectation over all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.oracle.game import Dice, OracleGame, score, total
from tests.oracle.play import Card, Player, Situation, counted


class Step(NamedTuple):
    """One turn of a game."""

    turn: int
    category: str
    points: int


History = tuple[Step, ...]
Histories = Mapping[History, Fraction]
Quantity = Callable[[History], Any]


def meetings(game: OracleGame, player: Player, card: Card) -> dict[Situation, Fraction]:
    """Return every decision that can occur in a turn from ``card``, with its probability."""
    met: dict[Situation, Fraction] = {}
    on_table: dict[Dice, list[tuple[int, int]]] = defaultdict(list)
    spread(game, on_table, (), Fraction(1))
    for rerolls in range(game.n_rerolls, -1, -1):
        now, on_table = on_table, defaultdict(list)
        for dice, shares in now.items():
            situation, probability = Situation(card, dice, rerolls), total(shares)
            met[situation] = probability
            for share, option in player(situation):
                if option.action == "keep":
                    spread(game, on_table, option.dice, probability * share)
    return met


def spread(game: OracleGame, on_table: dict[Dice, list[tuple[int, int]]], kept: Dice, probability: Fraction) -> None:
    """Throw the missing dice and record the probability of each result."""
    above, below = (probability / 6 ** (game.n_dice - len(kept))).as_integer_ratio()
    for dice, count in counted(game, kept):
        on_table[dice].append((count * above, below))


def turn_ends(game: OracleGame, player: Player, card: Card) -> dict[tuple[str, int], Fraction]:
    """Return every way in which a turn from ``card`` can end, category and points, with its probability."""
    ends: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for situation, probability in meetings(game, player, card).items():
        for share, option in player(situation):
            if option.action == "score":
                ends[option.category, score(option.category, situation.dice)] += probability * share
    return ends


def histories(game: OracleGame, player: Player) -> dict[History, Fraction]:
    """Return every game that the player can have, with its probability."""
    told: dict[History, tuple[Card, Fraction]] = {(): (Card(), Fraction(1))}
    known: dict[Card, dict[tuple[str, int], Fraction]] = {}
    for turn in range(1, len(game.categories) + 1):
        before, told = told, {}
        for history, (card, probability) in before.items():
            if card not in known:
                known[card] = turn_ends(game, player, card)
            for (category, points), share in known[card].items():
                if share:
                    told[*history, Step(turn, category, points)] = (card.write(category, points), probability * share)
    return {history: probability for history, (_, probability) in told.items()}


def card_of(history: History) -> Card:
    """Return the scorecard after the steps of ``history``."""
    card = Card()
    for step in history:
        card = card.write(step.category, step.points)
    return card


def final_total(game: OracleGame) -> Quantity:
    return lambda history: card_of(history).total(game)


def bonus(game: OracleGame) -> Quantity:
    """Return the points of the bonus that a history earns."""
    return lambda history: card_of(history).total(game) - card_of(history).points


def points_in(category: str) -> Quantity:
    return lambda history: next(step.points for step in history if step.category == category)


def turn_of(category: str) -> Quantity:
    """Return the turn in which a history fills ``category``."""
    return lambda history: next(step.turn for step in history if step.category == category)


def expectation(games: Histories, quantity: Quantity) -> Fraction:
    return sum((probability * quantity(history) for history, probability in games.items()), Fraction())


def distribution(games: Histories, quantity: Quantity) -> dict[Any, Fraction]:
    """Return the probability of each value of ``quantity``."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for history, probability in games.items():
        found[quantity(history)] += probability
    return dict(sorted(found.items()))


def given(games: Histories, event: Quantity) -> dict[History, Fraction]:
    """Return the games in which ``event`` comes true, with their probabilities among themselves."""
    chosen = {history: probability for history, probability in games.items() if event(history)}
    total = sum(chosen.values(), Fraction())
    return {history: probability / total for history, probability in chosen.items()}


def covariance(games: Histories, one: Quantity, other: Quantity) -> Fraction:
    mean_of_product = expectation(games, lambda history: one(history) * other(history))
    return mean_of_product - expectation(games, one) * expectation(games, other)


def moment(games: Histories, quantity: Quantity, order: int) -> Fraction:
    """Return the central moment of ``quantity``."""
    mean = expectation(games, quantity)
    return expectation(games, lambda history: (quantity(history) - mean) ** order)


def visits(games: Histories) -> dict[Card, Fraction]:
    """Return the probability that a game reaches each card between turns, including the empty and the full ones."""
    found: dict[Card, Fraction] = defaultdict(Fraction)
    for history, probability in games.items():
        for turn in range(len(history) + 1):
            found[card_of(history[:turn])] += probability
    return found


def decisions(game: OracleGame, player: Player, games: Histories) -> dict[Situation, Fraction]:
    """Return the probability that a game reaches each decision."""
    found: dict[Situation, Fraction] = {}
    for card, probability in visits(games).items():
        if len(card.filled) < len(game.categories):
            for situation, share in meetings(game, player, card).items():
                found[situation] = probability * share
    return found
