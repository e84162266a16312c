"""A data set of mats of which one par was turned: what the change costs; 150 mats are followed, so it is recorded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import mat, numbers  # noqa: F401 - the records that these depend on
from solver.threads import n_processors

MAT = "mat-7"
CHANGES = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6)  # of one par, in points


@recorded_table(ruleset="scandinavian", mat=MAT)
def minds_turned(workshop: Workshop) -> pd.DataFrame:
    """Tell what the mat of seven rules scores when one of its pars is turned; one row per box and change.

    Columns
    -------
    box : str
        The box whose par is turned.
    change : int, points
        By how much; 0 is the mat as it is printed.
    par : int, points
        The par after that.
    mean : float, points
        Expected final score, followed exactly.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.mat import MatPlayer  # compiles
    from solver.minds.records import numbers_of, rules_of_record
    from solver.minds.sheet import Sheets
    from solver.minds.until import Common

    cards, rules, printed = perfect_cards(workshop.game), rules_of_record(MAT), numbers_of("sheet-75")

    def mat_with(place: int, change: int) -> MatPlayer:
        turned = printed.copy()
        turned[place] += change
        values = Sheets(cards.game).values(turned, cards.pages, cards.totals)
        return MatPlayer(f"{MAT}-{place}{change:+}", cards.game, rules, values)

    boxes, common = list(workshop.ruleset.category_names), Common(cards.game, mat_with(0, 0))
    as_printed, turned = float(common.rest[0, 0]), list(product(range(len(boxes)), CHANGES))
    with ThreadPoolExecutor(n_processors()) as pool:
        means = dict(zip(turned, pool.map(lambda one: common.mean(mat_with(*one), one[0]), turned), strict=True))
    rows = [
        (box, change, int(printed[place]) + change, means.get((place, change), as_printed))
        for place, box in enumerate(boxes)
        for change in sorted((0, *CHANGES))
    ]
    return pd.DataFrame(rows, columns=["box", "change", "par", "mean"])
