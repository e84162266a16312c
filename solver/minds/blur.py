"""The seventeen numbers with the step of the bonus blurred."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver.minds.cards import Cards
from solver.minds.catalogue import bonus_curve, pars
from solver.minds.records import numbers_of
from solver.play.player import TablePlayer


def blurred(cards: Cards, blur: float) -> TablePlayer:
    """Return the player of the seventeen whole numbers with so many points added to the width of its curve.

    Standard deviations add by their squares. Finished scorecards have the bonus or not.
    """
    curve = bonus_curve(cards.game)
    family = replace(pars(cards.game), curves=(replace(curve, blunt=curve.blunt + blur**2),))
    values = family.values(numbers_of("par-17"), cards.pages, cards.totals)
    is_finished = cards.layers == cards.game.ruleset.n_categories
    return TablePlayer(f"par-17-blur-{blur:g}", np.where(is_finished, cards.value_of_state, values))
