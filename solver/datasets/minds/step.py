"""A data set on the step of the bonus, and what becomes of it when it is blurred."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import numbers as fitted_numbers  # noqa: F401 - the record that the seventeen come from
from solver.datasets.minds.values import BLURS

OPEN = ("fives", "sixes")  # the upper boxes that are open; all lower ones are filled


@table(ruleset="scandinavian", open=list(OPEN))
def minds_step(workshop: Workshop) -> pd.DataFrame:
    """Tell what the bonus is worth to the seventeen numbers, sharp or blurred; one row per blur and upper total.

    Columns
    -------
    blur : float, points
        Added to the width of the curve, as standard deviations add.
    total : int, points
        Upper total, with fives and sixes still open.
    worth : float, points
        What the seventeen numbers, blurred so, hold of the bonus.
    true : float, points
        The bonus times the chance of it, as perfect play for the average gets it.
    """
    from solver.datasets.shared.perfect_play import perfect_bonus_chance
    from solver.minds.blur import blurred
    from solver.minds.cards import perfect_cards  # compiles
    from solver.minds.records import numbers_of

    cards, names = perfect_cards(workshop.game), list(workshop.ruleset.category_names)
    is_open = [names.index(name) for name in OPEN]
    page = (1 << len(names)) - 1 - sum(1 << place for place in is_open)
    totals = np.flatnonzero(cards.game.space.reachable_slots[page])
    states = cards.game.space.states(np.full(len(totals), page), totals)
    pars, chance = numbers_of("par-17")[is_open].sum(), perfect_bonus_chance(workshop)[states]
    frames = [
        pd.DataFrame(
            {
                "blur": blur,
                "total": totals,
                "worth": blurred(cards, blur).value_of_state[states] - pars,
                "true": workshop.ruleset.bonus * chance,
            }
        )
        for blur in BLURS
    ]
    return pd.concat(frames, ignore_index=True)
