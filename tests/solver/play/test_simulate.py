"""The simulator, and exact means against it; every sample is seeded, so no test is random."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from solver.advising.advice import choices, solve_turn
from solver.baselines.registry import all_players, greedy_values
from solver.baselines.summary import find_summary
from solver.datasets.contract import Workshop
from solver.datasets.shared import optimal_distribution_of
from solver.game.dice import proper_keeps
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer, Tables
from solver.play.simulate import complete, draw, simulate, throw_all
from solver.play.walk import walk
from solver.risk.thetas import ThetaPlayer
from solver.rules.games import find_ruleset
from solver.rules.ruleset import FACES, Roll
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from solver.studies.evaluate import mean_of_policy
from tests.oracle import Card, histories, optimal_player, random_player
from tests.oracle import statistics as play
from tests.solver.games import GAMES, SHORT_GAMES, TINY, ruleset

N_STANDARD_ERRORS = 4
DREAM = GAMES["bonus out of reach"]


class Dreamer:
    """Plays like the oracle's random player, without an interface for decisions."""

    name = "dreamer"

    def prob_of_outcome(self, tables, rows):
        game = tables.game
        answer = np.zeros((len(rows.page), 16, len(tables.outcomes.category)))
        for row, filled in enumerate(rows.filled):
            names = game.ruleset.category_names
            card = Card(frozenset(name for place, name in enumerate(names) if filled >> place & 1))
            for (category, points), chance in play.turn_ends(DREAM, random_player(DREAM), card).items():
                place = names.index(category)
                is_it = (tables.outcomes.category == place) & (tables.outcomes.gain == points)
                answer[row, :, is_it] = float(chance)
        return answer


@pytest.fixture(scope="module")
def tiny_record():
    game = Game(TINY)
    return simulate(game, TablePlayer("optimal", solve(TINY).value_of_state), 20_000, seed=1)


def test_the_same_seed_throws_the_same_dice(tiny):
    game, player = Game(TINY), TablePlayer("optimal", tiny.value_of_state)
    one, again, other = (simulate(game, player, 50, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.roll, again.roll)
    np.testing.assert_array_equal(one.final_score, again.final_score)
    assert (one.roll != other.roll).any()


def test_players_of_one_seed_have_the_same_luck(tiny):
    game = Game(TINY)
    players = [TablePlayer("optimal", tiny.value_of_state), TablePlayer("greedy", greedy_values(game))]
    one, other = (simulate(game, player, 50, seed=3).roll[:, :, 0] for player in players)
    np.testing.assert_array_equal(one, other)


def test_dice_are_fair():
    """Chi-squared over the faces of each of the five dice."""
    dice = throw_all(Game(find_ruleset()), 4000, np.random.default_rng(1))
    assert dice.shape == (4000, 15, 3, 5)
    for place in range(5):
        counts = np.bincount(dice[..., place].ravel(), minlength=7)[1:]
        expected = counts.sum() / len(FACES)
        assert ((counts - expected) ** 2 / expected).sum() < 20.5  # 5 degrees of freedom: 0.1 %


def test_the_missing_dice_are_thrown():
    tables = Tables(Game(find_ruleset()))
    lattice = tables.game.lattice
    keeps = [(), (2,), (6, 6), (1, 3, 5), (4, 4, 4, 4), (1, 2, 3, 4, 5)]
    dice = np.array([[3, 1, 6, 2, 2]] * len(keeps), dtype=np.int8)
    done = complete(tables, np.array([lattice.index_of_keep[keep] for keep in keeps], dtype=np.int32), dice)
    expected = [tuple(sorted(keep + (3, 1, 6, 2, 2)[: 5 - len(keep)])) for keep in keeps]
    assert [lattice.keeps[keep] for keep in done] == expected


def test_an_outcome_is_drawn_by_its_probability():
    prob = np.array([[0.25, 0.0, 0.5, 0.25]] * 5)
    assert draw(prob, np.array([0.0, 0.2499, 0.25, 0.7499, 0.9999])).tolist() == [0, 0, 2, 2, 3]


def test_games_are_played_by_the_rules(tiny_record):
    game = Game(TINY)
    n_choices = np.array([len(keeps) for keeps in game.lattice.choices_of_roll])
    for number in range(300):
        assert sorted(tiny_record.category[number]) == list(range(TINY.n_categories))
        upper = 0
        for turn, category in enumerate(tiny_record.category[number]):
            kept: Roll = ()
            for roll, option in zip(tiny_record.roll[number, turn], tiny_record.option[number, turn], strict=True):
                rolled = game.lattice.rolls[roll]
                assert all(rolled.count(die) >= kept.count(die) for die in kept)
                if option >= n_choices[roll]:
                    assert option - n_choices[roll] == category
                    assert tiny_record.points[number, turn] == game.points_of_roll[roll, category]
                    break
                kept = game.lattice.keeps[game.lattice.choices_of_roll[roll][option]]
            upper += tiny_record.points[number, turn] if TINY.categories[category].is_upper else 0
        assert tiny_record.bonus[number] == TINY.bonus_at(upper)
        assert tiny_record.final_score[number] == tiny_record.points[number].sum() + TINY.bonus_at(upper)


def test_after_a_turn_nothing_is_recorded(tiny_record):
    n_choices = np.array([len(keeps) for keeps in Game(TINY).lattice.choices_of_roll])
    was_scored = (tiny_record.option >= n_choices[tiny_record.roll]) & (tiny_record.roll >= 0)
    np.testing.assert_array_equal(was_scored.sum(axis=2), 1)
    for throw, later in product(range(3), repeat=2):
        if later > throw:
            assert (tiny_record.roll[:, :, later][was_scored[:, :, throw]] == -1).all()


def test_every_decision_is_made_by_the_player(tiny, tiny_record):
    game = Game(TINY)
    for number in range(100):
        filled, upper = 0, 0
        for turn, category in enumerate(tiny_record.category[number].tolist()):
            values = solve_turn(game, filled, min(upper, TINY.threshold), tiny.value_of_state)
            for throw, roll in enumerate(roll for roll in tiny_record.roll[number, turn] if roll >= 0):
                best = choices(values, roll, 2 - throw)[0]
                option, keeps = tiny_record.option[number, turn, throw], game.lattice.choices_of_roll[roll]
                if best.action == "score":
                    assert option - len(keeps) == TINY.category_names.index(best.category)
                else:
                    assert game.lattice.keeps[keeps[option]] == best.dice
            filled |= 1 << category
            upper += int(tiny_record.points[number, turn]) if TINY.categories[category].is_upper else 0


def test_frequencies_are_those_of_all_games():
    """Final scores of a small game against their exact distribution, score by score."""
    small = SHORT_GAMES["one reroll"]
    game = Game(ruleset(small))
    player = TablePlayer("optimal", solve(game.ruleset).value_of_state)
    counts = np.bincount(simulate(game, player, 20_000, seed=1).final_score, minlength=game.best_final_score + 1)
    exact = play.distribution(histories(small, optimal_player(small)), play.final_total(small))
    assert set(np.flatnonzero(counts)) <= set(exact)
    for score, chance in exact.items():
        spread = np.sqrt(counts.sum() * float(chance) * (1 - float(chance)))
        assert abs(counts[score] - counts.sum() * float(chance)) < max(5 * spread, 5)


@pytest.mark.parametrize("name", ["three dice", "one reroll", "no reroll", "no upper section"])
def test_means_of_small_games(name):
    game = Game(ruleset(GAMES[name]))
    for values in (solve(game.ruleset).value_of_state, greedy_values(game)):
        record = simulate(game, TablePlayer(name, values), 5_000, seed=7)
        assert abs(record.mean - mean_of_policy(game, values)[0]) < N_STANDARD_ERRORS * record.standard_error


def test_a_player_with_a_risk_parameter():
    game = Game(TINY)
    player = ThetaPlayer(Solution(game, solve(TINY, theta=0.1).value_of_state, 0.0, 0.0, theta=0.1))
    record, exact = simulate(game, player, 5_000, seed=7), score_distribution(walk(game, player))
    assert abs(record.mean - exact.mean) < N_STANDARD_ERRORS * record.standard_error
    assert record.final_score.std(ddof=1) == pytest.approx(exact.sd, rel=0.1)


def test_a_player_without_an_interface_for_decisions():
    record = simulate(Game(ruleset(DREAM)), Dreamer(), 5_000, seed=5)
    games = histories(DREAM, random_player(DREAM))
    exact = float(play.expectation(games, play.final_total(DREAM)))
    assert abs(record.mean - exact) < N_STANDARD_ERRORS * record.standard_error
    assert (record.roll == -1).all()


def full_game_player(solution, name):
    game = solution.game
    if name == "optimal":
        return TablePlayer(name, solution.value_of_state)
    return all_players()[name].make(game)


@pytest.mark.parametrize("name", ["optimal", "casual"])
def test_means_of_the_full_game(solution, name):
    game, player = solution.game, full_game_player(solution, name)
    record = simulate(game, player, 2_000, seed=11)
    if name == "optimal":
        exact = optimal_distribution_of(Workshop(game.ruleset))
    else:
        exact = find_summary(game, all_players()[name]).distribution
    assert abs(record.mean - exact.mean) < N_STANDARD_ERRORS * record.standard_error
    assert record.final_score.std(ddof=1) == pytest.approx(exact.sd, rel=0.1)


def test_mean_of_random_play_of_the_full_game():
    """Dice and options are chosen here, one by one; the player is used only for its exact distribution."""
    ruleset, luck, keeps_of = find_ruleset(), Random(5), cache(lambda roll: sorted(proper_keeps(roll)))
    scores = []
    for _ in range(200):
        points = dict[str, int]()
        while len(points) < ruleset.n_categories:
            kept: Roll = ()
            for rerolls in (2, 1, 0):
                roll = tuple(sorted((*kept, *(luck.randint(1, 6) for _ in range(5 - len(kept))))))
                keeps = keeps_of(roll) if rerolls else []
                boxes = [category for category in ruleset.categories if category.name not in points]
                choice = luck.randrange(len(keeps) + len(boxes))
                if choice >= len(keeps):
                    box = boxes[choice - len(keeps)]
                    points[box.name] = box.points(roll)
                    break
                kept = keeps[choice]
        upper = sum(points[category.name] for category in ruleset.categories if category.is_upper)
        scores.append(sum(points.values()) + ruleset.bonus_at(upper))
    exact = find_summary(Game(ruleset), all_players()["random"]).distribution
    assert abs(np.mean(scores) - exact.mean) < N_STANDARD_ERRORS * np.std(scores, ddof=1) / np.sqrt(len(scores))
