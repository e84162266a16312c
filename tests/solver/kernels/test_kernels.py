"""The kernels against enumeration, and the operations on rows against numpy."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numba import njit

from solver.game.dice import keep_lattice
from solver.game.game import Game
from solver.kernels import standings as five_dice
from solver.kernels import standings as keeps_of_five
from solver.kernels.compile import kernel
from solver.kernels.rows import (
    CACHE_LINE,
    N_LANES,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    choose_shorts,
    differ_anywhere,
    exceeds_anywhere,
    exponential_row,
    fill_row,
    fill_shorts,
    get_row,
    lanes_with,
    load_row,
    load_shorts,
    logarithm_row,
    lowest_lane,
    reaches_anywhere,
    root_row,
    round_row,
    set_row,
    store_row,
    store_shorts,
    tangent_row,
    where_differ,
)
from solver.kernels.turn import exit_rolls, max_sweep, mean_sweep, score_points, weigh_rolls
from solver.solving.backwards import Layout, kernel_exits
from tests.solver.games import GAMES, ruleset

rows = arrays(np.float64, (4, N_LANES), elements=st.floats(-1e6, 1e6))


@njit
def all_operations(values, number, out):
    """Apply every row operation once."""
    first, second = get_row(values, 0), get_row(values, 1)
    third, fourth = load_row(values, 2 * N_LANES), load_row(values, 3 * N_LANES)
    total = first
    total += number
    set_row(out, 0, first + second)
    set_row(out, 1, first * second)
    set_row(out, 2, best_row(first, second))
    set_row(out, 3, choose_row(first, second, third, fourth))
    set_row(out, 4, fill_row(number))
    store_row(out, 5 * N_LANES + 3, first)
    set_row(out, 7, first - number)
    set_row(out, 8, first / fill_row(number + 2e6))
    set_row(out, 9, tangent_row(first))
    set_row(out, 10, root_row(first * first))
    set_row(out, 11, total - number * second)
    set_row(out, 12, round_row(first))


@settings(deadline=None)
@given(values=rows, number=st.floats(-1e6, 1e6))
def test_row_operations_are_those_of_numpy(values, number):
    out = np.zeros((13, N_LANES))
    all_operations(values, number, out)
    first, second, third, fourth = values
    np.testing.assert_array_equal(out[0], first + second)
    np.testing.assert_array_equal(out[1], first * second)
    np.testing.assert_array_equal(out[2], np.where(first > second, first, second))
    np.testing.assert_array_equal(out[3], np.where(first > second, third, fourth))
    np.testing.assert_array_equal(out[4], np.full(N_LANES, number))
    np.testing.assert_array_equal(out[5:7].reshape(-1)[3 : 3 + N_LANES], first)  # a row may begin at any lane
    np.testing.assert_array_equal(out[7], first - number)
    np.testing.assert_array_equal(out[8], first / (number + 2e6))
    np.testing.assert_allclose(out[9], np.tanh(first), rtol=1e-15, atol=0)
    np.testing.assert_array_equal(out[10], np.sqrt(first * first))
    np.testing.assert_array_equal(out[11], first + number - number * second)
    np.testing.assert_array_equal(out[12], first.astype(np.float32))


@njit
def all_short_operations(values, numbers, number, out):
    """Apply every operation on short rows once; return the answers of the questions."""
    first, second = load_row(values, 0), load_row(values, N_LANES)
    left, right = load_shorts(numbers, 0), load_shorts(numbers, N_LANES)
    store_shorts(out, 0, choose_shorts(first, second, left, right))
    store_shorts(out, N_LANES, fill_shorts(number))
    store_shorts(out, 2 * N_LANES + 3, left)
    store_row(values, 0, where_differ(left, right, second, first))
    lanes = lanes_with(left, number)
    lowest = -1 if lanes == 0 else lowest_lane(lanes)
    exceeds = exceeds_anywhere(first, second)
    return reaches_anywhere(first, second), exceeds, differ_anywhere(left, number, right), lanes, lowest


@settings(deadline=None)
@given(
    values=arrays(np.float64, (2, N_LANES), elements=st.sampled_from([-np.inf, 0.0, 1.0, 2.0, np.nan])),
    numbers=arrays(np.int16, (2, N_LANES), elements=st.integers(0, 1)),
    number=st.integers(0, 1),
    is_rare=st.booleans(),
)
def test_short_row_operations_are_those_of_numpy(values, numbers, number, is_rare):
    if is_rare:  # else hardly any example reaches nowhere, or differs nowhere
        values[0], numbers[0, 1:] = -1.0, number
    out, chosen = np.zeros((4, N_LANES), dtype=np.int16), values.copy()
    reaches, exceeds, differs, lanes, lowest = all_short_operations(chosen, numbers, number, out)
    (first, second), (left, right) = values, numbers
    np.testing.assert_array_equal(chosen[0], np.where(left != right, second, first))
    np.testing.assert_array_equal(out[0], np.where(first > second, left, right))
    np.testing.assert_array_equal(out[1], np.full(N_LANES, number))
    np.testing.assert_array_equal(out[2:].reshape(-1)[3 : 3 + N_LANES], left)
    assert reaches == (first >= second).any()
    assert exceeds == (first > second).any()
    assert differs == ((left != number) & (right != 0)).any()
    holding = np.flatnonzero(left == number).tolist()
    assert lanes == sum(1 << lane for lane in holding)
    assert lowest == min(holding, default=-1)


@njit
def copy_row(values, out):
    """Load a row at lane 3 and store it at lane 5."""
    store_row(out, 5, load_row(values, 3))


@pytest.mark.parametrize(
    ("read", "written"), [(np.float32, np.float32), (np.float32, np.float64), (np.float64, np.float32)]
)
def test_rows_may_be_float32(read, written):
    values = np.random.default_rng(5).normal(size=40).astype(read)
    out = np.zeros(40, dtype=written)
    copy_row(values, out)
    np.testing.assert_array_equal(out[5 : 5 + N_LANES], values[3 : 3 + N_LANES].astype(written))


def test_comparisons_ignore_nan():
    values = np.full((4, N_LANES), np.nan)
    values[1], values[3] = 5.0, 7.0
    out = np.zeros((13, N_LANES))
    all_operations(values, 0.0, out)
    assert (out[2] == 5.0).all()
    assert (out[3] == 7.0).all()


@njit
def exponentiate(exponents, shift, out):
    """Store what ``exponential_row`` returns."""
    store_row(out, 0, exponential_row(load_row(exponents, 0), shift))


def exponentials(exponents, shift):
    """All of ``exponents`` through the row operation."""
    padded = np.resize(exponents, (-(-len(exponents) // N_LANES), N_LANES))
    out = np.empty_like(padded)
    for row, result in zip(padded, out, strict=True):
        exponentiate(row, shift, result)
    return out.reshape(-1)[: len(exponents)]


@njit
def take_logarithms(numbers, out):
    """Store what ``logarithm_row`` returns."""
    store_row(out, 0, logarithm_row(load_row(numbers, 0)))


def test_logarithms_are_good_to_the_last_place():
    random = np.random.default_rng(8)
    near = 1.0 + random.uniform(-1, 1, 8 * N_LANES) * 10.0 ** random.uniform(-15, 0, 8 * N_LANES)
    wide = np.exp(random.uniform(-700, 700, 7 * N_LANES))
    numbers = np.concatenate([near, wide, np.resize([1.0, 2.0, 0.5, 0.5**0.5, 2.0**0.5], N_LANES)])
    found = np.empty((16, N_LANES))
    for row, result in zip(numbers.reshape(found.shape), found, strict=True):
        take_logarithms(row, result)
    with localcontext() as context:
        context.prec = 60
        exact = [Decimal(one).ln() for one in numbers.tolist()]
        units = [
            abs(Decimal(one) - right) / Decimal(float(np.spacing(abs(float(right)) or 1e-300)))
            for one, right in zip(found.ravel().tolist(), exact, strict=True)
        ]
    assert max(units) <= 1


@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_exponentials_are_good_to_the_last_place(shift):
    random = np.random.default_rng(8)
    small = random.uniform(-1, 1, 100) * 10.0 ** random.uniform(-18, 0, 100)
    exponents = np.concatenate([small, random.uniform(-700, 0, 50), random.uniform(0, 600, 10), [0.0, -0.5, -0.347]])
    found = exponentials(exponents, shift)
    with localcontext() as context:
        context.prec = 60
        exact = [Decimal(one).exp() - int(shift) for one in exponents.tolist()]
        units = [
            abs(Decimal(one) - right) / Decimal(float(np.spacing(abs(float(right)) or 1e-300)))
            for one, right in zip(found.tolist(), exact, strict=True)
        ]
    assert max(units) <= 1


@pytest.mark.parametrize("shift", [0.0, 1.0])
@settings(deadline=None)
@given(exponents=arrays(np.float64, N_LANES, elements=st.floats(-800, 700)))
def test_exponentials_are_those_of_numpy(exponents, shift):
    cut = np.maximum(exponents, -708.0)
    expected = np.expm1(cut) if shift else np.exp(cut)
    np.testing.assert_allclose(exponentials(exponents, shift), expected, rtol=1e-15, atol=0)


def test_exponentials_of_underflow_and_nan():
    found = exponentials(np.array([-708.0, -709.0, -1e6, -np.inf, np.nan]), 0.0)
    assert (found[:4] == found[0]).all()
    assert found[0] == pytest.approx(np.exp(-708.0), rel=1e-15, abs=0)
    assert np.isnan(found[4])


def spread_over_lanes(column):
    """The same numbers in every lane, times the number of the lane."""
    return np.outer(column, np.arange(1.0, N_LANES + 1))


def mean_over_throws(keep, n_dice, value):
    throws = list(product(range(1, 7), repeat=n_dice - len(keep)))
    return sum(Fraction(value(sorted((*keep, *throw)))) for throw in throws) / len(throws)


@pytest.mark.parametrize("n_dice", [1, 2, 3])
@pytest.mark.parametrize("value", [sum, max, lambda roll: roll.count(6) ** 2])
def test_mean_sweep_matches_enumeration(value, n_dice):
    lattice = keep_lattice(n_dice)
    values = np.zeros((lattice.n_keeps, N_LANES))
    values[lattice.first_roll :] = spread_over_lanes([value(list(roll)) for roll in lattice.rolls])
    mean_sweep(lattice.extensions_of_keep, values)
    expected = [float(mean_over_throws(keep, n_dice, value)) for keep in lattice.keeps]
    np.testing.assert_allclose(values, spread_over_lanes(expected), rtol=1e-14)


@pytest.mark.parametrize("n_dice", [1, 2, 3])
def test_max_sweep_finds_the_best_of_all_sub_keeps(n_dice):
    lattice = keep_lattice(n_dice)
    given_values = np.random.default_rng(n_dice).normal(size=(lattice.n_keeps, N_LANES))
    values = given_values.copy()
    max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
    for keep, dice in enumerate(lattice.keeps):
        subsets = {subset for size in range(len(dice) + 1) for subset in combinations(dice, size)}
        best = max(given_values[lattice.index_of_keep[subset]].tolist() for subset in subsets)
        expected = np.max([given_values[lattice.index_of_keep[subset]] for subset in subsets], axis=0)
        np.testing.assert_array_equal(values[keep], expected, err_msg=str((dice, best)))


def test_max_sweep_is_idempotent():
    lattice = keep_lattice(3)
    values = np.random.default_rng(1).normal(size=(lattice.n_keeps, N_LANES))
    max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
    once = values.copy()
    max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
    np.testing.assert_array_equal(values, once)


@pytest.mark.parametrize("n_dice", [1, 2, 3])
def test_weighted_rolls_are_the_mean_of_a_throw(n_dice):
    lattice = keep_lattice(n_dice)
    values = np.random.default_rng(2).normal(size=(lattice.n_keeps, N_LANES))
    swept = values.copy()
    mean_sweep(lattice.extensions_of_keep, swept)
    out = np.zeros((1, N_LANES))
    weigh_into(lattice.prob_of_roll, lattice.first_roll, values, out)
    np.testing.assert_allclose(out[0], swept[0], rtol=1e-12)


@njit
def weigh_into(prob_of_roll, first_roll, values, out):
    """Store what ``weigh_rolls`` returns: a row cannot leave compiled code."""
    store_row(out, 0, weigh_rolls(prob_of_roll, first_roll, values))


@njit
def exit_at(exits, table, where, first_roll, values):
    """Value every roll by points and what is to come."""
    scores = aligned_rows(exits.category.shape[0])
    score_points(table, exits, where, 0, 0, scores)
    exit_rolls(exits, where, True, scores, first_roll, values)


@pytest.mark.parametrize("name", ["bonus within reach", "a category that no roll fits", "no upper section"])
def test_exit_is_the_best_open_category(name):
    rules = ruleset(GAMES[name])
    game = Game(rules)
    random = np.random.default_rng(3)
    table = Layout(game.space).nan_table()
    table.values[:] = np.cumsum(random.uniform(0, 5, table.values.shape))  # more upper points are never worth less
    values = np.zeros((game.lattice.n_keeps, N_LANES))
    for filled in range(game.space.n_sets - 1):
        exit_at(kernel_exits(game.outcomes), table, (filled, 1, filled), game.lattice.first_roll, values)
        for roll, points in enumerate(game.points_of_roll):
            expected = np.max(
                [
                    score + table.values[table.first_slot[filled | 1 << place] + 1 + step :][:N_LANES]
                    for place, score in enumerate(points)
                    if not filled >> place & 1
                    for step in [score if rules.categories[place].is_upper else 0]
                ],
                axis=0,
            )
            np.testing.assert_array_equal(values[game.lattice.first_roll + roll], expected)


def test_the_lattice_of_five_dice_is_that_of_the_game():
    lattice = keep_lattice(keeps_of_five.N_DICE)
    assert lattice.keeps == tuple(keeps_of_five.KEEPS)
    assert lattice.extensions_of_keep.tolist() == keeps_of_five.EXTENSIONS
    first = lattice.first_removal_of_keep.tolist()
    found = [sorted(lattice.removals[start:stop].tolist()) for start, stop in pairwise(first)]
    assert found == keeps_of_five.REMOVALS


def test_sweeps_without_a_loop_are_the_sweeps_in_halves():
    lattice, random = keep_lattice(keeps_of_five.N_DICE), np.random.default_rng(1)
    rows, halves, first_half = (aligned_rows(lattice.n_keeps) for _ in range(3))
    rows[:] = random.random(rows.shape)
    parts = halves.reshape(2, lattice.n_keeps, five_dice.N_HALF)
    parts[0], parts[1] = rows[:, : five_dice.N_HALF], rows[:, five_dice.N_HALF :]
    for _ in range(3):
        mean_sweep(lattice.extensions_of_keep, rows)
        max_sweep(lattice.first_removal_of_keep, lattice.removals, rows)
    first_half[:], unchanged = halves, parts[1].copy()
    five_dice.reroll_halves(3, 2, halves)
    np.testing.assert_array_equal(np.concatenate([parts[0], parts[1]], axis=1), rows)
    five_dice.reroll_halves(3, 1, first_half)
    np.testing.assert_array_equal(first_half.reshape(parts.shape), [parts[0], unchanged])


def test_rows_are_aligned():
    for n_rows in (1, 7, 462):
        room = aligned_rows(n_rows)
        assert room.shape == (n_rows, N_LANES)
        assert room.ctypes.data % CACHE_LINE == 0
    tables = aligned_tables(3, 7)
    assert tables.shape == (3, 7, N_LANES)
    assert all(table.ctypes.data % CACHE_LINE == 0 for table in tables)


def test_kernels_compile_without_a_writable_cache(monkeypatch):
    """Numba raises when it finds no folder for its cache: a read-only installation without a home."""

    def no_folder(cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(**options)

    monkeypatch.setattr("solver.kernels.compile.njit", no_folder)
    assert kernel(lambda number: number + 1)(2) == 3
