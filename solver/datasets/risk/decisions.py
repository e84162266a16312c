"""Data sets on decisions that flip as the risk parameter grows.

The decisions are found by search: of all decisions of a kind, in the states that perfect games visit most, the one
that parts a cautious from a bold player most, counted as the chance to meet it times what each would lose, in its own
certainty equivalent, by the other's choice; the smaller loss of the two counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from solver.advising.choices import Choice, choices, padded_choices, play
from solver.advising.turn import Turn, solve_turn
from solver.arrays import Floats, Ints
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.games import games_of_thetas
from solver.datasets.shared.perfect_play import perfect_visits
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.solving.solution import find_solution
from solver.studies.likely_past import Entry, likely_history

CAUTIOUS, BOLD = -0.05, 0.05  # the thetas whose players are to part
STATES_PER_TURN = 60  # searched: those that perfect games visit most


@dataclass(frozen=True)
class Kind:
    """A kind of decision: its name, the number of filled boxes, and the rerolls in hand."""

    name: str
    n_filled: int
    rerolls: int


KINDS = (
    Kind("first-throw", 0, 2),
    Kind("first-box", 0, 0),
    Kind("last-boxes", 13, 0),
)


@dataclass(frozen=True, eq=False)
class Flip:
    """A decision found: the state, the roll and the rerolls in hand, how often it is met, and a likely past."""

    kind: Kind
    filled: int
    upper_total: int
    roll: int
    visits: float
    history: list[Entry]

    @property
    def points_so_far(self) -> int:
        """Return the points written, bonus aside."""
        return sum(entry.points for entry in self.history)


def states_of_turn(game: Game, n_filled: int) -> tuple[Ints, Ints]:
    """Return the reachable states with so many boxes filled: their sets and their upper totals."""
    sets = np.flatnonzero(game.space.n_filled_of_set == n_filled)
    pairs = [(filled, total) for filled in sets for total in np.flatnonzero(game.space.reachable_slots[filled])]
    filled, upper_total = np.array(pairs, dtype=np.int32).T
    return filled, upper_total


def values_of_options(turn: Turn, rerolls: int) -> Floats:
    """Return the value of every option: float64[n_rolls, n_options, n_states], the categories first, then keeps."""
    if rerolls == 0:
        return turn.value_of_score
    keeps: npt.NDArray[np.int32] = padded_choices(turn.game.lattice.n_dice)
    values = np.where((keeps >= 0)[:, :, None], turn.value_of_keep[rerolls - 1][np.maximum(keeps, 0)], -np.inf)
    return np.concatenate([turn.value_of_score, values], axis=1)


def losses(turn: Turn, other: Turn, rerolls: int) -> Floats:
    """Return what the player of ``turn`` loses by the choices of the other one: float64[n_rolls, n_states]."""
    mine, theirs = values_of_options(turn, rerolls), values_of_options(other, rerolls)
    taken = theirs.argmax(axis=1)[:, None]
    lost: Floats = mine.max(axis=1) - np.take_along_axis(mine, taken, axis=1)[:, 0]
    return lost


def find_flip(workshop: Workshop, kind: Kind) -> Flip:
    """Return the decision of a kind that parts the cautious from the bold most."""
    game, visits = workshop.game, perfect_visits(workshop)
    filled, upper_total = states_of_turn(game, kind.n_filled)
    weight = np.array([visits[game.space.state(*state)] for state in zip(filled, upper_total, strict=True)])
    likeliest = np.argsort(-weight, kind="stable")[:STATES_PER_TURN]
    filled, upper_total, weight = filled[likeliest], upper_total[likeliest], weight[likeliest]

    turns = {
        theta: solve_turn(game, filled, upper_total, find_solution(workshop.ruleset, theta)[0].value_of_state, theta)
        for theta in (CAUTIOUS, 0.0, BOLD)
    }
    met = np.repeat(game.lattice.prob_of_roll[:, None], len(filled), axis=1) * weight
    if kind.rerolls == 0:
        met = play(turns[0.0], game.ruleset.n_rerolls, met)
    stake = np.minimum(
        losses(turns[CAUTIOUS], turns[BOLD], kind.rerolls), losses(turns[BOLD], turns[CAUTIOUS], kind.rerolls)
    )
    roll, state = np.unravel_index(int((met * stake).argmax()), met.shape)
    place = int(filled[state]), int(upper_total[state])
    history = likely_history(game, workshop.solution.value_of_state, visits, *place)
    return Flip(kind, *place, int(roll), float(met[roll, state]), history)


def find_flips(workshop: Workshop) -> list[Flip]:
    """Return the decisions, one of each kind."""
    return [find_flip(workshop, kind) for kind in KINDS]


def options_of(workshop: Workshop, flip: Flip, theta: float) -> list[Choice]:
    """Return the options of a decision in the eyes of the player for ``theta``, best first."""
    solution = find_solution(workshop.ruleset, theta)[0]
    turn = solve_turn(workshop.game, flip.filled, flip.upper_total, solution.value_of_state, theta)
    return choices(turn, flip.roll, flip.kind.rerolls, flip.points_so_far)


def name_of(option: Choice) -> tuple[str, str, str]:
    """Return what tells an option from the others."""
    return option.action, dice_text(option.dice), option.category


@table(cautious=CAUTIOUS, bold=BOLD, states_per_turn=STATES_PER_TURN)
def risk_decisions(workshop: Workshop) -> pd.DataFrame:
    """Show three decisions that flip as theta grows; one row per decision, theta and option that is ever the best.

    Columns
    -------
    decision : str
        Which decision: first-throw, first-box or last-boxes.
    filled : str
        The boxes written, in the order of a likely past, as in "ones=3,one_pair=10".
    dice : str
        The roll on the table.
    rerolls : int, throws
        Throws still in hand.
    visits : float, decisions per game
        How often a perfect game meets this very decision.
    theta : float, per point
        Risk parameter of the player.
    action : str
        Keep or score.
    keep : str
        The dice kept; empty where the roll is scored.
    category : str
        The category scored; empty where dice are kept.
    points : int, points
        Points written at once; 0 where dice are kept.
    value : float, points
        Certainty equivalent of the final score after the option.
    loss : float, points
        What the option loses against the best for this theta.
    """
    thetas = [games.theta for games in workshop.once(games_of_thetas)]
    rows = []
    for flip in workshop.once(find_flips):
        ranked = {theta: options_of(workshop, flip, theta) for theta in thetas}
        ever_best = list(dict.fromkeys(name_of(options[0]) for options in ranked.values()))
        names = workshop.game.ruleset.category_names
        for theta, options in ranked.items():
            found = {name_of(option): option for option in options}
            for option in (found[name] for name in ever_best):
                rows.append(
                    {
                        "decision": flip.kind.name,
                        "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in flip.history),
                        "dice": dice_text(workshop.game.lattice.rolls[flip.roll]),
                        "rerolls": flip.kind.rerolls,
                        "visits": flip.visits,
                        "theta": theta,
                        "action": option.action,
                        "keep": dice_text(option.dice),
                        "category": option.category,
                        "points": option.points,
                        "value": round(option.value, 4),
                        "loss": round(option.regret, 4),
                    }
                )
    return pd.DataFrame(rows)
