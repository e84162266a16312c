"""A data set on the difference between being right and choosing right: what minds hold of the boxes of one throw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from solver.advising.choices import play
from solver.advising.turn import Turn, solve_turn
from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import numbers as fitted_numbers  # noqa: F401 - the record that the seventeen come from
from solver.datasets.shared.perfect_play import perfect_visits
from solver.game.dice import dice_text
from solver.studies.likely_past import likely_history

RIGHT, CHOOSES = "values-10000", "par-17"
TURNS = (7, 8, 9, 10, 11)
STATES_PER_TURN = 60  # searched: those that perfect games visit most
SMALL, LEAST = 0.25, 0.5  # points: what the numbers may lose at most, and what the tree must lose at least
NEAR = 4.0  # points: by how much the tree may miss a box at most
RULE = (
    "of each of these turns, among the states that perfect games visit most, the last throw at which the tree of "
    "values, nearly right about all boxes, loses most a game by the one it writes, and the seventeen numbers hardly any"
)


@dataclass(frozen=True, eq=False)
class Moment:
    """A throw that must be written: the state, the roll, and how often a perfect game meets it."""

    filled: int
    upper_total: int
    roll: int
    visits: float


def readers(workshop: Workshop) -> dict[str, Floats]:
    """Return the values that each mind reads, perfect ones first; make it by ``workshop.once``."""
    from solver.minds.cards import perfect_cards
    from solver.minds.players import all_minds  # compiles
    from solver.play.player import TablePlayer

    cards, found = perfect_cards(workshop.game), {"perfect": workshop.solution.value_of_state}
    for name in (RIGHT, CHOOSES):
        player = all_minds()[name].make(cards)
        assert isinstance(player, TablePlayer)
        found[name] = player.value_of_state
    return found


def lost_by(truth: Turn, reader: Turn) -> Floats:
    """Return what is lost by writing each roll where a reader wants it: float64[n_rolls, n_states]."""
    taken = reader.value_of_score.argmax(axis=1)[:, None]
    lost: Floats = truth.value_of_roll[0] - np.take_along_axis(truth.value_of_score, taken, axis=1)[:, 0]
    return lost


def find_moment(workshop: Workshop, turn: int) -> Moment:
    """Return the throw of a turn that ``RULE`` finds."""
    game, visits = workshop.game, perfect_visits(workshop)
    is_then = game.space.reachable_slots & (game.space.n_filled_of_set == turn - 1)[:, None]
    filled, total = np.nonzero(is_then)
    weight = visits[game.space.states(filled, total)]
    likeliest = np.argsort(-weight, kind="stable")[:STATES_PER_TURN]
    filled, total, weight = filled[likeliest], total[likeliest], weight[likeliest]
    truth, right, chooses = (solve_turn(game, filled, total, values) for values in workshop.once(readers).values())
    thrown = np.repeat(game.lattice.prob_of_roll[:, None], len(filled), axis=1) * weight
    met = play(truth, game.ruleset.n_rerolls, thrown)
    lost = lost_by(truth, right)
    can = np.isfinite(truth.value_of_score)  # of boxes that are written there is no value
    missed = np.abs(np.subtract(right.value_of_score, truth.value_of_score, out=np.zeros(can.shape), where=can))
    fits = (lost_by(truth, chooses) <= SMALL) & (lost >= LEAST) & (missed.max(axis=1) <= NEAR)
    stake = np.where(fits, met * lost, 0.0)
    roll, state = np.unravel_index(int(stake.argmax()), stake.shape)
    return Moment(int(filled[state]), int(total[state]), int(roll), float(met[roll, state]))


@table(rule=RULE, states_per_turn=STATES_PER_TURN)
def minds_right(workshop: Workshop) -> pd.DataFrame:
    """Show what three minds hold of the boxes of a throw that must be written; one row per throw, mind and open box.

    Columns
    -------
    position : int
        Which throw, from 1.
    turn : int, turns
        Turn of the game, from 1.
    filled : str
        The boxes written, in the order of a likely past, as in "ones=3,one_pair=10".
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    dice : str
        The throw.
    visits : float, decisions per game
        How often a perfect game meets this very decision.
    mind : str
        perfect, the tree of values, or the seventeen numbers.
    box : str
        The open box.
    points : int, points
        What would be written there.
    value : float, points
        What the mind holds of it: the points, and what is still to come after it.
    writes : bool
        Whether the mind writes it.
    lost : float, points
        What perfect play would lose by it.
    """
    game, names, rows = workshop.game, workshop.game.ruleset.category_names, []
    for position, turn in enumerate(TURNS, start=1):
        moment = find_moment(workshop, turn)
        place = moment.filled, moment.upper_total
        history = likely_history(game, workshop.solution.value_of_state, perfect_visits(workshop), *place)
        turns = {name: solve_turn(game, *place, values) for name, values in workshop.once(readers).items()}
        best = float(turns["perfect"].value_of_roll[0, moment.roll, 0])
        what = {
            "position": position,
            "turn": turn,
            "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in history),
            "upper_total": moment.upper_total,
            "dice": dice_text(game.lattice.rolls[moment.roll]),
            "visits": moment.visits,
        }
        for mind, held in turns.items():
            scores = held.value_of_score[moment.roll, :, 0]
            for box in np.flatnonzero(np.isfinite(scores)):
                rows.append(
                    what
                    | {
                        "mind": mind,
                        "box": names[box],
                        "points": int(game.points_of_roll[moment.roll, box]),
                        "value": float(scores[box]),
                        "writes": bool(box == scores.argmax()),
                        "lost": best - float(turns["perfect"].value_of_score[moment.roll, box, 0]),
                    }
                )
    return pd.DataFrame(rows)
