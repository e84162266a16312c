"""Data sets on one throw, found by a rule, that shows what all of them are like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.advising.choices import throw
from solver.advising.turn import solve_turn
from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.throws import perfect_throws
from solver.game.dice import dice_text
from solver.solving.objectives import Objective
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.risk.regimes import Throws

HALF_WIDTH = 0.05  # points: so near to the mean sigma the example is sought
RULE = (
    f"of all throws of perfect play, first throws of a turn aside, whose sigma is within {HALF_WIDTH} points of their "
    "mean sigma, the one that a game meets most often"
)


@dataclass(frozen=True, eq=False)
class Node:
    """A throw: the state, the dice kept, the rerolls left afterwards, and how often a perfect game meets it.

    ``value_of_roll`` and ``prob_of_roll``, float64[n_rolls], are the expected points still to come after each roll and
    how likely it is.
    """

    filled: int
    upper_total: int
    keep: int
    rerolls: int
    visits: float
    value_of_roll: Floats
    prob_of_roll: Floats

    @property
    def mean(self) -> float:
        """Return the expected points still to come."""
        return float(self.prob_of_roll @ self.value_of_roll)

    @property
    def sigma(self) -> float:
        """Return the standard deviation of the outcomes."""
        return float(np.sqrt(self.prob_of_roll @ (self.value_of_roll - self.mean) ** 2))


def find_node(solution: Solution, throws: Throws) -> Node:
    """Return the throw that the rule finds."""
    kept = throws.number[:, :-1].sum()
    mean_sigma = throws.sigma[:, :-1].sum() / kept
    half_width, heaviest = HALF_WIDTH, throws.heaviest
    while True:
        near = (throws.edges[:-1] >= mean_sigma - half_width) & (throws.edges[1:] <= mean_sigma + half_width)
        if (heaviest[near, 0] > 0).any():
            break
        half_width *= 2  # a game so small that no throw is that near
    visits, *place = heaviest[near][np.argmax(heaviest[near, 0])]
    rerolls, keep, filled, upper_total = (int(number) for number in place)

    game = solution.game
    turn = solve_turn(game, filled, upper_total, solution.value_of_state)
    prob_of_keep = np.zeros((game.lattice.n_keeps, 1))
    prob_of_keep[keep] = 1.0
    prob_of_roll = throw(game.lattice, prob_of_keep)[:, 0]
    return Node(filled, upper_total, keep, rerolls, float(visits), turn.value_of_roll[rerolls, :, 0], prob_of_roll)


def node_of_workshop(workshop: Workshop) -> Node:
    """Return the throw that the rule finds."""
    return find_node(workshop.solution, workshop.once(perfect_throws))


@table(rule=RULE)
def chance_node(workshop: Workshop) -> pd.DataFrame:
    """Show one throw and all that can come of it; one row per roll, the worst first.

    Columns
    -------
    turn : int, turns
        Turn of the game, from 1.
    filled : str
        The categories filled before, joined by commas.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    keep : str
        The dice kept; the others are thrown.
    rerolls : int, throws
        Throws left afterwards.
    visits : float, throws per game
        How often a perfect game meets this very throw.
    sigma : float, points
        Standard deviation of the outcomes.
    dice : str
        The roll.
    probability : float, probability
        Of this roll; sums to 1.
    value : float, points
        Expected points still to come after it, this turn's included.
    """
    game, node = workshop.game, workshop.once(node_of_workshop)
    filled = [name for place, name in enumerate(game.ruleset.category_names) if node.filled >> place & 1]
    rolls = np.flatnonzero(node.prob_of_roll)
    rolls = rolls[np.argsort(node.value_of_roll[rolls], kind="stable")]
    return pd.DataFrame(
        {
            "turn": len(filled) + 1,
            "filled": ",".join(filled),
            "upper_total": node.upper_total,
            "keep": dice_text(game.lattice.keeps[node.keep]),
            "rerolls": node.rerolls,
            "visits": node.visits,
            "sigma": node.sigma,
            "dice": [dice_text(game.lattice.rolls[roll]) for roll in rolls],
            "probability": node.prob_of_roll[rolls],
            "value": node.value_of_roll[rolls],
        }
    )


@table(rule=RULE)
def chance_node_equivalents(workshop: Workshop) -> pd.DataFrame:
    """Tell what the throw of chance_node is worth for every theta, its outcomes being the same; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter.
    spread : float
        Abs(theta) times sigma.
    certainty_equivalent : float, points
        Sure points still to come that are worth as much: ln E[exp(theta X)] / theta.
    second_order : float, points
        The prediction mean + theta sigma^2 / 2.
    mean : float, points
        Expected points still to come.
    lowest : float, points
        The worst outcome.
    highest : float, points
        The best outcome.
    """
    from solver.risk.thetas import THETAS  # compiles

    node = workshop.once(node_of_workshop)
    possible = node.value_of_roll[node.prob_of_roll > 0]
    return pd.DataFrame(
        {
            "theta": theta,
            "spread": abs(theta) * node.sigma,
            "certainty_equivalent": float(Objective(theta).certainty_equivalent(node.value_of_roll, node.prob_of_roll)),
            "second_order": node.mean + theta * node.sigma**2 / 2,
            "mean": node.mean,
            "lowest": possible.min(),
            "highest": possible.max(),
        }
        for theta in THETAS
    )
