r"""What throws and decisions of played turns were worth: luck and regret.

With V the value of a scorecard between turns, W_r of a roll with r rerolls in hand and K_r of a keep thrown with the
r-th, the luck of a first throw is W(roll) - V, of a later one W(roll) - K(keep), and the regret of a decision the best
option's value less the chosen one's. The differences telescope:

.. math:: V_\text{end} = V_\text{start} + \sum \text{luck} - \sum \text{regret}

where V is read from the value table at every boundary between turns, never summed up again from a solved turn.
If only the last throw of a turn is known, its box is judged with no reroll in hand, and W(roll) - V is unknown: luck
and keeps together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.advising.choices import Choice, choices
from solver.advising.positions import Scorecard
from solver.advising.turn import Turn, solve_turn
from solver.game.game import Game
from solver.reviewing.played import PlayedTurn, scorecards
from solver.rules.scoring import Roll
from solver.solving.layers import Values, look_up

BATCH = 64  # turns that are solved at once; 64 of six dice take 150 MB


@dataclass(frozen=True)
class Place:
    """Where a turn was solved: the turn among its batch, and the rerolls in hand after the first throw."""

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
        """Return what a roll is worth after a throw, in points still to come."""
        lattice = self.turn.game.lattice
        index = lattice.index_of_keep[roll] - lattice.first_roll
        return float(self.turn.value_of_roll[self.rerolls - throw, index, self.state])

    def value_of_keep(self, throw: int, kept: Roll) -> float:
        """Return what it is worth to keep these dice after a throw, in points still to come."""
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
        """Return what the decision gave away."""
        return self.best - self.value


@dataclass(frozen=True)
class JudgedTurn:
    """A turn between the values of two scorecards; ``place`` is None where its dice are not known."""

    played: PlayedTurn
    before: float
    after: float
    throws: tuple[JudgedThrow, ...]
    place: Place | None

    @property
    def unknown(self) -> float:
        """Return the change that is neither luck nor regret, as not all dice are known."""
        if self.played.last_only:
            return self.throws[0].best - self.before
        return 0.0 if self.throws else self.after - self.before


def judge(game: Game, values: Values, cards: Sequence[Sequence[PlayedTurn]]) -> list[list[JudgedTurn]]:
    """Return the turns of each card, judged by the values of best play."""
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
        place = replace(place, rerolls=0)
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
