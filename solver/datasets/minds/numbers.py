"""The fitted numbers of formulas: to fit them takes minutes, so they are recorded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from solver.minds.cards import Cards
    from solver.minds.family import Family
    from solver.minds.neighbours import Neighbour

LINE_UNITS = (0.25, 1.0)  # in which the shift and the length of the line are told
N_SETTLED = 200  # states of each layer: what looks best in so many needs no further step, each of which takes a minute


@recorded_table(ruleset="scandinavian")
def minds_numbers(workshop: Workshop) -> pd.DataFrame:
    """Give the numbers of every formula, fitted or rounded, or of a tree's leaves; one row per number.

    Columns
    -------
    mind : str
        Name of the player.
    place : int
        Place of the number among those of the formula, from 0.
    number : float
        The number: points, or for the bonus points of the upper total.
    """
    found = fitted(workshop)
    rows = [(name, place, float(one)) for name, numbers in found.items() for place, one in enumerate(numbers)]
    return pd.DataFrame(rows, columns=["mind", "place", "number"])


def fitted_pars(workshop: Workshop) -> Floats:
    """Return the seventeen numbers as they are fitted in perfect games; make it by ``workshop.once``."""
    from solver.minds.cards import perfect_cards
    from solver.minds.fitting import fit
    from solver.minds.formulas import PARS, SEED

    cards = perfect_cards(workshop.game)
    return fit(cards, PARS.make(cards.game), PARS.start(cards.game, {}), PARS.stages, SEED, PARS.aim)


def settled(workshop: Workshop) -> tuple[Floats, list[Neighbour]]:
    """Return the seventeen in whole numbers, and their neighbours, none of which scores more."""
    import numpy as np

    from solver.minds.cards import perfect_cards
    from solver.minds.catalogue import pars
    from solver.minds.formulas import SEED
    from solver.minds.neighbours import climb
    from solver.minds.whole import polish

    cards = perfect_cards(workshop.game)
    family, units = pars(cards.game), np.array([*[1.0] * cards.game.ruleset.n_categories, 0.1, 0.1])
    rounded, _mean = polish(cards, family, workshop.once(fitted_pars), units, SEED, N_SETTLED)
    return climb(cards, family, levelled(cards, family, rounded), units)


def fitted(workshop: Workshop) -> dict[str, Floats]:
    """Return the numbers of all formulas, in the order in which they are told, and of those in whole numbers.

    Networks, other formulas, the leaves of a tree and matrices need nothing of each other, and are fitted side by side.
    """
    import numpy as np

    from solver.minds import catalogue
    from solver.minds.cards import perfect_cards
    from solver.minds.formulas import FORMULAS, SEED
    from solver.minds.players import CHOOSING
    from solver.minds.sheet import Sheets
    from solver.minds.whole import polish

    cards = perfect_cards(workshop.game)
    line, units = catalogue.pars_and_line(cards.game), np.array([*[1.0] * cards.game.ruleset.n_categories, *LINE_UNITS])
    with ThreadPoolExecutor() as pool:
        leaves, networks = pool.submit(fitted_leaves, cards), pool.submit(fitted_in_order, workshop, is_network=True)
        matrices = pool.submit(fit_matrices, cards)
        others = fitted_in_order(workshop, is_network=False)
        ends = pool.submit(finished, cards, others)
        in_steps = pool.submit(polish, cards, line, others["line-17-decimals"], units, SEED)
        whole = workshop.once(settled)[0]
        fits = others | networks.result() | ends.result()
        found = {name: fits[name] for name in FORMULAS} | {"par-17": whole, "line-17": in_steps.result()[0]}
    found["sheet-75"] = np.rint(found["sheet-75-decimals"]) + 0.0  # no zero with a sign
    families: dict[str, Family] = {
        "par-17-decimals": catalogue.pars(cards.game),
        "par-17": catalogue.pars(cards.game),
        "line-17-decimals": catalogue.pars_and_line(cards.game),
        "line-17": catalogue.pars_and_line(cards.game),
        "sheet-75": Sheets(cards.game),
    }
    found |= {name: levelled(cards, family, found[name]) for name, family in families.items()}
    matrices.result()
    return found | {CHOOSING: leaves.result()}


def fitted_in_order(workshop: Workshop, is_network: bool) -> dict[str, Floats]:
    """Return the numbers of the formulas that are networks, or of the others; later ones begin with earlier ones."""
    from solver.minds.cards import perfect_cards
    from solver.minds.fitting import fit
    from solver.minds.formulas import FORMULAS, PARS, SEED

    cards, found = perfect_cards(workshop.game), dict[str, Floats]()
    for formula in FORMULAS.values():
        if (formula.kind == "network") != is_network:
            continue
        if formula.name == PARS.name:
            found[formula.name] = workshop.once(fitted_pars)
        else:
            start = formula.start(cards.game, found)
            found[formula.name] = fit(cards, formula.make(cards.game), start, formula.stages, SEED, formula.aim)
    return found


def finished(cards: Cards, fits: dict[str, Floats]) -> dict[str, Floats]:
    """Return the numbers of the formulas that are fitted on in their own games."""
    from solver.minds.formulas import FORMULAS, OWN, SEED
    from solver.minds.own_games import finish

    return {
        formula.name: finish(cards, formula.make(cards.game), fits[formula.name], OWN, SEED + 1)
        for formula in FORMULAS.values()
        if formula.is_finished
    }


def fitted_leaves(cards: Cards) -> Floats:
    """Return what the leaves of a tree say that was grown to be right and is then fitted to choose."""
    from solver.minds.fitting import Stage, fit
    from solver.minds.formulas import SEED
    from solver.minds.leaves import Leaves
    from solver.minds.players import CHOOSING_LEAVES
    from solver.minds.trees import value_tree

    family = Leaves(cards, value_tree(cards, CHOOSING_LEAVES))
    numbers = family.said
    for stage in (Stage(200, 30, (1.0, 0.3), (1.0, 0.5)), Stage(200, 50, (0.3, 0.1), (0.5, 0.05))):
        numbers = fit(cards, family, numbers, (stage,), SEED)
    return numbers


def fit_matrices(cards: Cards) -> None:
    """Fit matrices to choose; their numbers are kept on this machine, where the record of values finds them."""
    from solver.minds.large import CHOOSING_RANKS, numbers_to_choose

    for name in CHOOSING_RANKS:
        numbers_to_choose(cards, name, fresh=True)


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
