from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advising.advice import choices
from solver.advising.positions import Scorecard
from solver.cli.reports import target_advice_lines, target_lines, target_report
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.standings import Layer
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from solver.targets import chances
from solver.targets.board import board, standings_of_layers
from solver.targets.chances import Targets, check_size, estimated_bytes, find_targets, smallest, target_advice
from solver.targets.opponents import WayToPlay, last_box_turn
from solver.targets.standings import solve_layers, solve_targets, target_utility
from tests.oracle import UPPER, OracleGame, best_probability
from tests.solver.games import GAMES, TINY, TINY_GAME, ruleset

TWO_DICE = [name for name, game in GAMES.items() if game.n_dice == 2 and len(game.categories) < 4]


def solved_targets(game: Game) -> Targets:
    layers, best = solve_targets(game)
    return Targets(game, tuple(layers), best, 0.0, 0.0)


@pytest.fixture(scope="module")
def tiny_targets() -> Targets:
    return solved_targets(Game(TINY))


@pytest.mark.parametrize("name", TWO_DICE)
def test_every_target_equals_the_oracle(name):
    targets = solved_targets(Game(ruleset(GAMES[name])))
    n_scores = len(targets.best_probability)
    for target in [*range(0, n_scores, 8), n_scores - 1, n_scores]:
        expected = float(best_probability(GAMES[name], target))
        assert targets.chance_of(target) == pytest.approx(expected, abs=1e-12), target


def upper_points(game: OracleGame, filled: tuple[str, ...]) -> set[int]:
    faces = [UPPER[name] for name in filled if name in UPPER]
    return {sum(map(int.__mul__, faces, counts)) for counts in product(range(game.n_dice + 1), repeat=len(faces))}


@pytest.mark.parametrize(
    "name", ["threshold only passed, never hit", "bonus for nothing", "no bonus left after one bad turn"]
)
def test_every_state_and_standing_equals_the_oracle(name):
    game = GAMES[name]
    targets = solved_targets(Game(ruleset(game)))
    for size in range(len(game.categories) + 1):
        for names in combinations(game.categories, size):
            filled = sum(1 << game.categories.index(one) for one in names)
            for upper in upper_points(game, names):
                for needed in range(-2, 60, 17):
                    place = (np.array([number]) for number in (filled, upper, -needed))
                    expected = best_probability(game, needed, frozenset(names), upper, 0)
                    assert targets.probability(*place)[0] == pytest.approx(float(expected), abs=6e-8), (names, upper)


@settings(max_examples=8, deadline=None)
@given(
    categories=st.lists(
        st.sampled_from(["ones", "threes", "sixes", "one_pair", "chance", "yatzy"]), min_size=1, max_size=3, unique=True
    ),
    bonus=st.integers(0, 40),
    threshold=st.integers(0, 24),
    n_rerolls=st.integers(0, 2),
    target=st.integers(0, 110),
)
def test_random_small_games_equal_the_oracle(categories, bonus, threshold, n_rerolls, target):
    game = OracleGame(2, tuple(categories), bonus, threshold, n_rerolls)
    best = solved_targets(Game(ruleset(game)))
    assert best.chance_of(target) == pytest.approx(float(best_probability(game, target)), abs=1e-12)
    assert (np.diff(best.best_probability) <= 1e-15).all()
    assert best.chance_of(0) == best.chance_of(-1) == 1.0


def test_the_stored_table_is_rounded_to_float32_only(tiny_targets):
    standing = -np.arange(len(tiny_targets.best_probability))
    start = np.zeros_like(standing)
    kept = tiny_targets.probability(start, start, standing)
    off = np.abs(kept - tiny_targets.best_probability)
    assert 0 < off.max() <= tiny_targets.table_error_bound < 4e-8
    assert tiny_targets.error_bound < 1e-11


def test_values_do_not_rise_with_the_points_needed(tiny_targets):
    states, needed = tiny_targets.board, np.arange(80)
    for n_filled in range(TINY.n_categories):
        for card in range(states.layer(n_filled).start, states.layer(n_filled).stop):
            filled, total = np.full_like(needed, states.filled[card]), np.full_like(needed, states.total[card])
            assert (np.diff(tiny_targets.probability(filled, total, -needed)) <= 0).all()


def test_values_do_not_depend_on_the_threads():
    def first(n_threads: int) -> Layer:
        return solve_layers(board(Game(TINY)), target_utility(Game(TINY)), n_threads=n_threads)

    one, four = first(1), first(4)
    width = one.high[0] - one.low[0] + 1
    window = slice(one.start[0], one.start[0] + width)
    np.testing.assert_array_equal(one.values[window], four.values[window])


def test_the_best_percentile_is_the_largest_score_with_a_large_enough_chance(tiny_targets):
    best = tiny_targets.best_probability
    for percent in (1, 50, 99):
        score = tiny_targets.best_percentile(percent)
        assert best[score] > 1 - percent / 100
        assert score + 1 == len(best) or best[score + 1] <= 1 - percent / 100


@cache
def chance_by_enumeration(dice: tuple[int, ...], rerolls: int, needed: int) -> Fraction:
    """The best probability that the sum of the dice reaches ``needed``: every way to throw any of them."""
    best = Fraction(sum(dice) >= needed)
    if rerolls:
        best = max(best, *(by_keeping(keep, len(dice), rerolls, needed) for keep in proper_parts(dice)))
    return best


@cache
def by_keeping(keep: tuple[int, ...], n_dice: int, rerolls: int, needed: int) -> Fraction:
    throws = list(product(range(1, 7), repeat=n_dice - len(keep)))
    ends = (chance_by_enumeration(tuple(sorted(keep + throw)), rerolls - 1, needed) for throw in throws)
    return sum(ends, Fraction()) / len(throws)


def proper_parts(dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {part for size in range(len(dice)) for part in combinations(dice, size)}


WORKED_EXAMPLE = [  # needed, rerolls, action, dice, probability: the seed keeps 2-2-2 for 17, which is far from best
    (12, 1, "score", (), Fraction(1)),
    (12, 2, "score", (), Fraction(1)),
    (17, 1, "keep", (), Fraction(4668, 7776)),
    (17, 2, "keep", (), None),
]


@pytest.mark.parametrize(("needed", "rerolls", "action", "dice", "probability"), WORKED_EXAMPLE)
def test_worked_example(needed, rerolls, action, dice, probability):
    game, shown = Game(find_ruleset()), (2, 2, 2, 3, 3)
    roll = game.lattice.index_of_keep[shown] - game.lattice.first_roll
    options = choices(last_box_turn(game, "chance", needed), roll, rerolls)
    assert (options[0].action, options[0].dice) == (action, dice)
    assert options[0].value == pytest.approx(float(chance_by_enumeration(shown, rerolls, needed)), abs=1e-14)
    assert probability is None or options[0].value == pytest.approx(float(probability), abs=1e-14)
    for option in options[1:]:
        if option.action == "keep":
            assert option.value == pytest.approx(float(by_keeping(option.dice, 5, rerolls, needed)), abs=1e-14)
            assert option.value < options[0].value


def test_advice_ranks_every_option_by_its_chance(tiny_targets):
    position = ((1, 3), 2)
    scorecard = Scorecard(filled=0b10001, upper_total=1, points=5)
    advice = target_advice(tiny_targets, scorecard, position, 20)
    assert advice.value == advice.options[0].value
    assert len(advice.options) == 3 + 3
    values = [option.value for option in advice.options]
    assert values == sorted(values, reverse=True)
    assert advice.options[0].regret == 0 < advice.options[-1].regret
    before = target_advice(tiny_targets, scorecard, None, 20)
    assert before.options == ()
    filled = frozenset({"ones", "chance"})
    assert before.value == pytest.approx(float(best_probability(TINY_GAME, 20, filled, 1, 5)), abs=6e-8)
    assert target_advice_lines(advice, 20)[0].startswith("largest probability of at least 20 points ")


@pytest.mark.parametrize(("target", "chance"), [(5, 1.0), (10**6, 0.0)])
def test_after_the_target_is_settled_the_projects_order_breaks_ties(tiny_targets, target, chance):
    scorecard = Scorecard(filled=0b10001, upper_total=1, points=5)
    options = target_advice(tiny_targets, scorecard, ((1, 3), 2), target).options
    assert {option.value for option in options} == {chance}
    assert {option.regret for option in options} == {0.0}
    assert [option.category or option.dice for option in options] == ["twos", "threes", "one_pair", (), (1,), (3,)]


@pytest.mark.parametrize(("target", "chance"), [(12, 1.0), (13, 0.0)])
def test_a_full_scorecard_has_reached_its_target_or_not(tiny_targets, target, chance):
    full = Scorecard(filled=0b11111, upper_total=6, points=5)  # and a bonus of 7
    assert target_advice(tiny_targets, full, None, target).value == chance


@pytest.mark.usefixtures("cache")
def test_targets_are_stored():
    first, from_cache = find_targets(TINY)
    assert not from_cache
    again, from_cache = find_targets(TINY)
    assert from_cache
    np.testing.assert_array_equal(first.best_probability, again.best_probability)
    for one, other in zip(first.layers, again.layers, strict=True):
        np.testing.assert_array_equal(one.values, other.values)
        np.testing.assert_array_equal(one.low, other.low)
    assert again.solve_seconds == first.solve_seconds > 0
    report = target_report(again, from_cache, score=20)
    assert report["probability"] == again.best_probability[20] == report["best_probability"][20]
    assert target_lines(report)[1].split() == ["20", f"{again.best_probability[20]:.9g}"]
    assert len(target_lines(target_report(again, from_cache))) == len(range(0, len(again.best_probability), 10)) + 3


@pytest.mark.usefixtures("cache")
def test_a_table_that_is_too_large_is_rejected(monkeypatch):
    monkeypatch.setattr(chances, "LARGEST_ESTIMATE", 10)
    with pytest.raises(SolverError, match=r"would take about 0\.0 GB of memory; at most 0 GB are allowed"):
        find_targets(TINY)


@pytest.mark.parametrize(("name", "gigabytes"), [("maxi", 80), ("scandinavian-saved", 25)])
def test_the_memory_for_large_games_is_reported(name, gigabytes):
    with pytest.raises(SolverError, match=rf"would take about {gigabytes}\.\d GB of memory; at most 4 GB are allowed"):
        check_size(Game(find_ruleset(name)))


@pytest.mark.parametrize("name", ["yahtzee", *GAMES])
def test_the_number_of_standings_equals_their_layout(name):
    game = Game(ruleset(GAMES[name]) if name in GAMES else find_ruleset(name))
    laid = board(game)
    apart = np.bincount(laid.n_filled, laid.most_to_come - laid.fewest_to_come)
    for counted, expected in zip(standings_of_layers(game), (np.bincount(laid.n_filled), apart), strict=True):
        np.testing.assert_array_equal(counted, expected)


def test_the_full_table_fits():
    assert 1e9 < estimated_bytes(Game(find_ruleset())) < 2e9
    assert smallest(Game(find_ruleset())).ruleset.n_dice == 1


@pytest.mark.parametrize("name", ["bonus within reach", "no reroll"])
def test_ways_to_play_follow_their_table_to_the_end(name):
    solved = solve(ruleset(GAMES[name]))
    game = Game(solved.space.ruleset)
    way = WayToPlay(game, solved.value_of_state)
    scores = np.arange(game.best_final_score + 1)
    for filled in range(solved.space.n_sets):
        for total in np.flatnonzero(solved.space.reachable_slots[filled]).tolist():
            prob = way.prob_to_come(filled, total)
            assert prob.sum() == pytest.approx(1, abs=1e-13)
            assert prob @ scores == pytest.approx(solved.value_of_state[solved.space.state(filled, total)], abs=1e-12)
    assert way.chance_of(0, 0, -3) == pytest.approx(1, abs=1e-13)
