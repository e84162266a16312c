"""The data set of questions by which one tells who has which habits at the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from solver.advising.choices import choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import dice_text
from solver.game.game import Game


@dataclass(frozen=True)
class Question:
    """A place of the game where the players with habits do different things: what is filled, and what lies there."""

    name: str
    dice: str
    rerolls: int
    filled: tuple[tuple[str, int], ...] = ()


MID_GAME = (("ones", 3), ("sixes", 18), ("chance", 22))
QUESTIONS = (
    Question("small-house", "22444", 0),
    Question("three-sixes", "12666", 0),
    Question("three-ones", "11124", 0),
    Question("low-pair", "12256", 2),
    Question("two-high-pairs", "15566", 2),
    Question("filled-ones", "11246", 2, MID_GAME),
    Question("five-or-six", "25566", 1, MID_GAME),
    Question("bad-roll", "11135", 0, MID_GAME),
)


def does(game: Game, question: Question) -> dict[str, tuple[str, str]]:
    """Return what every player with habits does at a place: an action, keep or score, and dice or a box."""
    from solver.baselines.habit_sets import habit_sets, name_of_set, set_maker
    from solver.kernels.play import Places  # compiles
    from solver.play.tables import Tables

    names, tables = game.ruleset.category_names, Tables(game)
    page = np.array([sum(1 << names.index(name) for name, _ in question.filled)])
    roll = game.lattice.rolls.index(tuple(map(int, question.dice)))
    keeps, found = game.lattice.choices_of_roll[roll], {}
    for habits in habit_sets():
        options = set_maker(habits)(game).decide(tables, Places(page, np.zeros(1, np.int64), page))
        number = int(options[0, question.rerolls, roll, 0])
        is_kept = number < len(keeps)
        what = dice_text(game.lattice.keeps[keeps[number]]) if is_kept else names[number - len(keeps)]
        found[name_of_set(habits)] = ("keep" if is_kept else "score", what)
    return found


@table(ruleset="scandinavian")
def habit_questions(workshop: Workshop) -> pd.DataFrame:
    """Ask where players with habits differ; one row per question and what at least one of them, or perfect play, does.

    Columns
    -------
    question : str
        Name of the question.
    dice : str
        The roll.
    rerolls : int, throws
        Throws still in hand.
    filled : str
        The filled boxes with their points, "ones=3,sixes=18"; empty for none.
    action : str
        Keep or score.
    option : str
        The dice kept, or the box.
    regret : float, points
        What it loses against the best.
    players : str
        The sets of habits that do this, separated by blanks; empty if only perfect play does.
    """
    game, rows = workshop.game, []
    upper = {category.name for category in game.ruleset.categories if category.is_upper}
    for question in QUESTIONS:
        filled = sum(1 << game.ruleset.category_names.index(name) for name, _ in question.filled)
        total = sum(points for name, points in question.filled if name in upper)
        values = solve_turn(game, filled, total, workshop.solution.value_of_state)
        roll = game.lattice.rolls.index(tuple(map(int, question.dice)))
        done = does(game, question)
        for place, one in enumerate(choices(values, roll, question.rerolls)):
            option = one.action, dice_text(one.dice) if one.action == "keep" else one.category
            players = [name for name, what in done.items() if what == option]
            if players or place == 0:
                card = ",".join(f"{name}={points}" for name, points in question.filled)
                known = question.name, question.dice, question.rerolls, card
                rows.append((*known, *option, one.regret, " ".join(players)))
    columns = ["question", "dice", "rerolls", "filled", "action", "option", "regret", "players"]
    return pd.DataFrame(rows, columns=columns)
