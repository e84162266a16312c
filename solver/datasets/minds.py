"""Data of the chapter "Small minds" that every run computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, Turn, choices, play, solve_turn
from solver.arrays import Floats
from solver.datasets.contract import Workshop, table
from solver.datasets.shared import perfect_visits
from solver.game.dice import dice_text
from solver.studies.likely_past import likely_history

if TYPE_CHECKING:
    from solver.minds.mat import Rule


N_LINES = 7
MAT = f"mat-{N_LINES}"
MAT_STATES_PER_TURN = 40  # searched per turn: those that perfect games visit most
FIRST_TURN, LAST_TURN = 2, 13  # turns of the examples, one per line of the mat
LEAST_GAP = 0.5  # points that the second best option must lose, so that the decision matters
MAT_RULE = (
    "for each line of the mat, in a turn of its own, the first throw of a turn that perfect games meet most, that the "
    "line decides, and at which the second best option loses half a point"
)


@dataclass(frozen=True, eq=False)
class MatMoment:
    """A throw that a line of the mat decides: the state, the roll, the number of the line, and its decision."""

    line: int
    n_filled: int
    filled: int
    upper_total: int
    roll: int
    visits: float
    says: Choice


@dataclass(frozen=True, eq=False)
class Mat:
    """A mat and its values of the states: float64[n_states]."""

    rules: tuple[Rule, ...]
    values: Floats


def printed_mat(workshop: Workshop) -> Mat:
    """Return the printed mat; call it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.mat import Rule, Sheets
    from solver.minds.players import mat_numbers, rules_of_record  # compiles

    cards = perfect_cards(workshop.game)
    values = Sheets(cards.game).values(mat_numbers(N_LINES), cards.pages, cards.totals)
    return Mat((*rules_of_record(MAT), Rule("nothing")), values)


def follow_words(workshop: Workshop, filled: int, scores: Floats, roll: int) -> tuple[int, Choice]:
    """Return the line, from 1, that decides the first throw of a turn, and its decision.

    This function interprets the printed lines one after the other; the kernel uses tables.

    Parameters
    ----------
    scores : float64[n_categories]
        Value of scoring in each box according to the mat; minus infinity if it is filled.
    """
    game, mat = workshop.game, workshop.once(printed_mat)
    dice = game.lattice.rolls[roll]
    best = int(np.argmax(scores >= scores.max() - 1e-9))
    write = Choice("score", 0.0, category=game.ruleset.category_names[best])
    for line, rule in enumerate(mat.rules, start=1):
        if rule.throws not in (0, game.ruleset.n_rerolls):
            continue  # for another throw
        if rule.kind == "write":
            if scores[best] >= rule.number - 1e-9:
                return line, write
            continue
        for wanted, kept in rule.keeps(game, dice):
            if wanted & ~filled:
                return line, write if len(kept) == len(dice) else Choice("keep", 0.0, dice=kept)
    raise AssertionError("the last line always applies")


def is_same(choice: Choice, other: Choice) -> bool:
    """Return whether two choices are the same option."""
    return (choice.action, choice.dice, choice.category) == (other.action, other.dice, other.category)


def find_moments(workshop: Workshop) -> list[MatMoment]:
    """Return the decisions that ``RULE`` finds, in order of play; lines without one are skipped."""
    n_lines = len(workshop.once(printed_mat).rules)
    turns = np.linspace(FIRST_TURN, LAST_TURN, n_lines).round().astype(int)
    found = (find_mat_moment(workshop, line, int(turn)) for line, turn in enumerate(turns, start=1))
    return [moment for moment in found if moment is not None]


def find_mat_moment(workshop: Workshop, line: int, turn: int) -> MatMoment | None:
    """Return the decision of a turn that a line decides, or None."""
    game, visits = workshop.game, perfect_visits(workshop)
    filled, total = np.nonzero(game.space.reachable_slots & (game.space.n_filled_of_set == turn - 1)[:, None])
    weight = visits[game.space.states(filled, total)]
    likeliest = np.argsort(-weight, kind="stable")[:MAT_STATES_PER_TURN]
    filled, total, weight = filled[likeliest], total[likeliest], weight[likeliest]
    truth = solve_turn(game, filled, total, workshop.solution.value_of_state)
    held = workshop.once(printed_mat).values
    shown = solve_turn(game, filled, total, held).value_of_score - held[game.space.states(filled, total)]
    met = game.lattice.prob_of_roll[:, None] * weight
    for place in np.argsort(-met, axis=None, kind="stable"):
        roll, state = (int(number) for number in np.unravel_index(place, met.shape))
        decides, says = follow_words(workshop, int(filled[state]), shown[roll, :, state], roll)
        if decides == line and choices(truth, roll, game.ruleset.n_rerolls, 0.0, state)[1].regret >= LEAST_GAP:
            where = int(filled[state]), int(total[state])
            return MatMoment(line, turn - 1, *where, roll, float(met[roll, state]), says)
    return None


@table(rule=MAT_RULE, mat=MAT, states_per_turn=MAT_STATES_PER_TURN)
def minds_moments(workshop: Workshop) -> pd.DataFrame:
    """List decisions of the mat with the value of each option; one row per decision and option, best first.

    Columns
    -------
    example (int): Number of the decision, from 1.
    line (int): The line of the mat that decides, from 1; the last is to throw all dice.
    lesson (str): That line, as printed.
    turn (int, turns): Turn of the game, from 1.
    filled (str): Filled boxes in the order of a likely history, as in "ones=3,one_pair=10".
    dice (str): The first throw of the turn.
    rerolls (int, throws): Remaining throws.
    visits (float, decisions per game): Expected number of times a perfect game reaches this decision.
    action (str): Keep or score.
    keep (str): The dice kept; empty where the throw is scored.
    category (str): The box scored; empty where dice are kept.
    points (int, points): Points scored at once; 0 where dice are kept.
    value (float, points): Expected final score after the option, followed by perfect play.
    regret (float, points): What the option loses against the best.
    by_mat (bool): Whether the mat takes it.
    """
    game, names, rows = workshop.game, workshop.game.ruleset.category_names, []
    for number, moment in enumerate(find_moments(workshop), start=1):
        place = moment.filled, moment.upper_total
        history = likely_history(game, workshop.solution.value_of_state, perfect_visits(workshop), *place)
        turn = solve_turn(game, *place, workshop.solution.value_of_state)
        so_far = sum(entry.points for entry in history)
        for option in choices(turn, moment.roll, game.ruleset.n_rerolls, so_far):
            rows.append(
                {
                    "example": number,
                    "line": moment.line,
                    "lesson": workshop.once(printed_mat).rules[moment.line - 1].words,
                    "turn": moment.n_filled + 1,
                    "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in history),
                    "dice": dice_text(game.lattice.rolls[moment.roll]),
                    "rerolls": game.ruleset.n_rerolls,
                    "visits": moment.visits,
                    "action": option.action,
                    "keep": dice_text(option.dice),
                    "category": option.category,
                    "points": option.points,
                    "value": round(option.value, 4),
                    "regret": round(option.regret, 4),
                    "by_mat": is_same(option, moment.says),
                }
            )
    return pd.DataFrame(rows)


RIGHT, CHOOSES = "values-10000", "par-17"
TURNS = (7, 8, 9, 10, 11)
STATES_PER_TURN = 60  # searched per turn: those that perfect games visit most
SMALL, LEAST = 0.25, 0.5  # points: largest loss of the seventeen numbers and smallest loss of the tree
NEAR = 4.0  # points: largest error of the tree for a box
RULE = (
    "of each of these turns, among the states that perfect games visit most, the last throw at which the tree of "
    "values, nearly right about all boxes, loses most a game by the one it scores, and the seventeen numbers hardly any"
)


@dataclass(frozen=True, eq=False)
class Moment:
    """A final throw: the state, the roll, and its expected number per perfect game."""

    filled: int
    upper_total: int
    roll: int
    visits: float


def readers(workshop: Workshop) -> dict[str, Floats]:
    """Return the values that each player uses, perfect ones first; call it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.players import all_minds  # compiles
    from solver.play.player import TablePlayer

    cards, found = perfect_cards(workshop.game), {"perfect": workshop.solution.value_of_state}
    for name in (RIGHT, CHOOSES):
        player = all_minds()[name].make(cards)
        assert isinstance(player, TablePlayer)
        found[name] = player.value_of_state
    return found


def lost_by(truth: Turn, reader: Turn) -> Floats:
    """Return the loss by scoring each roll where a player scores it: float64[n_rolls, n_states]."""
    taken = reader.value_of_score.argmax(axis=1)[:, None]
    lost: Floats = truth.value_of_roll[0] - np.take_along_axis(truth.value_of_score, taken, axis=1)[:, 0]
    return lost


def find_moment(workshop: Workshop, turn: int) -> Moment:
    """Return the throw of a turn that ``RULE`` selects."""
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
    can = np.isfinite(truth.value_of_score)  # values of boxes exist only where scoring is allowed
    missed = np.abs(np.subtract(right.value_of_score, truth.value_of_score, out=np.zeros(can.shape), where=can))
    fits = (lost_by(truth, chooses) <= SMALL) & (lost >= LEAST) & (missed.max(axis=1) <= NEAR)
    stake = np.where(fits, met * lost, 0.0)
    roll, state = np.unravel_index(int(stake.argmax()), stake.shape)
    return Moment(int(filled[state]), int(total[state]), int(roll), float(met[roll, state]))


@table(rule=RULE, states_per_turn=STATES_PER_TURN)
def minds_right(workshop: Workshop) -> pd.DataFrame:
    """List the values that three players assign to the boxes for a final throw; one row per throw, player and open box.

    Columns
    -------
    position (int): Number of the throw, from 1.
    turn (int, turns): Turn of the game, from 1.
    filled (str): Filled boxes in the order of a likely history, as in "ones=3,one_pair=10".
    upper_total (int, points): Points in the upper section, capped at the threshold.
    dice (str): The throw.
    visits (float, decisions per game): Expected number of times a perfect game reaches this decision.
    mind (str): perfect, the tree of values, or the seventeen numbers.
    box (str): The open box.
    points (int, points): Points of scoring there.
    value (float, points): Value that the player assigns: the points, and what is still to come after it.
    writes (bool): Whether the player scores there.
    lost (float, points): Regret of scoring there.
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
