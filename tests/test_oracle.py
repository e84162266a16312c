"""The oracle against results computed by hand."""

from fractions import Fraction
from math import exp, log

import pytest

from tests.oracle import (
    Card,
    Option,
    OracleGame,
    Situation,
    best_probability,
    certainty_equivalent,
    greedy_player,
    histories,
    largest_guaranteed,
    largest_reachable,
    max_player,
    optimal_player,
    random_player,
    target_player,
    theta_player,
    utility,
)
from tests.oracle import statistics as play
from tests.oracle.play import options
from tests.oracle.statistics import History, Step

ONE_DIE = OracleGame(1, ("chance",), 0, 1)
PAIR = OracleGame(2, ("one_pair",), 0, 1, n_rerolls=1)
YATZY = OracleGame(2, ("yatzy",), 0, 1)
TWO_BOXES = OracleGame(1, ("sixes", "chance"), 10, 6, n_rerolls=0)
SMALL = OracleGame(2, ("ones", "twos", "chance"), 5, 4)


def faces(quantity):
    return sum(map(quantity, range(1, 7))) / Fraction(6)


def test_one_die_is_thrown_again_below_its_mean():
    last = Fraction(7, 2)
    one = faces(lambda face: max(face, last))
    assert one == Fraction(17, 4)
    two = faces(lambda face: max(face, one))
    assert ONE_DIE.value() == utility(ONE_DIE, Fraction) == two == Fraction(14, 3)


def test_one_die_played_by_its_mean_has_this_distribution():
    """5 and 6 are kept at once; then 4, 5, 6; then anything."""
    third = Fraction(4, 6) * Fraction(3, 6) * Fraction(1, 6)
    second = Fraction(4, 6) * Fraction(1, 6)
    expected = {1: third, 2: third, 3: third, 4: third + second}
    expected |= dict.fromkeys((5, 6), third + second + Fraction(1, 6))
    games = histories(ONE_DIE, optimal_player(ONE_DIE))
    assert play.distribution(games, play.final_total(ONE_DIE)) == expected
    assert play.expectation(games, play.final_total(ONE_DIE)) == ONE_DIE.value()


@pytest.mark.parametrize("target", range(8))
def test_one_die_reaches_a_target_unless_it_misses_three_times(target):
    miss = Fraction(min(max(target - 1, 0), 6), 6)
    assert best_probability(ONE_DIE, target) == 1 - miss**3
    games = histories(ONE_DIE, target_player(ONE_DIE, target))
    assert play.expectation(games, lambda history: history[-1].points >= target) == 1 - miss**3


@pytest.mark.parametrize("theta", [-3.0, -0.2, 1e-6, 0.3, 2.0])
def test_one_die_with_exponential_utility(theta):
    """The die is kept if its face exceeds the certainty equivalent of going on."""
    equivalent = log(sum(exp(theta * face) for face in range(1, 7)) / 6) / theta
    for _ in range(2):
        equivalent = log(sum(exp(theta * max(face, equivalent)) for face in range(1, 7)) / 6) / theta
    assert certainty_equivalent(ONE_DIE, theta) == pytest.approx(equivalent, abs=1e-9)


def test_a_pair_of_sixes_with_one_reroll():
    """No pair is kept below the mean of another try: throw one die for the higher face, or both."""
    try_both = Fraction(2 * 21, 36)
    best_of_throw = [
        max(Fraction(2 * low if low == high else 0), Fraction(2 * max(low, high), 6), try_both)
        for low in range(1, 7)
        for high in range(1, 7)
    ]
    expected = sum(best_of_throw) / Fraction(36)
    assert PAIR.value() == expected
    assert (largest_reachable(PAIR), largest_guaranteed(PAIR)) == (12, 0)


def test_two_equal_dice_within_three_throws():
    """Whatever is kept, the next throw gives two equal dice with probability one in six: 1 - (5/6)^3."""
    chance = 1 - Fraction(5, 6) ** 3
    assert YATZY.value() == 50 * chance
    assert best_probability(YATZY, 50) == best_probability(YATZY, 1) == chance
    for theta in (-0.1, 0.1):
        by_hand = log(float(chance) * exp(50 * theta) + 1 - float(chance)) / theta
        assert certainty_equivalent(YATZY, theta) == pytest.approx(by_hand, abs=1e-12)


def test_a_category_scored_without_a_choice():
    """Two throws of one die; a six belongs in Sixes and earns the bonus, any other face in Chance first."""
    six = Fraction(1, 6)
    assert TWO_BOXES.value(frozenset({"chance"})) == six * 16
    assert TWO_BOXES.value(frozenset({"sixes"}), 6) == Fraction(7, 2) + 10
    first = six * (6 + Fraction(7, 2) + 10) + sum(six * max(f + six * 16, Fraction(7, 2)) for f in range(1, 6))
    assert TWO_BOXES.value() == utility(TWO_BOXES, Fraction) == first
    assert best_probability(TWO_BOXES, 22) == six * six
    assert best_probability(TWO_BOXES, 17) == six + Fraction(5, 6) * six
    assert (largest_reachable(TWO_BOXES), largest_guaranteed(TWO_BOXES)) == (22, 1)


def test_any_function_of_the_total_can_be_wanted():
    """A total of exactly 3 is one face of six in each of three throws."""
    assert utility(ONE_DIE, lambda total: Fraction(total == 3)) == 1 - Fraction(5, 6) ** 3
    assert utility(SMALL, lambda total: 3 * Fraction(total) - 2) == 3 * SMALL.value() - 2


def test_options_are_listed_in_the_order_of_the_project():
    card = Card(frozenset({"twos"}), 2, 2)
    names = ["ones", "chance"]
    keeps = [(), (3,), (5,)]
    expected = (*(Option("score", category=name) for name in names), *(Option("keep", keep) for keep in keeps))
    assert options(SMALL, Situation(card, (3, 5), 1)) == expected
    assert options(SMALL, Situation(card, (3, 3), 1))[2:] == (Option("keep", ()), Option("keep", (3,)))
    assert options(SMALL, Situation(card, (3, 5), 0)) == expected[:2]


def done(player, situation):
    """The one thing that a player does."""
    [(probability, option)] = player(situation)
    assert probability == 1
    return option


def test_ties_go_to_scoring_then_to_the_first_box():
    game = OracleGame(2, ("ones", "twos", "chance"), 0, 1)
    assert done(max_player(game), Situation(Card(), (2, 2), 2)) == Option("score", category="twos")
    assert done(greedy_player(game), Situation(Card(), (1, 1), 0)) == Option("score", category="ones")
    # Six equal points whatever is done: keeping is never preferred.
    last = Situation(Card(frozenset({"twos", "chance"}), 0, 0), (1, 1), 2)
    assert done(optimal_player(game), last) == Option("score", category="ones")
    # Both dice miss: to keep none comes before to keep any, and is better as well.
    miss = Situation(Card(frozenset({"ones", "chance"}), 0, 0), (3, 5), 1)
    assert done(optimal_player(game), miss) == Option("keep", ())


def test_random_play_of_one_die():
    """Twice it is a coin toss between scoring and throwing; no face is liked better than another."""
    games = histories(ONE_DIE, random_player(ONE_DIE))
    assert play.distribution(games, play.final_total(ONE_DIE)) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    met = play.meetings(ONE_DIE, random_player(ONE_DIE), Card())
    in_hand = {
        rerolls: sum(probability for situation, probability in met.items() if situation.rerolls == rerolls)
        for rerolls in range(3)
    }
    assert in_hand == {2: 1, 1: Fraction(1, 2), 0: Fraction(1, 4)}


@pytest.mark.parametrize("player", [optimal_player, greedy_player, max_player, random_player])
def test_histories_add_up(player):
    games = histories(SMALL, player(SMALL))
    assert sum(games.values()) == 1
    for history in games:
        assert [step.turn for step in history] == [1, 2, 3]
        assert {step.category for step in history} == set(SMALL.categories)
    by_turn = play.visits(games)
    for n_filled in range(4):
        assert sum(chance for card, chance in by_turn.items() if len(card.filled) == n_filled) == 1
    met = play.decisions(SMALL, player(SMALL), games)
    assert sum(chance for situation, chance in met.items() if situation.rerolls == 2) == 3


def test_players_achieve_their_objective():
    def mean(player):
        return play.expectation(histories(SMALL, player), play.final_total(SMALL))

    best = SMALL.value()
    assert mean(optimal_player(SMALL)) == best
    assert all(mean(player(SMALL)) < best for player in (greedy_player, max_player, random_player))

    for theta in (-0.5, 0.5):
        totals = play.distribution(histories(SMALL, theta_player(SMALL, theta)), play.final_total(SMALL))
        earned = log(sum(float(chance) * exp(theta * total) for total, chance in totals.items())) / theta
        assert earned == pytest.approx(certainty_equivalent(SMALL, theta), abs=1e-12)


def test_statistics_of_a_game_by_hand():
    """Two games: one with the bonus and a full Chance, three times as likely as one with nothing in Twos."""
    rich: History = (Step(1, "twos", 4), Step(2, "chance", 12), Step(3, "ones", 1))
    poor: History = (Step(1, "twos", 0), Step(2, "ones", 2), Step(3, "chance", 8))
    games = {rich: Fraction(3, 4), poor: Fraction(1, 4)}
    assert play.distribution(games, play.final_total(SMALL)) == {10: Fraction(1, 4), 22: Fraction(3, 4)}
    assert play.expectation(games, play.bonus(SMALL)) == Fraction(15, 4)
    assert play.distribution(games, play.points_in("chance")) == {8: Fraction(1, 4), 12: Fraction(3, 4)}
    assert play.distribution(games, play.turn_of("chance")) == {2: Fraction(3, 4), 3: Fraction(1, 4)}
    assert play.covariance(games, play.points_in("twos"), play.points_in("chance")) == Fraction(3)
    assert play.moment(games, play.final_total(SMALL), 2) == Fraction(27)
    assert play.moment(games, play.final_total(SMALL), 3) == Fraction(-162)
    assert play.given(games, lambda history: play.points_in("twos")(history) == 0) == {poor: 1}
    assert play.visits(games)[Card(frozenset({"twos"}), 4, 4)] == Fraction(3, 4)
