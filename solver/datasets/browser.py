"""Files that the game in the browser reads, and the vectors that pin Python and JavaScript together."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from solver.datasets.perfect import browser_table
from solver.datasets.registry import Content, file
from solver.datasets.workshop import Workshop
from solver.dice import dice_text
from solver.policy import Choice, choices, solve_turn
from solver.solution import Game

N_POSITIONS = 10_000
BATCH = 250
SEED = 20_240


@file("values-scandinavian", "values-scandinavian.arrow.gz", "asset")
def values(workshop: Workshop) -> Content:
    """Give the points still to come from every reachable state, quantised; one row per state.

    Columns
    -------
    low : int, steps
        Low byte of the difference to the state before, see ``value_table``.
    high : int, steps
        Its high byte.
    """
    made = workshop.once(browser_table)
    return Content(made.content, len(made.steps_of_state))


@file("vectors", "vectors.json", "test", seed=SEED, positions=N_POSITIONS)
def vectors(workshop: Workshop) -> Content:
    """Pin what Python and JavaScript both know: orders of rolls, keeps, categories; points; ranked options."""
    game = workshop.game
    space, lattice = game.space, game.lattice
    positions = random_positions(game, N_POSITIONS)
    content: dict[str, Any] = {
        "schema_version": 1,
        "ruleset": game.ruleset.name,
        "rolls": [dice_text(roll) for roll in lattice.rolls],
        "keeps": [dice_text(keep) for keep in lattice.keeps],
        "categories": list(game.ruleset.category_names),
        "points": game.points_of_roll.tolist(),
        "upper_totals_of_set": [np.flatnonzero(totals).tolist() for totals in space.reachable_of_upper_set],
        "positions": ranked_positions(workshop, positions),
    }
    return Content(json.dumps(content, separators=(",", ":")).encode(), len(positions))


def random_positions(game: Game, count: int) -> list[tuple[int, int, int, int]]:
    """Return seeded random positions (filled, upper total, roll, rerolls), spread evenly over turns and rerolls."""
    random = np.random.default_rng(SEED)
    space, n_turns = game.space, game.ruleset.n_categories
    positions = []
    for place in range(count):
        filled = sum(1 << int(bit) for bit in random.choice(n_turns, size=place % n_turns, replace=False))
        upper_total = random.choice(np.flatnonzero(space.reachable_slots[filled]))
        roll = random.integers(len(game.lattice.rolls))
        rerolls = place // n_turns % (game.ruleset.n_rerolls + 1)
        positions.append((filled, int(upper_total), int(roll), rerolls))
    return positions


def ranked_positions(workshop: Workshop, positions: list[tuple[int, int, int, int]]) -> list[dict[str, Any]]:
    """Return the positions with their options, best first; values are points still to come, this turn's included."""
    game, value_of_state = workshop.game, workshop.solution.value_of_state
    ranked = []
    for first in range(0, len(positions), BATCH):
        batch = positions[first : first + BATCH]
        turn = solve_turn(game, [row[0] for row in batch], [row[1] for row in batch], value_of_state)
        for place, (filled, upper_total, roll, rerolls) in enumerate(batch):
            options = [brief(choice) for choice in choices(turn, roll, rerolls, state=place)]
            dice = dice_text(game.lattice.rolls[roll])
            ranked.append(
                {"filled": filled, "upper": upper_total, "dice": dice, "rerolls": rerolls, "options": options}
            )
    return ranked


def brief(choice: Choice) -> list[Any]:
    """Return a choice as ``["keep", dice, value]`` or ``["score", category, points, value]``."""
    value = round(choice.value, 6)
    if choice.action == "keep":
        return ["keep", dice_text(choice.dice), value]
    return ["score", choice.category, choice.points, value]
