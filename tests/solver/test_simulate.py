"""The simulator, and exact means against it; every sample is seeded, so no test is left to chance."""

from itertools import product

import numpy as np
import pytest

from solver.baselines import greedy_values
from solver.evaluate import mean_of_policy
from solver.players import TablePlayer
from solver.policy import choices, solve_turn
from solver.rules import FACES, Roll, find_ruleset
from solver.simulate import complete, draw, simulate, throw_all
from solver.solution import Game
from solver.solve import solve
from solver.tables import Tables
from tests.oracle import Card, histories, optimal_player, random_player
from tests.oracle import statistics as play
from tests.solver.games import GAMES, TINY, TINY_GAME, ruleset

N_STANDARD_ERRORS = 4
DREAM = GAMES["bonus out of reach"]


class Dreamer:
    """Plays as the oracle's random player would, and does not tell decisions."""

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


def test_every_decision_is_the_player_s(tiny, tiny_record):
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


def test_frequencies_are_those_of_all_games(tiny_record):
    """Final scores of a tiny game against their exact distribution, score by score."""
    games = histories(TINY_GAME, optimal_player(TINY_GAME))
    exact = play.distribution(games, play.final_total(TINY_GAME))
    counts = np.bincount(tiny_record.final_score)
    n_games = counts.sum()
    assert set(np.flatnonzero(counts)) <= set(exact)
    for score, chance in exact.items():
        count = counts[score] if score < len(counts) else 0
        spread = np.sqrt(n_games * float(chance) * (1 - float(chance)))
        assert abs(count - n_games * float(chance)) < max(5 * spread, 5)


@pytest.mark.parametrize("name", ["three dice", "one reroll", "no reroll", "no upper section"])
def test_means_of_small_games(name):
    game = Game(ruleset(GAMES[name]))
    for values in (solve(game.ruleset).value_of_state, greedy_values(game)):
        record = simulate(game, TablePlayer(name, values), 5_000, seed=7)
        assert abs(record.mean - mean_of_policy(game, values)[0]) < N_STANDARD_ERRORS * record.standard_error


def test_a_player_who_does_not_tell_decisions():
    record = simulate(Game(ruleset(DREAM)), Dreamer(), 5_000, seed=5)
    games = histories(DREAM, random_player(DREAM))
    exact = float(play.expectation(games, play.final_total(DREAM)))
    assert abs(record.mean - exact) < N_STANDARD_ERRORS * record.standard_error
    assert (record.roll == -1).all()


def test_means_of_the_full_game(solution):
    game = solution.game
    for name, values in {"optimal": solution.value_of_state, "greedy": greedy_values(game)}.items():
        record = simulate(game, TablePlayer(name, values), 4_000, seed=11)
        assert abs(record.mean - mean_of_policy(game, values)[0]) < N_STANDARD_ERRORS * record.standard_error
