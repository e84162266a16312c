"""Players of prices, and prices by definition, without the code that plays."""

from functools import cache
from itertools import combinations
from typing import get_args

import numpy as np
import pyarrow as pa
import pytest

from solver.baselines.prices import PriceList, PricePlayer, greedy_player, price_maker
from solver.baselines.turn import greedy
from solver.play.distribution import score_distribution
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.solver.games import GAMES
from tests.solver.walks import game_of


def best_difference(game, value_of_state, filled, total):
    """Return points minus price under the sentence as printed, on average before a turn's first throw."""
    space, ruleset = game.space, game.ruleset
    before = value_of_state[space.state(filled, total)]

    @cache
    def written(roll):
        differences = []
        for place, category in enumerate(ruleset.categories):
            if not filled >> place & 1:
                points = category.points(roll)
                upper = min(total + (points if category.is_upper else 0), ruleset.threshold)
                price = before - value_of_state[space.state(filled | 1 << place, upper)]
                differences.append(points - price)
        return max(differences)

    @cache
    def thrown(kept, throws):
        if len(kept) == ruleset.n_dice:
            return best(kept, throws)
        return sum(thrown(tuple(sorted((*kept, face))), throws) for face in range(1, 7)) / 6

    @cache
    def best(roll, throws):
        keeps = {kept for size in range(len(roll)) for kept in combinations(roll, size)} if throws else set()
        return max([written(roll), *(thrown(kept, throws - 1) for kept in keeps)])

    return thrown((), ruleset.n_rerolls)


@pytest.mark.parametrize(
    ("filled", "total"), [(0, 0), (0b1, 3), (0b100_0000_0010_1010, 24), (0b111_1111_1101_1111, 45)]
)
def test_before_a_throw_the_best_of_points_minus_price_averages_nothing(solution, filled, total):
    """Whatever the card; with any other list of prices it would not."""
    found = best_difference(solution.game, solution.value_of_state, filled, total)
    assert found == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["one reroll", "no reroll", "three dice", "bonus within reach"])
def test_in_small_games_the_sentence_is_perfect_play_and_the_false_ones_are_not_better(name):
    game = game_of(name)
    values = solve(game.ruleset).value_of_state
    lists = get_args(PriceList)
    means = [score_distribution(walk(game, PricePlayer(one, game, values, one))).mean for one in lists]
    assert means[0] == pytest.approx(values[0], abs=1e-12)
    assert max(means[1:]) <= means[0] + 1e-12


def test_a_player_that_takes_too_high_a_price_for_ones_plays_worse():
    """The player goes by its list: an error in the list is an error in the play."""

    class Misprinted(PricePlayer):
        def prices(self, pages, totals):
            found = super().prices(pages, totals)
            found[:, self.game.outcomes.category == 0] += 5
            return found

    game = game_of("one reroll")
    values = solve(game.ruleset).value_of_state
    mean = score_distribution(walk(game, Misprinted("misprinted", game, values))).mean
    assert GAMES["one reroll"].categories[0] == "ones"
    assert mean < values[0] - 0.01


def test_prices_of_the_false_lists_are_those_of_their_sentences(solution):
    game, values = solution.game, solution.value_of_state
    fives = np.flatnonzero(game.outcomes.category == 4)
    of = {
        name: PricePlayer(name, game, values, name).prices(np.array([0]), np.array([[0]]))[0, fives, 0]
        for name in get_args(PriceList)
    }
    np.testing.assert_allclose(of["crossed_out"], of["written"][0])
    np.testing.assert_allclose(of["three_of_face"], of["written"][3])
    assert (np.diff(of["written"]) < 0).all()


def test_the_sentence_as_printed_scores_what_perfect_play_scores(data, solution):
    """The thesis of the essay, followed through the whole game, and the two ways to read it wrongly."""
    players = pa.ipc.open_file(data / "price_players.arrow").read_all().to_pandas().set_index("player")
    assert players["mean"]["written"] == pytest.approx(248.439989378, abs=1e-9)
    assert players["mean"]["crossed_out"] == pytest.approx(194.6014, abs=1e-4)
    assert players["mean"]["three_of_face"] == pytest.approx(216.8959, abs=1e-4)
    np.testing.assert_allclose(players["mean"] + players["left"], solution.start_value)
    means = pa.ipc.open_file(data / "box_means.arrow").read_all().to_pandas().set_index("box")["mean"]
    bonus = solution.game.ruleset.bonus * players["bonus_rate"]["written"]
    assert means.sum() + bonus == pytest.approx(solution.start_value, abs=1e-9)
    assert means["small_straight"] == pytest.approx(3.9451, abs=1e-4)
    assert price_maker("written").__module__ == "solver.baselines.prices"  # A stored result depends on it.


def test_prices_of_the_empty_card(data, solution):
    prices = pa.ipc.open_file(data / "prices.arrow").read_all().to_pandas().set_index(["box", "number"])
    assert len(prices) == 6 * 6 + 9
    assert prices.price["chance", 0] == pytest.approx(30.8148, abs=1e-4)
    sixes = prices.price["sixes"]
    np.testing.assert_allclose(sixes, [57.15, 56.17, 43.43, 20.52, 10.98, 8.10], atol=0.005)
    # The hook: Threes for nine and a full house of eleven, each below its price.
    assert 9 - prices.price["threes", 3] == pytest.approx(-3.76, abs=0.005)
    assert 11 - prices.price["full_house", 0] == pytest.approx(-10.95, abs=0.005)
    full = [category.name for category in solution.game.ruleset.categories]
    assert list(dict.fromkeys(prices.index.get_level_values("box"))) == full


@pytest.mark.parametrize("name", ["one reroll", "six categories"])
def test_without_prices_a_player_equals_the_greedy_one_to_the_last_bit(name):
    game = game_of(name)
    ours, theirs = walk(game, greedy_player(game)), walk(game, greedy(game))
    for one, other in zip(ours.steps, theirs.steps, strict=True):
        np.testing.assert_array_equal(one, other)
