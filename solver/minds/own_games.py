"""The end of a fit: turns of the player's own games, with what it gets itself after them.

A fit begins with turns of perfect games, perfect play before and after. What comes of it plays other games, and is no
perfect player after its turn. Where both are its own, the slope of a turn's loss is that of its expected final score.
"""

from __future__ import annotations

from solver.arrays import Floats
from solver.minds.cards import Cards
from solver.minds.family import Family
from solver.minds.fitting import Stage, fit
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.studies.evaluate import mean_of_policy


def own_games(cards: Cards, family: Family, numbers: Floats) -> Cards:
    """Return the states with what the reader of a formula gets from them, and how often its games come there."""
    read = family.values(numbers, cards.pages, cards.totals)
    visits = walk(cards.game, TablePlayer("own", read)).visits_of_state
    return Cards(cards.game, mean_of_policy(cards.game, read), visits)


def finish(cards: Cards, family: Family, numbers: Floats, stage: Stage, seed: int) -> Floats:
    """Return numbers fitted on, from ``numbers`` on, in the games of their reader."""
    return fit(own_games(cards, family, numbers), family, numbers, (stage,), seed)
