"""Data of the page "Methods", and test vectors for Python and JavaScript."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, choices, solve_turn
from solver.arrays import Floats
from solver.baselines.boxes import BoxPlayer
from solver.baselines.habits import RUNGS, habit_player, habits_up_to
from solver.datasets.contract import Content, Workshop, file, table
from solver.datasets.shared import (
    forced_yahtzee_solution,
    maxi_solution,
    optimal_distribution_of,
    optimal_events,
    optimal_statistics,
    perfect_visits,
    saving_solution,
    yahtzee_solution,
)
from solver.datasets.solving import filled_of_state
from solver.datasets.targets import dial_loss
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.play.player import Tables
from solver.solving.solution import Solution

SCHEMA_VERSION = 2
N_POSITIONS = 10_000
N_POSITIONS_OF_OTHERS = 900
N_POSITIONS_OF_RUNGS = 900
EQUAL_DICE_EVERY = 4  # one in so many positions of a game with jokers
BATCH = 250
SEED = 20_240


class Position(NamedTuple):
    """A decision: filled categories, upper total and extra of the state, the roll and the remaining throws."""

    filled: int
    upper_total: int
    extra: int
    roll: int
    rerolls: int


@file("vectors", "vectors.json", "test", seed=SEED, positions=N_POSITIONS)
def vectors(workshop: Workshop) -> Content:
    """Write test vectors for the JavaScript port: orders of rolls, keeps and categories; points; ranked options."""
    return vectors_of(workshop.solution, N_POSITIONS)


@file("vectors-maxi", "vectors-maxi.json", "test", ruleset="maxi", positions=N_POSITIONS_OF_OTHERS)
def vectors_of_maxi(workshop: Workshop) -> Content:
    """Write the same test vectors for Maxi Yatzy."""
    return vectors_of(workshop.once(maxi_solution), N_POSITIONS_OF_OTHERS)


@file(
    "vectors-scandinavian-saved", "vectors-scandinavian-saved.json", "test",
    ruleset="scandinavian-saved", positions=N_POSITIONS_OF_OTHERS,
)  # fmt: skip
def vectors_with_saving(workshop: Workshop) -> Content:
    """Write the same test vectors for Scandinavian Yatzy with saved throws."""
    return vectors_of(workshop.once(saving_solution), N_POSITIONS_OF_OTHERS)


@file("vectors-yahtzee", "vectors-yahtzee.json", "test", ruleset="yahtzee", positions=N_POSITIONS_OF_OTHERS)
def vectors_of_yahtzee(workshop: Workshop) -> Content:
    """Write the same test vectors for American Yahtzee with free jokers."""
    return vectors_of(workshop.once(yahtzee_solution), N_POSITIONS_OF_OTHERS)


@file(
    "vectors-yahtzee-forced", "vectors-yahtzee-forced.json", "test",
    ruleset="yahtzee", joker="forced", positions=N_POSITIONS_OF_OTHERS,
)  # fmt: skip
def vectors_of_forced_yahtzee(workshop: Workshop) -> Content:
    """Write the same test vectors for American Yahtzee with forced jokers."""
    return vectors_of(workshop.once(forced_yahtzee_solution), N_POSITIONS_OF_OTHERS)


@file("vectors-rungs", "vectors-rungs.json", "test", seed=SEED, positions=N_POSITIONS_OF_RUNGS)
def vectors_of_rungs(workshop: Workshop) -> Content:
    """Write test vectors for the players of the ladder: the option that each takes in each position."""
    game = workshop.solution.game
    positions = random_positions(game, N_POSITIONS_OF_RUNGS)
    content = {
        "schema_version": SCHEMA_VERSION,
        "positions": [
            [one.filled, one.upper_total, dice_text(game.lattice.rolls[one.roll]), one.rerolls] for one in positions
        ],
        "taken": {
            name: taken_options(game, habit_player(game, name, habits_up_to(name)), positions)
            for name in (rung.name for rung in RUNGS)
        },
    }
    return Content(json.dumps(content, separators=(",", ":")).encode(), len(positions))


def taken_options(game: Game, player: BoxPlayer, positions: list[Position]) -> list[str]:
    """Return a player's decision in each position: ``"keep-55"``, or ``"score-fives"``."""
    pages, place = np.unique([one.filled for one in positions], return_inverse=True)
    options = player.decide_pages(Tables(game), pages)
    taken = []
    for one, page in zip(positions, place.tolist(), strict=True):
        keeps = game.lattice.choices_of_roll[one.roll]
        option = int(options[page, one.rerolls, one.roll, 0])
        is_keep = option < len(keeps)
        taken.append(
            f"keep-{dice_text(game.lattice.keeps[keeps[option]])}"
            if is_keep
            else f"score-{game.ruleset.category_names[option - len(keeps)]}"
        )
    return taken


def vectors_of(solution: Solution, n_positions: int) -> Content:
    """Return the test vectors of a solved game."""
    game = solution.game
    ruleset, lattice = game.ruleset, game.lattice
    positions = random_positions(game, n_positions)
    content: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "ruleset": ruleset.name,
        "options": dict(ruleset.options),
        "n_dice": ruleset.n_dice,
        "n_rerolls": ruleset.n_rerolls,
        "threshold": ruleset.threshold,
        "bonus": ruleset.bonus,
        "saves_throws": ruleset.saves_throws,
        "extra_yahtzees": ruleset.extra_yahtzees and asdict(ruleset.extra_yahtzees),
        "start_value": solution.start_value,
        "rolls": [dice_text(roll) for roll in lattice.rolls],
        "keeps": [dice_text(keep) for keep in lattice.keeps],
        "categories": list(ruleset.category_names),
        "points": game.points_of_roll.tolist(),
        "upper_totals_of_set": [np.flatnonzero(totals).tolist() for totals in game.space.reachable_of_upper_set],
        "positions": ranked_positions(solution, positions),
    }
    return Content(json.dumps(content, separators=(",", ":")).encode(), len(positions))


def random_positions(game: Game, count: int) -> list[Position]:
    """Return seeded random positions, distributed evenly over turns and remaining throws.

    With jokers, all dice of every fourth roll are equal.
    """
    random = np.random.default_rng(SEED)
    space, ruleset = game.space, game.ruleset
    n_turns = ruleset.n_categories
    equal = [roll for roll, dice in enumerate(game.lattice.rolls) if len(set(dice)) == 1]
    positions = []
    for place in range(count):
        n_filled = place % n_turns
        filled = sum(1 << int(bit) for bit in random.choice(n_turns, size=n_filled, replace=False))
        upper_total = random.choice(np.flatnonzero(space.reachable_slots[filled]))
        roll = int(random.integers(len(game.lattice.rolls)))
        if ruleset.extra_yahtzees and place // n_turns % EQUAL_DICE_EVERY == 0:
            roll = int(random.choice(equal))
        # Remaining throws include saved ones, so the number of saved throws of the state is not needed.
        saved = ruleset.n_rerolls * n_filled if ruleset.saves_throws else 0
        extra = 0 if ruleset.saves_throws else int(random.integers(space.n_extras_of_set[filled]))
        rerolls = place // n_turns % (ruleset.n_rerolls + saved + 1)
        positions.append(Position(filled, int(upper_total), extra, roll, rerolls))
    return positions


def ranked_positions(solution: Solution, positions: list[Position]) -> list[dict[str, Any]]:
    """Return the positions with their options, best first; values are points still to come, including this turn."""
    game, ranked = solution.game, []
    for first in range(0, len(positions), BATCH):
        batch = positions[first : first + BATCH]
        turn = solve_turn(
            game,
            [game.space.page(one.filled, one.extra) for one in batch],
            [one.upper_total for one in batch],
            solution.value_of_state,
            n_rerolls=max(one.rerolls for one in batch),
        )
        for place, one in enumerate(batch):
            options = [compact_choice(choice) for choice in choices(turn, one.roll, one.rerolls, state=place)]
            ranked.append(
                {
                    "filled": one.filled,
                    "upper": one.upper_total,
                    "extra": one.extra,
                    "dice": dice_text(game.lattice.rolls[one.roll]),
                    "rerolls": one.rerolls,
                    "options": options,
                }
            )
    return ranked


def compact_choice(choice: Choice) -> list[Any]:
    """Return a choice as ``["keep", dice, value]`` or ``["score", category, points, value]``."""
    value = round(choice.value, 6)
    if choice.action == "keep":
        return ["keep", dice_text(choice.dice), value]
    return ["score", choice.category, choice.points, value]


Identity = tuple[str, str, str, float, float]


def optimum_identities(workshop: Workshop) -> list[Identity]:
    """Compare the value of the game with statistics of the walk through its games."""
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    start, joint = workshop.solution.start_value, optimal_events(workshop).prob_of_score
    visits, n_filled = perfect_visits(workshop), filled_of_state(workshop.game)
    off = max(abs(float(visits[n_filled == filled].sum()) - 1) for filled in range(int(n_filled.max()) + 1))
    return [
        ("mean", "the mean of all final scores", "the value of the empty card", distribution.mean, start),
        ("total", "the chances of all final scores", "one", float(distribution.prob_of_score.sum()), 1.0),
        (
            "covariances",
            "the covariances of all boxes and the bonus",
            "the variance of the score",
            float(statistics.covariance.sum()),
            distribution.variance,
        ),
        (
            "events",
            "the sum over the joint events, by score, with the largest difference",
            "the chance of that score",
            *most_different(joint.sum(axis=0), distribution.prob_of_score),
        ),
        (
            "boxes",
            "the means of all boxes and of the bonus, added up",
            "the value of the empty card",
            float(statistics.means.sum()),
            start,
        ),
        (
            "turn",
            "the first turn, solved by the advisor's program",
            "the value of the empty card",
            float(solve_turn(workshop.game, 0, 0, workshop.solution.value_of_state).value_of_state[0]),
            start,
        ),
        ("visits", "the chances of all states after a turn, the turn with the largest difference", "one", 1 + off, 1.0),
    ]


def most_different(left: Floats, right: Floats) -> tuple[float, float]:
    """Return the two entries that differ most."""
    place = int(np.argmax(np.abs(left - right)))
    return float(left[place]), float(right[place])


def target_identities(workshop: Workshop) -> list[Identity]:
    """Compare the table of targets with the distribution of optimal play."""
    report = dial_loss(workshop)
    return [
        (
            "targets",
            "the largest excess of the optimal player's chance of a target over the best chance",
            "at most zero",
            float(max(0.0, -report["optimal_gap"].min())),
            0.0,
        )
    ]


@table()
def verification(workshop: Workshop) -> pd.DataFrame:
    """Check mathematical identities of the results numerically; one row per identity.

    Columns
    -------
    identity (str): Short name.
    left (str): Left side, computed in one way.
    right (str): Right side, computed in another way.
    left_value (float): Number on the left.
    right_value (float): Number on the right.
    difference (float): Absolute difference.
    """
    rows = [*optimum_identities(workshop), *target_identities(workshop)]
    columns = ["identity", "left", "right", "left_value", "right_value"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(difference=(frame["left_value"] - frame["right_value"]).abs())
