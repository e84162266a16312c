"""The review of a game: what its player was given by the dice and gave away, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from solver.advising.choices import Choice
from solver.game.game import Game
from solver.reviewing.judging import JudgedThrow, JudgedTurn, judge, value_between_turns
from solver.reviewing.played import PlayedCard, empty_card, is_full, scorecards, total
from solver.rules.scoring import Roll
from solver.solving.layers import Values

SAME = 1 / 256  # points; options this close are told apart by nothing that is published, so neither is a mistake
WORTH_A_LINE = 0.25  # points
VERDICTS = ((WORTH_A_LINE, "toss-up"), (1.0, "close"), (3.0, "solid"))
N_COSTLIEST = 3


def verdict_of(points: float) -> str:
    """Return the word for a difference of so many points."""
    return next((word for limit, word in VERDICTS if points < limit), "clear")


@dataclass(frozen=True)
class Decision:
    """One decision: ``throw`` counts from 0; options are best first.

    ``difference`` is what a mistake gave away, and of a best choice what the next option would have given away; its
    word is the verdict.
    """

    turn: int
    throw: int
    roll: Roll
    rerolls: int
    luck: float
    chosen: Choice
    options: tuple[Choice, ...]
    last_only: bool = False

    @property
    def place(self) -> str:
        """Return which throw of which turn it is, in words."""
        return f"turn {self.turn:>2} {'last throw' if self.last_only else f'throw {self.throw + 1}'}"

    @property
    def best(self) -> Choice:
        """Return the best option: the one that was chosen, where none is better."""
        return self.chosen if self.is_best else self.options[0]

    @property
    def is_best(self) -> bool:
        """Return whether nothing that counts was given away."""
        return self.chosen.regret <= SAME

    @property
    def regret(self) -> float:
        """Return what was given away, exactly."""
        return self.chosen.regret

    @property
    def is_tied(self) -> bool:
        """Return whether another option is as good as the best."""
        return len(self.options) > 1 and self.options[1].regret <= SAME

    @property
    def difference(self) -> float | None:
        """Return the points that the verdict is about; None where there was no choice."""
        if len(self.options) == 1:
            return None
        return min(option.regret for option in self.options if option != self.chosen) if self.is_best else self.regret

    @property
    def verdict(self) -> str:
        """Return toss-up, close, solid or clear; ``only`` where there was no choice."""
        return "only" if self.difference is None else verdict_of(self.difference)


@dataclass(frozen=True)
class CardReview:
    """The review of one player's card."""

    card: PlayedCard
    turns: tuple[JudgedTurn, ...]
    start: float
    points: int
    is_finished: bool
    game: Game

    @property
    def value(self) -> float:
        """Return the final score, or the expected one where the game was broken off."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def luck(self) -> float:
        """Return all that the dice gave."""
        return sum(throw.luck for turn in self.turns for throw in turn.throws)

    @property
    def regret(self) -> float:
        """Return all that was given away."""
        return sum(throw.regret for turn in self.turns for throw in turn.throws)

    @property
    def unknown(self) -> float:
        """Return what the turns without dice changed."""
        return sum(turn.unknown for turn in self.turns)

    @property
    def gap(self) -> float:
        """Return by how much the identity fails to close: rounding only."""
        return self.value - (self.start + self.luck - self.regret + self.unknown)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Return every decision whose dice are known, in the order of play."""
        return tuple(
            decision_of(self.game, number, throw, judged, turn)
            for number, turn in enumerate(self.turns, start=1)
            for throw, judged in enumerate(turn.throws)
        )

    @property
    def mistakes(self) -> list[Decision]:
        """Return the decisions that are worth a line, in the order of play."""
        return [decision for decision in self.decisions if decision.regret >= WORTH_A_LINE]

    @property
    def costliest(self) -> list[Decision]:
        """Return the costliest decisions, the worst first."""
        return sorted(self.mistakes, key=lambda decision: -decision.regret)[:N_COSTLIEST]


def decision_of(game: Game, number: int, throw: int, judged: JudgedThrow, turn: JudgedTurn) -> Decision:
    """Return the decision after a throw, among all its options."""
    if turn.place is None:
        raise ValueError(f"the dice of turn {number} are not known")
    options, played = turn.place.options(throw, judged.roll), turn.played
    if throw < len(played.keeps):
        chosen = next(one for one in options if one.action == "keep" and one.dice == played.keeps[throw])
    else:
        chosen = next(one for one in options if one.category == game.ruleset.category_names[played.category])
    rerolls = turn.place.rerolls - throw
    return Decision(number, throw, judged.roll, rerolls, judged.luck, chosen, tuple(options), played.last_only)


def review(game: Game, values: Values, cards: Sequence[PlayedCard]) -> list[CardReview]:
    """Return the review of every card, by the values of best play."""
    ruleset = game.ruleset
    judged = judge(game, values, [card.turns for card in cards])
    found = []
    for card, turns in zip(cards, judged, strict=True):
        *_, last = scorecards(ruleset, card.turns)
        start = turns[0].before if turns else value_between_turns(game, values, empty_card())
        found.append(CardReview(card, tuple(turns), start, total(ruleset, last), is_full(ruleset, last), game))
    return found
