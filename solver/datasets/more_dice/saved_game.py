"""The data set of one game with saved throws, played perfectly, with what writing and throwing are worth at each throw.

Many games are played side by side: what a roll is worth with so many throws in hand does not depend on how they came
to be there, so one solved turn serves games with purses of any size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from solver.advising.choices import Choice, choices
from solver.advising.turn import Turn, solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import dice_text
from solver.rules.games import find_ruleset
from solver.rules.scoring import FACES
from solver.solving.solution import Solution

N_SEEDS = 99
GAME = "scandinavian-saved"


@dataclass
class Table:
    """One game on its way: the queue of faces of every die, the card, the throws saved, and the decisions so far."""

    seed: int
    queue: list[list[int]]
    filled: int = 0
    upper_sum: int = 0
    points: int = 0
    saved: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def final_score(self) -> int:
        """Return the points of the last decision."""
        return int(self.rows[-1]["total"])


def table_of_seed(solution: Solution, seed: int) -> Table:
    """Return the table before the first throw; a game without saved throws could use up the queues, no other can."""
    ruleset = solution.game.ruleset
    shape = ruleset.n_dice, ruleset.n_categories * (ruleset.n_rerolls + 1)
    faces = np.random.default_rng(seed).integers(FACES[0], FACES[-1] + 1, shape)
    return Table(seed, faces.tolist())


def play_tables(solution: Solution, seeds: range) -> list[Table]:
    """Return the games of some seeds, played perfectly."""
    game, tables = solution.game, [table_of_seed(solution, seed) for seed in seeds]
    ruleset = game.ruleset
    for turn in range(ruleset.n_categories):
        totals = [min(one.upper_sum, ruleset.threshold) for one in tables]
        n_rerolls = ruleset.n_rerolls + max(one.saved for one in tables)
        solved = solve_turn(game, [one.filled for one in tables], totals, solution.values, n_rerolls=n_rerolls)
        for place, one in enumerate(tables):
            play_turn(one, solved, place, turn)
    return tables


def play_turn(at: Table, solved: Turn, place: int, turn: int) -> None:
    """Play one turn of one table and write its decisions down."""
    ruleset, lattice = solved.game.ruleset, solved.game.lattice
    faces, stays = [0] * ruleset.n_dice, [False] * ruleset.n_dice
    rerolls, throw = ruleset.n_rerolls + at.saved, 1
    while not all(stays):
        faces = [face if stay else queue.pop(0) for face, stay, queue in zip(faces, stays, at.queue, strict=True)]
        roll = lattice.rolls.index(tuple(sorted(faces)))
        options = choices(solved, roll, rerolls, at.points, place)
        stays = kept(faces, options[0])
        if options[0].action == "score":
            category = ruleset.category_names.index(options[0].category)
            at.filled |= 1 << category
            at.points += options[0].points
            at.upper_sum += options[0].points if ruleset.categories[category].is_upper else 0
            at.saved = rerolls
        total = at.points + ruleset.bonus_at(at.upper_sum)
        known = {"turn": turn + 1, "throw": throw, "dice": dice_text(tuple(faces)), "in_hand": rerolls, "total": total}
        at.rows.append(known | told(options, stays))
        rerolls, throw = rerolls - 1, throw + 1


def kept(faces: list[int], best: Choice) -> list[bool]:
    """Return which dice stay; of equal ones those further left, and all of them where the roll is scored."""
    left = list(faces) if best.action == "score" else list(best.dice)
    stays = []
    for face in faces:
        stays.append(face in left)
        if face in left:
            left.remove(face)
    return stays


def told(options: list[Choice], stays: list[bool]) -> dict[str, Any]:
    """Return what was done, and what the best ways to write and to throw are worth."""
    best, write = options[0], next(option for option in options if option.action == "score")
    throw = next((option for option in options if option.action == "keep"), None)
    return {
        "stays": dice_text(tuple(int(stay) for stay in stays)),
        "category": best.category,
        "points": best.points,
        "write": write.category,
        "write_points": write.points,
        "write_value": write.value,
        "keep": dice_text(throw.dice) if throw else "",
        "throw_value": throw.value if throw else -1.0,
    }


def saved_workshop(_workshop: Workshop) -> Workshop:
    """Return the workshop of the game with saved throws."""
    return Workshop(find_ruleset(GAME))


@table(ruleset=GAME, seeds=N_SEEDS, rule="the game in the middle when all are ordered by their final score")
def saved_game(workshop: Workshop) -> pd.DataFrame:
    """Play one game with saved throws perfectly; one row per decision.

    Each of the five dice has its own queue of faces, drawn with a seed. Of the games of the seeds from 1 on it is the
    one in the middle, ordered by final score and then by number.

    Columns
    -------
    seed : int
        Seed of the queues.
    seeds : int
        Number of all seeds.
    turn : int, turns
        Turn of the game, from 1.
    throw : int, throws
        Throw of the turn, from 1.
    dice : str
        The faces of the five dice, each in its place.
    in_hand : int, throws
        Throws left in this turn, the saved ones included; what is not used is saved.
    total : int, points
        Points on the scorecard after the decision, with the bonus once it is earned.
    stays : str
        For each die 1 if it is kept and 0 if it is thrown again; all 1 where the roll is scored.
    category : str
        The category scored; empty where dice are kept.
    points : int, points
        Points written; 0 where dice are kept.
    write : str
        Category of the best way to score the roll now.
    write_points : int, points
        Points that it writes.
    write_value : float, points
        Expected final score then.
    keep : str
        Dice kept by the best way to throw again; empty for none, and where no throw is left.
    throw_value : float, points
        Expected final score then; -1 where no throw is left.
    """
    tables = play_tables(workshop.once(saved_workshop).solution, range(1, N_SEEDS + 1))
    middle = sorted(tables, key=lambda one: (one.final_score, one.seed))[N_SEEDS // 2]
    return pd.DataFrame([{"seed": middle.seed, "seeds": N_SEEDS} | row for row in middle.rows])
