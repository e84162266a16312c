"""Review of a game: luck and regret of every throw and decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from solver.advising.advice import Choice, Turn, choices, solve_turn
from solver.advising.positions import Scorecard
from solver.game.game import Game
from solver.reviewing.played import PlayedCard, PlayedTurn, empty_card, is_full, scorecards, total
from solver.rules.ruleset import Roll
from solver.solving.layers import Values, look_up

BATCH = 64  # turns solved at a time; 64 of six dice take 150 MB


@dataclass(frozen=True)
class Place:
    """A solved turn: its index in the batch, and the remaining throws after the first."""

    turn: Turn
    state: int
    rerolls: int
    points: int

    def options(self, throw: int, roll: Roll) -> list[Choice]:
        """Return every option after a throw (0 for the first), best first, in expected final scores."""
        lattice = self.turn.game.lattice
        index = lattice.index_of_keep[roll] - lattice.first_roll
        return choices(self.turn, index, self.rerolls - throw, self.points, self.state)

    def value_of_roll(self, throw: int, roll: Roll) -> float:
        """Return the value of a roll after a throw, in points still to come."""
        lattice = self.turn.game.lattice
        index = lattice.index_of_keep[roll] - lattice.first_roll
        return float(self.turn.value_of_roll[self.rerolls - throw, index, self.state])

    def value_of_keep(self, throw: int, kept: Roll) -> float:
        """Return the value of keeping these dice after a throw, in points still to come."""
        keep = self.turn.game.lattice.index_of_keep[kept]
        return float(self.turn.value_of_keep[self.rerolls - throw - 1, keep, self.state])


@dataclass(frozen=True)
class JudgedThrow:
    """A throw and the decision after it; ``best`` and ``value`` are expected final scores."""

    roll: Roll
    luck: float
    best: float
    value: float

    @property
    def regret(self) -> float:
        """Return the regret of the decision."""
        return self.best - self.value


@dataclass(frozen=True)
class JudgedTurn:
    """A turn between the values of two scorecards; ``place`` is None if its dice are not known."""

    played: PlayedTurn
    before: float
    after: float
    throws: tuple[JudgedThrow, ...]
    place: Place | None

    @property
    def unknown(self) -> float:
        """Return the change that is neither luck nor regret, because dice are missing."""
        if self.played.last_only:
            return self.throws[0].best - self.before
        return 0.0 if self.throws else self.after - self.before


def judge(game: Game, values: Values, cards: Sequence[Sequence[PlayedTurn]]) -> list[list[JudgedTurn]]:
    """Return the turns of each card, evaluated with the values of optimal play."""
    ruleset = game.ruleset
    steps = [list(scorecards(ruleset, tuple(turns))) for turns in cards]
    value_of_step = [[value_between_turns(game, values, card) for card in on_card] for on_card in steps]
    known = [(number, place) for number, turns in enumerate(cards) for place, turn in enumerate(turns) if turn.throws]
    places = solve_places(game, values, [steps[number][place] for number, place in known])
    place_of_turn = dict(zip(known, places, strict=True))
    return [
        [
            judge_turn(turn, value_of_step[number][place : place + 2], place_of_turn.get((number, place)))
            for place, turn in enumerate(turns)
        ]
        for number, turns in enumerate(cards)
    ]


def value_between_turns(game: Game, values: Values, card: Scorecard) -> float:
    """Return the expected final score of a scorecard, from the table."""
    page = game.space.page(card.filled, card.extra)
    return card.points + float(look_up(game.space, values, page, card.upper_total))


def solve_places(game: Game, values: Values, cards: Sequence[Scorecard]) -> list[Place]:
    """Solve the turn from each scorecard, many at once."""
    saves = game.ruleset.saves_throws
    by_rerolls: dict[int, list[int]] = defaultdict(list)
    for number, card in enumerate(cards):
        by_rerolls[game.ruleset.n_rerolls + (card.extra if saves else 0)].append(number)
    found: dict[int, Place] = {}
    for rerolls, numbers in by_rerolls.items():
        for first in range(0, len(numbers), BATCH):
            batch = numbers[first : first + BATCH]
            pages = [game.space.page(cards[number].filled, 0 if saves else cards[number].extra) for number in batch]
            totals = [cards[number].upper_total for number in batch]
            turn = solve_turn(game, pages, totals, values, n_rerolls=rerolls)
            found |= {number: Place(turn, state, rerolls, cards[number].points) for state, number in enumerate(batch)}
    return [found[number] for number in range(len(cards))]


def judge_turn(turn: PlayedTurn, values: Sequence[float], place: Place | None) -> JudgedTurn:
    """Return a turn with the luck of its throws and the regret of its decisions."""
    before, after = values
    if place is None:
        return JudgedTurn(turn, before, after, (), None)
    if turn.last_only:
        place = replace(place, rerolls=place.rerolls + 1 - turn.first_throw)
        roll = tuple(sorted(turn.throws[0]))
        judged_box = JudgedThrow(roll, 0.0, place.points + place.value_of_roll(0, roll), after)
        return JudgedTurn(turn, before, after, (judged_box,), place)
    judged, awaited = list[JudgedThrow](), before
    for throw, dice in enumerate(turn.throws):
        roll = tuple(sorted(dice))
        best = place.points + place.value_of_roll(throw, roll)
        kept = turn.keeps[throw] if throw < len(turn.keeps) else None
        value = after if kept is None else place.points + place.value_of_keep(throw, kept)
        judged.append(JudgedThrow(roll, best - awaited, best, value))
        awaited = value
    return JudgedTurn(turn, before, after, tuple(judged), place)


SAME = 1 / 256  # points; closer options are indistinguishable in published values, so neither is a mistake
WORTH_A_LINE = 0.25  # points; smaller mistakes are not listed
VERDICTS = ((WORTH_A_LINE, "toss-up"), (1.0, "close"), (3.0, "solid"))
N_COSTLIEST = 3


def verdict_of(points: float) -> str:
    """Return the verdict for a difference in points."""
    return next((word for limit, word in VERDICTS if points < limit), "clear")


@dataclass(frozen=True)
class Decision:
    """One decision: ``throw`` counts from 0; options are best first.

    ``difference`` is the regret of a mistake, or, for a best choice, the regret of the next option; the verdict is a
    word for it.
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
        """Return the turn and throw as text."""
        return f"turn {self.turn:>2} {'last throw' if self.last_only else f'throw {self.throw + 1}'}"

    @property
    def best(self) -> Choice:
        """Return the best option: the chosen one, if no other is better."""
        return self.chosen if self.is_best else self.options[0]

    @property
    def is_best(self) -> bool:
        """Return whether the regret is negligible."""
        return self.chosen.regret <= SAME

    @property
    def regret(self) -> float:
        """Return the exact regret."""
        return self.chosen.regret

    @property
    def is_tied(self) -> bool:
        """Return whether another option is as good as the best."""
        return len(self.options) > 1 and self.options[1].regret <= SAME

    @property
    def difference(self) -> float | None:
        """Return the points that the verdict describes; None if there was no choice."""
        if len(self.options) == 1:
            return None
        return min(option.regret for option in self.options if option != self.chosen) if self.is_best else self.regret

    @property
    def verdict(self) -> str:
        """Return toss-up, close, solid or clear; ``only`` if there was no choice."""
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
        """Return the final score, or the expected one of an unfinished game."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def luck(self) -> float:
        """Return the total luck."""
        return sum(throw.luck for turn in self.turns for throw in turn.throws)

    @property
    def regret(self) -> float:
        """Return the total regret."""
        return sum(throw.regret for turn in self.turns for throw in turn.throws)

    @property
    def unknown(self) -> float:
        """Return the total change of turns without dice."""
        return sum(turn.unknown for turn in self.turns)

    @property
    def gap(self) -> float:
        """Return the error of the identity of values, luck and regret: rounding only."""
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
        """Return the decisions that are listed as mistakes, in the order of play."""
        return [decision for decision in self.decisions if decision.regret >= WORTH_A_LINE]

    @property
    def costliest(self) -> list[Decision]:
        """Return the costliest decisions, the worst first."""
        return sorted(self.mistakes, key=lambda decision: -decision.regret)[:N_COSTLIEST]


def decision_of(game: Game, number: int, throw: int, judged: JudgedThrow, turn: JudgedTurn) -> Decision:
    """Return the decision after a throw, with all its options."""
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
    """Return the review of every card, by the values of optimal play."""
    ruleset = game.ruleset
    judged = judge(game, values, [card.turns for card in cards])
    found = []
    for card, turns in zip(cards, judged, strict=True):
        *_, last = scorecards(ruleset, card.turns)
        start = turns[0].before if turns else value_between_turns(game, values, empty_card())
        found.append(CardReview(card, tuple(turns), start, total(ruleset, last), is_full(ruleset, last), game))
    return found
