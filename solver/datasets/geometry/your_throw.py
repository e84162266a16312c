"""Data sets of the first thing that a reader is asked: where to write a throw, and what that does to the game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from solver.advising.choices import Choice, throw
from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.geometry.decisions import Example, find_examples
from solver.datasets.shared.endings import BIN, Begun, binned, curves_of_turns, prob_of_outcome
from solver.datasets.shared.perfect_play import way_of_optimum
from solver.game.dice import dice_text

# What is offered beside the best and the tempting option, by the lesson of the decision: a box that is open too.
OFFERED = {"less-now": "chance", "sacrifice": "yatzy", "go-on": "sixes"}
DECIMALS = 5


class Throw(NamedTuple):
    """A decision that is asked, with the options to choose from, those that score most first."""

    number: int
    example: Example
    options: list[Choice]


def find_throws(workshop: Workshop) -> list[Throw]:
    """Return the decisions that are asked, in the order of play."""
    throws = []
    for number, example in enumerate(workshop.once(find_examples)):
        if example.lesson in OFFERED:
            offered = OFFERED[example.lesson]
            options = [
                option
                for place, option in enumerate(example.options)
                if place == 0 or option == example.tempting or option.category == offered
            ]
            throws.append(Throw(number, example, sorted(options, key=lambda option: -option.points)))
    return throws


def value_before(example: Example) -> float:
    """Return the expected final score before the first throw of an example's turn."""
    return example.points_so_far + float(example.turn.value_of_state[0])


@table(ruleset="scandinavian")
def throw_options(workshop: Workshop) -> pd.DataFrame:
    """List what a reader may do with each of three throws; one row per throw and option, most points first.

    Columns
    -------
    throw : int
        Number of the throw, from 1.
    example : int
        Number of the decision in decision_examples.
    turn : int, turns
        Which turn of the game it is, from 1.
    dice : str
        The roll on the table.
    rerolls : int, throws
        Throws still in hand.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    open : str
        The open boxes, in scorecard order, as in "sixes,yatzy".
    option : int
        Number of the option, from 1.
    action : str
        Keep or score.
    keep : str
        The dice kept; empty where the roll is scored.
    category : str
        The box that is written; empty where dice are kept.
    points : int, points
        Points written at once; 0 where dice are kept.
    price : float, points
        Price of what is written; 0 where dice are kept.
    difference : float, points
        Points less price where the roll is scored; where dice are kept, what that brings on average.
    value : float, points
        Expected final score after the option.
    regret : float, points
        What the option loses against the best.
    greedy : bool
        Whether the greedy player takes it.
    """
    rows = []
    for throw_number, (number, example, options) in enumerate(workshop.once(find_throws), 1):
        names = workshop.ruleset.category_names
        asked = {
            "throw": throw_number,
            "example": number,
            "turn": len(example.history) + 1,
            "dice": dice_text(workshop.game.lattice.rolls[example.roll]),
            "rerolls": example.rerolls,
            "upper_total": example.upper_total,
            "open": ",".join(name for place, name in enumerate(names) if not example.filled >> place & 1),
        }
        for place, option in enumerate(options, 1):
            difference = option.value - value_before(example)
            rows.append(
                asked
                | {
                    "option": place,
                    "action": option.action,
                    "keep": dice_text(option.dice),
                    "category": option.category,
                    "points": option.points,
                    "price": option.points - difference if option.action == "score" else 0.0,
                    "difference": difference,
                    "value": option.value,
                    "regret": option.regret,
                    "greedy": option == example.tempting,
                }
            )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian", bin=BIN)
def throw_curves(workshop: Workshop) -> pd.DataFrame:
    """Tell where games can end before each of these turns and after each option; one row per bin that is drawn.

    Columns
    -------
    throw : int
        Number of the throw in throw_options.
    option : int
        Number of the option there; 0 before the first throw of the turn.
    score : int, points
        The lowest final score of the bin, which holds two.
    share : float, probability
        Chance of these scores, play being perfect, rounded to five decimals; bins with none left out.
    """
    throws = workshop.once(find_throws)
    asked = [(number, place) for number, throw in enumerate(throws, 1) for place in range(len(throw.options) + 1)]
    turns = [begun(workshop, throws[number - 1], place) for number, place in asked]
    curves = curves_of_turns(way_of_optimum(workshop.solution), turns)
    rows = []
    for (number, place), curve in zip(asked, curves, strict=True):
        shares = binned(curve).round(DECIMALS)
        drawn = np.flatnonzero(shares)
        known = {"throw": number, "option": place}
        rows.append(pd.DataFrame(known | {"score": drawn * BIN, "share": shares[drawn]}))
    return pd.concat(rows, ignore_index=True)


def begun(workshop: Workshop, asked: Throw, place: int) -> Begun:
    """Return the turn of a throw before it begins, at place 0, or after the option of that number."""
    game, example = workshop.game, asked.example
    if place == 0:
        probs = prob_of_outcome(example.turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll)
    else:
        probs = after_option(workshop, example, asked.options[place - 1])
    return Begun(example.filled, example.upper_total, example.points_so_far, probs)


def after_option(workshop: Workshop, example: Example, option: Choice) -> Floats:
    """Return how likely the turn of an example ends in each outcome after an option: float64[n_outcomes]."""
    lattice, ways_out = workshop.game.lattice, workshop.game.outcomes
    if option.action == "keep":
        kept = np.zeros((lattice.n_keeps, 1))
        kept[lattice.index_of_keep[option.dice]] = 1.0
        return prob_of_outcome(example.turn, example.rerolls - 1, throw(lattice, kept)[:, 0])
    probs = np.zeros(len(ways_out.gain))
    category = workshop.ruleset.category_names.index(option.category)
    probs[ways_out.outcome_of_roll[ways_out.class_of_page[example.filled], example.roll, category]] = 1.0
    return probs
