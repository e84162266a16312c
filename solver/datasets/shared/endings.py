"""Where games can still end: exact distributions of the final score from within a turn, perfect play from there on.

A turn that has begun is a mixture of all the ways in which it can end, and for each of them of all that perfect play
can make of the card that is left. Both are summed exactly; no dice are thrown here.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solver.advising.choices import play, preferred_category
from solver.advising.turn import Turn
from solver.arrays import Floats

if TYPE_CHECKING:
    from solver.play.distribution import Passes
    from solver.play.walk import Walk

BIN = 2  # points that share one number of a curve


@dataclass(frozen=True, eq=False)
class Begun:
    """A turn that has begun, on a card that perfect play comes to.

    ``written`` is in points, without the bonus, which is counted where the game ends; ``prob_of_outcome`` says how
    likely the turn ends in each outcome, float64[n_outcomes].
    """

    filled: int
    upper_total: int
    written: int
    prob_of_outcome: Floats


def prob_of_outcome(turn: Turn, rerolls: int, prob_of_roll: Floats) -> Floats:
    """Return how likely each outcome of a perfect turn is: float64[n_outcomes].

    Parameters
    ----------
    turn : Turn
        The turn, of one card.
    prob_of_roll : float64[n_rolls]
        How likely each roll lies on the table, with ``rerolls`` in hand.
    """
    scored = play(turn, rerolls, prob_of_roll[:, None].copy())[:, 0]
    rolls, ways_out = np.flatnonzero(scored), turn.game.outcomes
    category = preferred_category(turn)[rolls, 0]
    outcomes = ways_out.outcome_of_roll[ways_out.class_of_page[turn.page[0]], rolls, category]
    found: Floats = np.bincount(outcomes, scored[rolls], minlength=len(ways_out.gain)).astype(np.float64)
    return found


def curves_of_turns(way: Walk, turns: list[Begun]) -> Floats:
    """Return the probability of each final score from within some turns: float64[n_turns, best final score + 1].

    Parameters
    ----------
    way : Walk
        That of perfect play.

    Notes
    -----
    Backward over the layers that the player visits, as ``distribution.Passes`` goes; the turns of a layer are mixed
    while the distributions of the next layer are at hand. Scandinavian Yatzy: 2 s of one processor.
    """
    from solver.play.distribution import Passes  # compiles
    from solver.threads import n_processors

    passes, n_categories = Passes(way), way.game.ruleset.n_categories
    later = passes.finished()
    curves = np.zeros((len(turns), way.game.best_final_score + 1))
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_categories)):
            for curve, turn in zip(curves, turns, strict=True):
                if turn.filled.bit_count() == n_filled:
                    mix_endings(passes, turn, later[0], curve)
            if n_filled > 0:
                later = passes.mix_layer(pool, n_filled, later)
    return curves


def mix_endings(passes: Passes, turn: Begun, later: Floats, curve: Floats) -> None:
    """Add to ``curve`` the distributions of all states that a turn can lead to, by their probabilities.

    ``later`` holds the distributions of the next layer, see ``Passes``.
    """
    exits, windows, places = passes.walk.exits, passes.windows, passes.walk.place_of_slot
    for outcome in np.flatnonzero(turn.prob_of_outcome):
        total = min(turn.upper_total + int(exits.shift[outcome]), places.shape[1] - 1)
        after = windows.twin[places[turn.filled + exits.step[outcome], total]]
        first, low, n_numbers = windows.first[after], windows.low[after], windows.high[after] - windows.low[after] + 1
        start = turn.written + int(exits.gain[outcome]) + low
        curve[start : start + n_numbers] += turn.prob_of_outcome[outcome] * later[first : first + n_numbers]


def binned(curve: Floats) -> Floats:
    """Return a curve with the probabilities of neighbouring scores added up: those of bin b are from b * BIN on."""
    n_bins = -(-len(curve) // BIN)
    sums: Floats = np.resize(np.append(curve, np.zeros(n_bins * BIN - len(curve))), (n_bins, BIN)).sum(axis=1)
    return sums
