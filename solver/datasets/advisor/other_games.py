"""Files with which the advisor in the browser plays the other games, and what they weigh."""

from __future__ import annotations

import pandas as pd

from solver.datasets.advisor.value_parts import ValueParts, value_parts
from solver.datasets.contract.registry import Content, file, table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.other_solutions import (
    forced_yahtzee_solution,
    maxi_solution,
    saving_solution,
    yahtzee_solution,
)
from solver.datasets.shared.value_table import STEP
from solver.solving.solution import Solution

# Of the boxes below, those that perfect play tends to fill first: a turn reads one part for each that is still open.
CHOSEN_IN_MAXI = (
    "one_pair", "two_pairs", "three_of_a_kind", "five_of_a_kind", "full_straight", "full_house", "chance",
)  # fmt: skip
CHOSEN_WITH_SAVING = ("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "full_house", "chance")


def maxi_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of Maxi Yatzy."""
    return value_parts(workshop.once(maxi_solution), CHOSEN_IN_MAXI)


def saving_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of Scandinavian Yatzy with saved throws."""
    return value_parts(workshop.once(saving_solution), CHOSEN_WITH_SAVING)


def yahtzee_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of American Yahtzee with free jokers: by layers only, the game is small."""
    return value_parts(workshop.once(yahtzee_solution), ())


def forced_yahtzee_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of American Yahtzee with forced jokers."""
    return value_parts(workshop.once(forced_yahtzee_solution), ())


@file("values-maxi", "values-maxi.zip", "asset", ruleset="maxi")
def values_of_maxi(workshop: Workshop) -> Content:
    """Give the values of Maxi Yatzy in many small files, of which one turn needs few; see ``value_parts``."""
    return Content(workshop.once(maxi_parts).content, workshop.once(maxi_solution).game.space.n_states)


@file("values-scandinavian-saved", "values-scandinavian-saved.zip", "asset", ruleset="scandinavian-saved")
def values_with_saving(workshop: Workshop) -> Content:
    """Give the values of Scandinavian Yatzy with saved throws in many small files; see ``value_parts``."""
    return Content(workshop.once(saving_parts).content, workshop.once(saving_solution).game.space.n_states)


@file("values-yahtzee", "values-yahtzee.zip", "asset", ruleset="yahtzee")
def values_of_yahtzee(workshop: Workshop) -> Content:
    """Give the values of American Yahtzee, free jokers, in a few files; see ``value_parts``."""
    return Content(workshop.once(yahtzee_parts).content, workshop.once(yahtzee_solution).game.space.n_states)


@file("values-yahtzee-forced", "values-yahtzee-forced.zip", "asset", ruleset="yahtzee", joker="forced")
def values_of_forced_yahtzee(workshop: Workshop) -> Content:
    """Give the values of American Yahtzee, forced jokers, in a few files; see ``value_parts``."""
    solution = workshop.once(forced_yahtzee_solution)
    return Content(workshop.once(forced_yahtzee_parts).content, solution.game.space.n_states)


@table(games=4)
def browser_games(workshop: Workshop) -> pd.DataFrame:
    """Weigh the files with which the advisor plays the other games; one row per game.

    Columns
    -------
    game : str
        Name of the game in the advisor.
    reachable_states : int, states
        States that have a value.
    start_value : float, points
        Expected final score of perfect play.
    value_step : float, points
        Step to which the values are rounded.
    value_error_bound : float, points
        Most that a value can differ from the real one: half a step and the solver's own error bound.
    files : int, files
        Files that hold the values.
    total_megabytes : float, megabytes
        Millions of bytes of all of them, gzipped.
    largest_file_kilobytes : float, kilobytes
        Thousands of bytes of the largest.
    largest_turn_kilobytes : float, kilobytes
        Thousands of bytes that one turn needs at most, when nothing is there yet.
    """
    made = {
        "maxi": (maxi_solution, maxi_parts),
        "scandinavian-saved": (saving_solution, saving_parts),
        "yahtzee": (yahtzee_solution, yahtzee_parts),
        "yahtzee-forced": (forced_yahtzee_solution, forced_yahtzee_parts),
    }
    return pd.DataFrame(
        [{"game": name, **weigh(workshop.once(pair[0]), workshop.once(pair[1]))} for name, pair in made.items()]
    )


def weigh(solution: Solution, parts: ValueParts) -> dict[str, float]:
    """Return what one row tells of a game."""
    return {
        "reachable_states": solution.game.space.n_states,
        "start_value": solution.start_value,
        "value_step": STEP,
        "value_error_bound": STEP / 2 + solution.error_bound,
        "files": parts.bytes_of_part.size,
        "total_megabytes": int(parts.bytes_of_part.sum()) / 1e6,
        "largest_file_kilobytes": int(parts.bytes_of_part.max()) / 1e3,
        "largest_turn_kilobytes": largest_turn(parts) / 1e3,
    }


def largest_turn(parts: ValueParts) -> int:
    """Return the bytes of the parts that one turn reads at most."""
    return max(parts.bytes_of_turn(filled) for filled in sets_of_each_kind(parts))


def sets_of_each_kind(parts: ValueParts) -> list[int]:
    """Return a set of filled categories for every chunk and every number of others: turns are alike within these."""
    split = parts.split
    others = [one for one in range(split.n_others + len(split.chosen)) if one not in split.chosen]
    chunks = [
        sum(1 << category for bit, category in enumerate(split.chosen) if chunk >> bit & 1)
        for chunk in range(split.n_chunks)
    ]
    layers = [sum(1 << one for one in others[:n_filled]) for n_filled in range(split.n_others + 1)]
    return [chosen | layer for chosen in chunks for layer in layers]
