"""What was played: turns with their dice, or with their points alone; cards, games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.advising.positions import Scorecard
from solver.rules.ruleset import Roll, Ruleset

Dice = tuple[int, ...]  # as they lay on the table


@dataclass(frozen=True)
class PlayedTurn:
    """One turn: every throw as it lay, what was kept of each but the last, the box, and what was written.

    Without throws only the points are known. ``on_top`` is what an extra Yahtzee paid. ``last_only`` marks a turn whose
    only recorded throw may have been its second or third: people who throw real dice often record the last dice alone.
    """

    category: int
    points: int
    throws: tuple[Dice, ...] = ()
    keeps: tuple[Roll, ...] = ()
    on_top: int = 0
    last_only: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class PlayedCard:
    """One player's card, turn by turn; a game that was broken off has fewer turns than boxes."""

    name: str
    turns: tuple[PlayedTurn, ...]


@dataclass(frozen=True)
class PlayedGame:
    """One game with all its players; date and seed are empty where none was noted.

    ``dice_rule`` is how dice follow from the seed: by the turns of all players (1), or by player and own turn (2).
    """

    ruleset: Ruleset
    cards: tuple[PlayedCard, ...]
    date: str = ""
    seed: str = ""
    dice_rule: int = 1

    @property
    def version(self) -> str:
        """Return the first version of the format that can express the game."""
        return "2" if self.dice_rule > 1 else "1"


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
    """Return all points on a card, the bonus among them if it is earned."""
    return card.points + ruleset.bonus_at(card.upper_total)


def is_full(ruleset: Ruleset, card: Scorecard) -> bool:
    """Return whether every box is filled."""
    return card.filled == (1 << ruleset.n_categories) - 1
