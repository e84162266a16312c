from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from solver.advising.advice import Turn, throw
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.targets.board import board
from solver.targets.chances import Targets, target_turn
from solver.targets.past import TIE, follow_target
from solver.targets.standings import solve_targets
from tests.solver.games import GAMES, ruleset

Place = tuple[int, int, int]

NAMES = ["bonus within reach", "no bonus left after one bad turn", "one reroll", "no reroll"]


def solved_targets(name: str) -> Targets:
    game = Game(ruleset(GAMES[name]))
    layers, best = solve_targets(game)
    return Targets(game, tuple(layers), best, 0.0, 0.0)


def best_options(turn: Turn, roll: int, rerolls: int) -> list[tuple[str, int]]:
    """All options that are as good as the best one, in the project's order."""
    bar = turn.value_of_roll[rerolls, roll, 0] * (1 - TIE)
    scores = [("score", place) for place, value in enumerate(turn.value_of_score[roll, :, 0]) if value >= bar]
    keeps = turn.game.lattice.choices_of_roll[roll] if rerolls else ()
    return scores + [("keep", keep) for keep in keeps if turn.value_of_keep[rerolls - 1, keep, 0] >= bar]


def follow_by_hand(targets: Targets, target: int) -> tuple[float, np.ndarray, np.ndarray]:
    """State by state and standing by standing: the chance, the decisions, and those that need the past."""
    game, states = targets.game, board(targets.game, only_dead=True)
    lattice, ruleset = game.lattice, game.ruleset
    shape = ruleset.n_categories, ruleset.n_rerolls + 1
    decisions, differs, reached = np.zeros(shape), np.zeros(shape), 0.0
    visits = {(0, 0, -target): 1.0}
    for n_filled in range(ruleset.n_categories):
        later: defaultdict[Place, float] = defaultdict(float)
        seen: defaultdict[Place, defaultdict[Any, float]] = defaultdict(lambda: defaultdict(float))
        for (filled, total, standing), weight in visits.items():
            chance = chance_at(targets, filled, total, standing)
            if chance in (0.0, 1.0):
                reached += weight * chance
                continue
            turn = target_turn(targets, filled, total, standing)
            card = int(states.card_of_place[filled, total])
            prob_of_roll = weight * lattice.prob_of_roll[:, None]
            for rerolls in range(ruleset.n_rerolls, -1, -1):
                prob_of_keep = np.zeros((lattice.n_keeps, 1))
                for roll in np.flatnonzero(prob_of_roll[:, 0]).tolist():
                    best, visit = best_options(turn, roll, rerolls), prob_of_roll[roll, 0]
                    if rerolls or n_filled < ruleset.n_categories - 1:
                        decisions[n_filled, rerolls] += visit
                        for option in best:
                            seen[card, rerolls, roll][option] += visit
                        seen[card, rerolls, roll]["all"] += visit
                    action, place = best[0]
                    if action == "keep":
                        prob_of_keep[place] += visit
                    else:
                        points = int(game.points_of_roll[roll, place])
                        upper = points if ruleset.categories[place].is_upper else 0
                        total_then = min(total + upper, ruleset.threshold)
                        later[filled | 1 << place, total_then, standing + points] += visit
                prob_of_roll = throw(lattice, prob_of_keep)
        for (_card, rerolls, _roll), of_option in seen.items():
            everything = of_option.pop("all")
            differs[n_filled, rerolls] += everything - max(of_option.values())
        visits = later
    reached += sum(weight * chance_at(targets, *place) for place, weight in visits.items())
    return reached, decisions, differs


def chance_at(targets: Targets, filled: int, total: int, standing: int) -> float:
    return float(targets.probability(*(np.array([number]) for number in (filled, total, standing)))[0])


@pytest.mark.parametrize("name", NAMES)
def test_following_equals_going_state_by_state(name):
    targets = solved_targets(name)
    n_scores = len(targets.best_probability)
    for target in (n_scores // 2, 2 * n_scores // 3):
        reached, decisions, differs = follow_by_hand(targets, target)
        path = follow_target(targets, target)
        assert path.probability == pytest.approx(reached, abs=1e-12)
        np.testing.assert_allclose(path.decisions, decisions, atol=1e-12)
        np.testing.assert_allclose(path.differs, differs, atol=1e-12)
    assert differs.sum() >= 0


def test_some_decisions_need_the_past_and_none_of_the_first_turn():
    path = follow_target(solved_targets("bonus within reach"), 20)
    assert path.differs.sum() > 0.01
    assert path.differs[0].sum() == 0  # nothing has been written


@pytest.mark.parametrize("name", NAMES)
def test_the_play_has_the_chance_of_the_table(name):
    targets = solved_targets(name)
    for target in range(0, len(targets.best_probability) + 2, 3):
        path = follow_target(targets, target)
        assert path.probability == pytest.approx(targets.chance_of(target), abs=1e-6)
        assert path.left_out.sum() < 1e-9


def test_the_probability_left_out_bounds_the_error():
    targets = solved_targets("bonus within reach")
    path = follow_target(targets, 20, least=1e-3)
    assert path.left_out.sum() > 0
    assert abs(path.probability - targets.chance_of(20)) <= path.left_out.sum() + 1e-6


def test_the_board_has_fewer_states_than_the_game():
    game = Game(find_ruleset())
    assert (len(board(game).filled), len(board(game, only_dead=True).filled)) == (839_680, 958_976)
