"""The fitted numbers of formulas: to fit them takes minutes, so they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from solver.minds.cards import Cards
    from solver.minds.family import Family

LINE_UNITS = (0.25, 1.0)  # in which the shift and the length of the line are told


@recorded_table(ruleset="scandinavian")
def minds_numbers(workshop: Workshop) -> pd.DataFrame:
    """Give the numbers of every formula, fitted or rounded; one row per number.

    Columns
    -------
    mind : str
        Name of the player.
    place : int
        Place of the number among those of the formula, from 0.
    number : float
        The number: points, or for the bonus points of the upper total.
    """
    from solver.minds.cards import perfect_cards

    found = fitted(perfect_cards(workshop.game))
    rows = [(name, place, float(one)) for name, numbers in found.items() for place, one in enumerate(numbers)]
    return pd.DataFrame(rows, columns=["mind", "place", "number"])


def fitted(cards: Cards) -> dict[str, Floats]:
    """Return the numbers of all formulas, in the order in which they are fitted, and of those in whole numbers."""
    import numpy as np

    from solver.minds import catalogue
    from solver.minds.fitting import fit
    from solver.minds.formulas import FORMULAS, SEED
    from solver.minds.sheet import Sheets
    from solver.minds.whole import polish

    found: dict[str, Floats] = {}
    for formula in FORMULAS.values():
        family = formula.make(cards.game)
        start = formula.start(cards.game, found)
        found[formula.name] = fit(cards, family, start, formula.stages, SEED, formula.aim)
    n_pars = cards.game.ruleset.n_categories
    for name, before, make, tail in (
        ("par-17", "par-17-decimals", catalogue.pars, (0.1, 0.1)),
        ("line-17", "line-17-decimals", catalogue.pars_and_line, LINE_UNITS),
    ):
        units = np.array([*[1.0] * n_pars, *tail])
        found[name] = polish(cards, make(cards.game), found[before], units, SEED)[0]
    found["sheet-75"] = np.rint(found["sheet-75-decimals"]) + 0.0  # no zero with a sign
    families: dict[str, Family] = {
        "par-17-decimals": catalogue.pars(cards.game),
        "par-17": catalogue.pars(cards.game),
        "line-17-decimals": catalogue.pars_and_line(cards.game),
        "line-17": catalogue.pars_and_line(cards.game),
        "sheet-75": Sheets(cards.game),
    }
    return found | {name: levelled(cards, family, found[name]) for name, family in families.items()}


def levelled(cards: Cards, family: Family, numbers: Floats) -> Floats:
    """Return pars with a whole number added to all of them, so that values are as near as that brings them.

    What is common to all boxes changes no decision, and no fit to choose sees it.
    """
    import numpy as np

    n_pars, off = cards.game.ruleset.n_categories, cards.value_of_state.copy()
    off -= family.values(numbers, cards.pages, cards.totals)
    n_open = n_pars - cards.layers
    weights = cards.visits_of_state * n_open
    common = np.rint((weights @ off) / (weights @ n_open))
    return np.concatenate([numbers[:n_pars] + common, numbers[n_pars:]])
