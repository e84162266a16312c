"""Games that were played: turns with their dice, or with their points alone; cards, games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.advising.positions import Scorecard
from solver.rules.ruleset import Roll, Ruleset

Dice = tuple[int, ...]  # in their order on the table


@dataclass(frozen=True)
class PlayedTurn:
    """One turn: every throw, the dice kept of each but the last, the box, and its points.

    Without throws only the points are known. ``on_top`` is the bonus of an extra Yahtzee. ``first_throw`` is the
    number, from 1, of the first throw that is recorded: players of real dice often record the last roll only.
    """

    category: int
    points: int
    throws: tuple[Dice, ...] = ()
    keeps: tuple[Roll, ...] = ()
    on_top: int = 0
    first_throw: int = 1

    @property
    def last_only(self) -> bool:
        """Return whether earlier throws are not recorded."""
        return self.first_throw > 1


@dataclass(frozen=True)
class UnfinishedTurn:
    """A turn in progress: its throws, the dice kept of each but the last, and the positions of the dice held now."""

    throws: tuple[Dice, ...]
    keeps: tuple[Roll, ...]
    held: tuple[bool, ...]


@dataclass(frozen=True)
class PlayedCard:
    """One player's card, turn by turn; an unfinished game has fewer turns than boxes.

    ``help`` is the help of the page, as in a record: empty for none. ``is_gone`` marks a player who left the game.
    """

    name: str
    turns: tuple[PlayedTurn, ...]
    help: str = ""
    is_gone: bool = False
    now: UnfinishedTurn | None = None


@dataclass(frozen=True)
class PlayedGame:
    """One game with all its players; date and seed are empty if not recorded.

    ``dice_rule`` tells how dice follow from the seed: by the turns of all players (1), or by player and own turn (2).
    ``n_began`` players began, and the others joined later; 0 means all of them. ``order`` contains the indices of the
    cards in the order of turns, if it differs.
    """

    ruleset: Ruleset
    cards: tuple[PlayedCard, ...]
    date: str = ""
    seed: str = ""
    dice_rule: int = 1
    n_began: int = 0
    order: tuple[int, ...] = ()

    @property
    def version(self) -> str:
        """Return the first version of the format that can express the game."""
        is_new = self.dice_rule > 1 or self.n_began or self.order
        is_new = is_new or any(card.help or card.is_gone or card.now for card in self.cards)
        first_throws = [
            (turn.first_throw, first_throw_in_1(self.ruleset, self.seed, turn))
            for card in self.cards
            for turn in card.turns
        ]
        return "2" if is_new or any(first != usual for first, usual in first_throws) else "1"


def first_throw_in_1(ruleset: Ruleset, seed: str, turn: PlayedTurn) -> int:
    """Return the number of the throw of a turn's only dice in version 1, which does not record it.

    Dice of a seed were thrown by the page, which records every throw; with saved throws, players record all throws.
    """
    is_last = not seed and not ruleset.saves_throws and len(turn.throws) == 1
    return 1 + ruleset.n_rerolls if is_last else 1


def empty_card() -> Scorecard:
    """Return the scorecard before the first turn."""
    return Scorecard(filled=0, upper_total=0, points=0)


def written(ruleset: Ruleset, card: Scorecard, turn: PlayedTurn) -> Scorecard:
    """Return the scorecard after a turn; one without dice counts as played with all of its own throws."""
    category = ruleset.categories[turn.category]
    extra = card.extra
    if ruleset.saves_throws and turn.throws:
        extra += ruleset.n_rerolls - (len(turn.throws) - 1)
    if ruleset.extra_yahtzees and ruleset.extra_yahtzees.bonus and category.name == ruleset.extra_yahtzees.box:
        extra = int(turn.points > 0)
    return Scorecard(
        filled=card.filled | 1 << turn.category,
        upper_total=min(card.upper_total + turn.points * category.is_upper, ruleset.threshold),
        points=card.points + turn.points + turn.on_top,
        extra=extra,
    )


def scorecards(ruleset: Ruleset, turns: tuple[PlayedTurn, ...]) -> Iterator[Scorecard]:
    """Yield the scorecard before the first turn and after each."""
    card = empty_card()
    yield card
    for turn in turns:
        card = written(ruleset, card, turn)
        yield card


def total(ruleset: Ruleset, card: Scorecard) -> int:
    """Return all points of a card, including the bonus if it is earned."""
    return card.points + ruleset.bonus_at(card.upper_total)


def is_full(ruleset: Ruleset, card: Scorecard) -> bool:
    """Return whether every box is filled."""
    return card.filled == (1 << ruleset.n_categories) - 1
