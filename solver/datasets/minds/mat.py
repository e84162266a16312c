"""Data sets of the mat: its rules, what is printed on it, and what each more rule brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import numbers as fitted_numbers  # noqa: F401 - the record that these depend on

if TYPE_CHECKING:
    from solver.minds.mat_rules import Rule

N_BATCHES, SEED = 150, 20261122
N_RULES = 14
NO_LIMIT = 1000  # points of the upper total, which no cell of the table ends at


def searched_rules(workshop: Workshop) -> list[list[Rule]]:
    """Return the rules found for each number of rules; make it by ``workshop.once``."""
    from solver.minds.cards import perfect_cards
    from solver.minds.mat_rules import all_rules
    from solver.minds.mat_search import draw_trials, search
    from solver.minds.records import numbers_of
    from solver.minds.sheet import Sheets

    cards, rules = perfect_cards(workshop.game), all_rules()
    sheet = Sheets(cards.game).values(numbers_of("sheet-75"), cards.pages, cards.totals)
    trials = draw_trials(cards, sheet, rules, N_BATCHES, SEED)
    return [[rules[place] for place in chosen] for chosen in search(trials, N_RULES)]


@recorded_table(ruleset="scandinavian")
def minds_rules(workshop: Workshop) -> pd.DataFrame:
    """Give the rules of mats for the dice to keep, from one rule to fourteen; one row per rule.

    Columns
    -------
    mat : str
        Name of the player.
    place : int
        Place of the rule, from 1; the first that says something counts, after the last all dice are thrown.
    kind : str
        What is looked for: equal, two_pairs, at_least, run, or write.
    number : int
        How many equal dice or dice of the straight, the lowest face, or what the box must show.
    wants : str
        Which box must be open.
    throws : int
        Throws that must be in hand, 0 for any number.
    words : str
        The rule as it is printed.
    """
    rows = [
        (f"mat-{n_rules}", place, rule.kind, rule.number, rule.wants, rule.throws, rule.words)
        for n_rules, rules in enumerate(workshop.once(searched_rules), start=1)
        for place, rule in enumerate(rules, start=1)
    ]
    return pd.DataFrame(rows, columns=["mat", "place", "kind", "number", "wants", "throws", "words"])


@recorded_table(ruleset="scandinavian")
def minds_mat(workshop: Workshop) -> pd.DataFrame:
    """Tell what mats of one rule to fourteen score, followed exactly as printed; one row per mat.

    Columns
    -------
    rules : int
        How many rules it has.
    mean : float, points
        Expected final score.
    left : float, points
        What is left to perfect play.
    bonus_rate : float, probability
        Of the bonus.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.following import follow
    from solver.minds.mat import MatPlayer
    from solver.minds.records import numbers_of
    from solver.minds.sheet import Sheets

    cards, rows = perfect_cards(workshop.game), []
    values = Sheets(cards.game).values(numbers_of("sheet-75"), cards.pages, cards.totals)
    for rules in workshop.once(searched_rules):
        found = follow(cards, MatPlayer(f"mat-{len(rules)}", cards.game, tuple(rules), values))
        rows.append((len(rules), found.mean, float(found.loss_of_turn.sum()), found.bonus_rate))
    return pd.DataFrame(rows, columns=["rules", "mean", "left", "bonus_rate"])


@table(ruleset="scandinavian")
def minds_sheet(workshop: Workshop) -> pd.DataFrame:
    """Give what the bonus is worth by the mat, in whole points; one row per cell of the printed table.

    Columns
    -------
    open_boxes : int
        How many upper boxes are open.
    least : int, points
        Least upper total of the column, less three of a face in every filled upper box; -1000 where there is none.
    most : int, points
        Largest of the column; 1000 where there is none.
    worth : int, points
        What the bonus is worth.
    """
    from solver.minds.records import numbers_of
    from solver.minds.sheet import COLUMNS, N_COLUMNS

    numbers = numbers_of("sheet-75")
    table_of_bonus = numbers[workshop.ruleset.n_categories :].reshape(-1, N_COLUMNS).astype(int).tolist()
    bounds = [-NO_LIMIT, *COLUMNS, NO_LIMIT + 1]
    rows = [
        (n_open, least, after - 1, worth)
        for n_open, cells in enumerate(table_of_bonus, start=1)
        for least, after, worth in zip(bounds[:-1], bounds[1:], cells, strict=True)
    ]
    return pd.DataFrame(rows, columns=["open_boxes", "least", "most", "worth"])


@table(ruleset="scandinavian")
def minds_mat_pars(workshop: Workshop) -> pd.DataFrame:
    """Give the pars that are printed on the mat; one row per box.

    Columns
    -------
    box : str
        The box.
    par : int, points
        What it usually brings.
    """
    from solver.minds.records import numbers_of

    names = list(workshop.ruleset.category_names)
    return pd.DataFrame({"box": names, "par": numbers_of("sheet-75")[: len(names)].astype(int)})
