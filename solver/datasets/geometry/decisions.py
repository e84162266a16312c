"""Data sets on single decisions: hard ones, found by search, with all that explains them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from solver.advising.choices import Choice, choices, play, preferred_category, throw
from solver.advising.turn import Turn, solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import perfect_bonus_chance, perfect_visits
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.studies.likely_past import Entry, likely_history


@dataclass(frozen=True, eq=False)
class Example:
    """A decision with its past and its options, best first."""

    lesson: str
    history: list[Entry]
    filled: int
    upper_total: int
    roll: int
    rerolls: int
    visits: float
    turn: Turn
    options: list[Choice]
    tempting: Choice

    @property
    def points_so_far(self) -> int:
        """Return the points written, bonus aside."""
        return sum(entry.points for entry in self.history)


@dataclass(frozen=True)
class Ending:
    """One way a turn can end: the box, its points, and what is then to be expected."""

    category: int
    points: int
    probability: float
    value: float
    prob_bonus: float


def find_examples(workshop: Workshop) -> list[Example]:
    """Return the decisions of the lessons, in the order of play."""
    from solver.studies.lessons import find_situations  # compiles

    perfect_bonus_chance(workshop)  # for later: one kernel, that runs while the other worker compiles its own
    game, value_of_state, visits = workshop.game, workshop.solution.value_of_state, perfect_visits(workshop)
    examples = []
    for found in find_situations(game, value_of_state, visits):
        history = likely_history(game, value_of_state, visits, found.filled, found.upper_total)
        turn = solve_turn(game, found.filled, found.upper_total, value_of_state)
        options = choices(turn, found.roll, found.rerolls, sum(entry.points for entry in history))
        place = found.filled, found.upper_total, found.roll, found.rerolls
        tempting = next(option for option in options if found.tempting.is_option(option))
        examples.append(Example(found.lesson, history, *place, found.visits, turn, options, tempting))
    return sorted(examples, key=lambda example: (len(example.history), example.roll))


def endings(workshop: Workshop, example: Example, option: Choice) -> list[Ending]:
    """Return every way the turn of ``example`` can end when ``option`` is taken and play is perfect from then on."""
    game, lattice = workshop.game, workshop.game.lattice
    if option.action == "score":
        scored = np.zeros(len(lattice.rolls))
        scored[example.roll] = 1.0
        category_of_roll = np.full(len(lattice.rolls), game.ruleset.category_names.index(option.category))
    else:
        prob_of_keep = np.zeros((lattice.n_keeps, 1))
        prob_of_keep[lattice.index_of_keep[option.dice]] = 1.0
        scored = play(example.turn, example.rerolls - 1, throw(lattice, prob_of_keep))[:, 0]
        category_of_roll = preferred_category(example.turn)[:, 0]

    chances: dict[tuple[int, int], float] = {}
    for roll in np.flatnonzero(scored):
        category = int(category_of_roll[roll])
        way = category, int(game.points_of_roll[roll, category])
        chances[way] = chances.get(way, 0.0) + float(scored[roll])
    return [ending(workshop, example, *way, chance) for way, chance in sorted(chances.items())]


def ending(workshop: Workshop, example: Example, category: int, points: int, probability: float) -> Ending:
    """Return the ending of the turn of ``example`` with ``points`` in ``category``."""
    state = successor(workshop.game, example, category, points)
    value = example.points_so_far + points + float(workshop.solution.value_of_state[state])
    return Ending(category, points, probability, value, float(perfect_bonus_chance(workshop)[state]))


def successor(game: Game, example: Example, category: int, points: int) -> int:
    """Return the state that ``example`` leads to."""
    upper_points = points if game.ruleset.categories[category].is_upper else 0
    upper_total = min(example.upper_total + upper_points, game.ruleset.threshold)
    return game.space.state(example.filled | 1 << category, upper_total)


@table(ruleset="scandinavian")
def decision_examples(workshop: Workshop) -> pd.DataFrame:
    """List every option of five decisions that perfect games come to; one row per example and option, best first.

    The decisions are found by search, see ``lessons``: where the greedy player, who wants as many points as possible
    in this very turn, loses most per game. The scorecard is a likely past of the state.

    Columns
    -------
    example : int
        Number of the decision, from 0, in the order of play.
    lesson : str
        What it teaches: less-now, which-pair, stop, sacrifice or go-on.
    turn : int, turns
        Which turn of the game it is, from 1.
    filled : str
        The boxes written, in the order of play, as in "ones=3,one_pair=10".
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    points_so_far : int, points
        Points written, bonus aside.
    dice : str
        The roll on the table.
    rerolls : int, throws
        Throws still in hand.
    visits : float, decisions per game
        How often a perfect game meets this roll with so many rerolls where the best and the tempting option are
        these two, over the lesson's turns, counting only decisions in which the latter loses two points or more.
    action : str
        Keep or score.
    keep : str
        The dice kept; empty for none, and where the roll is scored.
    category : str
        The category scored; empty where dice are kept.
    points : int, points
        Points written at once; 0 where dice are kept.
    value : float, points
        Expected final score after the option.
    regret : float, points
        What the option loses against the best.
    greedy : bool
        Whether the greedy player takes it.
    turn_points : float, points
        Points to be expected from this turn after the option, play being perfect.
    prob_bonus : float, probability
        Chance of the bonus after the option, play being perfect.
    """
    rows = []
    for number, example in enumerate(workshop.once(find_examples)):
        names = workshop.game.ruleset.category_names
        known = {
            "example": number,
            "lesson": example.lesson,
            "turn": len(example.history) + 1,
            "filled": ",".join(f"{names[entry.category]}={entry.points}" for entry in example.history),
            "upper_total": example.upper_total,
            "points_so_far": example.points_so_far,
            "dice": dice_text(workshop.game.lattice.rolls[example.roll]),
            "rerolls": example.rerolls,
            "visits": example.visits,
        }
        for option in example.options:
            ends = endings(workshop, example, option)
            rows.append(
                known
                | {
                    "action": option.action,
                    "keep": dice_text(option.dice),
                    "category": option.category,
                    "points": option.points,
                    "value": option.value,
                    "regret": option.regret,
                    "greedy": option == example.tempting,
                    "turn_points": sum(end.probability * end.points for end in ends),
                    "prob_bonus": sum(end.probability * end.prob_bonus for end in ends),
                }
            )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def decision_outcomes(workshop: Workshop) -> pd.DataFrame:
    """Tell how the turn of each example can end after its best and its tempting option; one row per way.

    Columns
    -------
    example : int
        Number of the decision in decision_examples.
    choice : str
        The option taken: best or tempting.
    category : str
        The box filled at the end of the turn, play being perfect after the option.
    points : int, points
        Points written in it.
    probability : float, probability
        Chance of this; sums to 1 for each option.
    value : float, points
        Expected final score when the turn has ended so.
    prob_bonus : float, probability
        Chance of the bonus then.
    """
    names = workshop.game.ruleset.category_names
    rows = [
        {
            "example": number,
            "choice": choice,
            "category": names[end.category],
            "points": end.points,
            "probability": end.probability,
            "value": end.value,
            "prob_bonus": end.prob_bonus,
        }
        for number, example in enumerate(workshop.once(find_examples))
        for choice, option in (("best", example.options[0]), ("tempting", example.tempting))
        for end in endings(workshop, example, option)
    ]
    return pd.DataFrame(rows)
