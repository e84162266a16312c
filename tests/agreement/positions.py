"""Random positions of a game in the form of links, with the solver's values in float64."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.advising.advice import Choice, choices, solve_turn
from solver.advising.positions import EXTRA_BONUS, Scorecard, read_scorecard
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.solving.solution import Solution

ROLLS_OF_CARD = 10  # positions that share a scorecard: a turn is solved once for them
BATCH = 100  # scorecards


@dataclass(frozen=True)
class Card:
    """A scorecard: points by box, None if it is open, and the number of extra Yahtzees with a bonus."""

    scores: tuple[int | None, ...]
    n_extra_yahtzees: int
    known: Scorecard


def random_card(game: Game, n_filled: int, random: np.random.Generator) -> Card:
    """Return a scorecard with ``n_filled`` boxes filled, each with points that some roll gives."""
    ruleset, names = game.ruleset, game.ruleset.category_names
    filled = set(random.choice(ruleset.n_categories, size=n_filled, replace=False).tolist())
    possible = [sorted({0, *map(int, points)}) for points in game.points_of_roll.T]
    scores = tuple(
        int(random.choice(possible[place])) if place in filled else None for place in range(ruleset.n_categories)
    )
    entries = [f"{name}={points}" for name, points in zip(names, scores, strict=True) if points is not None]
    bonus, n_extra = ruleset.extra_yahtzees, 0
    if bonus is not None and scores[names.index(bonus.box)]:
        n_extra = int(random.integers(n_filled))
        entries.append(f"{EXTRA_BONUS}={n_extra * bonus.bonus}")
    return Card(scores, n_extra, read_scorecard(game, ",".join(entries)))


def random_throws(game: Game, n_filled: int, random: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Yield rolls with the number of rerolls left; where jokers matter, the first roll has equal dice."""
    ruleset, rolls = game.ruleset, game.lattice.rolls
    equal = [roll for roll, dice in enumerate(rolls) if len(set(dice)) == 1]
    most = ruleset.n_rerolls * (1 + n_filled if ruleset.saves_throws else 1)
    for place in range(ROLLS_OF_CARD):
        is_joker = ruleset.extra_yahtzees is not None and place == 0
        yield int(random.choice(equal) if is_joker else random.integers(len(rolls))), int(random.integers(most + 1))


def told_positions(solution: Solution, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield ``count`` positions, spread evenly over the turns of a game, with the value of every option."""
    game, random = solution.game, np.random.default_rng(seed)
    n_turns, n_cards = game.ruleset.n_categories, -(-count // ROLLS_OF_CARD)
    left = count
    for n_filled in range(n_turns):
        cards = [
            random_card(game, n_filled, random) for _ in range(n_cards // n_turns + (n_filled < n_cards % n_turns))
        ]
        for first in range(0, len(cards), BATCH):
            for told in told_of_cards(solution, cards[first : first + BATCH], n_filled, random):
                if left == 0:
                    return
                left -= 1
                yield told


def told_of_cards(
    solution: Solution, cards: list[Card], n_filled: int, random: np.random.Generator
) -> Iterator[dict[str, Any]]:
    """Yield the positions of some scorecards with ``n_filled`` boxes filled."""
    game = solution.game
    throws = [list(random_throws(game, n_filled, random)) for _ in cards]
    turn = solve_turn(
        game,
        [game.space.page(card.known.filled, card.known.extra) for card in cards],
        [card.known.upper_total for card in cards],
        solution.value_of_state,
        n_rerolls=max(rerolls for of_card in throws for _, rerolls in of_card),
    )
    for place, (card, of_card) in enumerate(zip(cards, throws, strict=True)):
        for roll, rerolls in of_card:
            options = choices(turn, roll, rerolls, card.known.points, state=place)
            yield {
                "scores": card.scores,
                "n_extra_yahtzees": card.n_extra_yahtzees,
                "dice": game.lattice.rolls[roll],
                "rerolls": rerolls,
                "options": [[key_of(option), option.value] for option in options],
            }


def key_of(option: Choice) -> str:
    """Name an option as the pages do: ``keep-555``, ``score-full_house``."""
    return f"keep-{dice_text(option.dice)}" if option.action == "keep" else f"score-{option.category}"
