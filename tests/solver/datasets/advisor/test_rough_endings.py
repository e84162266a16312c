"""How games nearly end from any card, as the table in the browser reads it."""

import numpy as np
import pytest

from solver.datasets.advisor import around_values, curves_of_cards, live_rows, mean_and_shapes
from solver.datasets.contract import Workshop
from solver.datasets.shared import perfect_bonus_chance
from tests.solver.datasets.advisor.test_early_endings import unfolded


@pytest.fixture(scope="module")
def told(data):
    """Return the amounts of shapes and the chance of the bonus by row and column."""
    numbers = unfolded(data / "rough-endings.bin.gz")
    n_shapes, n_products, n_rows, n_columns, units = numbers[:5]
    shape, own_units, steps, columns = np.split(numbers[5:], np.cumsum([n_products, n_products, n_products * n_rows]))
    rows = np.cumsum(steps.reshape(n_products, n_rows), axis=1)
    amounts = np.zeros((n_shapes + 1, n_rows, n_columns))
    for one, unit, row, column in zip(shape, own_units, rows, columns.reshape(n_products, -1), strict=True):
        amounts[one] += np.outer(row, column) / unit / units
    return amounts


def test_totals_from_which_the_bonus_cannot_be_earned_share_a_row(solution):
    space = solution.game.space
    rows = live_rows(space)
    values = np.full((space.n_sets, space.n_totals), np.nan)
    values[space.reachable_slots] = solution.value_of_state
    assert rows.sum() == 1873
    for upper_set in range(space.n_upper_sets):
        left_out = space.reachable_of_upper_set[upper_set] & ~rows[upper_set]
        if left_out.any():
            kept = np.argmax(rows[upper_set])
            assert kept > np.flatnonzero(left_out).max()
            assert (values[upper_set, left_out] == values[upper_set, kept]).all()


def test_curves_and_bonus_are_nearly_those_of_the_solver(told, solution):
    space, random = solution.game.space, np.random.default_rng(20261126)
    workshop = Workshop(solution.game.ruleset)
    rows = live_rows(space)
    kept = workshop.kept(curves_of_cards)
    pages, totals = np.argwhere(space.reachable_slots)[kept["states"]].T
    live = np.flatnonzero(rows[space.upper_set_of_filled[pages], totals])
    some = random.choice(live, 300, replace=False)
    chosen = {name: array[some] for name, array in kept.items()}
    states, pages, totals = chosen["states"], pages[some], totals[some]
    row = (np.cumsum(rows.ravel()) - 1).reshape(rows.shape)[space.upper_set_of_filled[pages], totals]
    amounts = told[:, row, pages // space.n_upper_sets]
    mean, shapes = workshop.once(mean_and_shapes)
    sums = around_values(solution, chosen)
    missed = mean + amounts[:-1].T @ shapes[: len(told) - 1] - sums
    assert np.sqrt(np.mean(missed**2)) < 0.006
    assert np.abs(missed).max() < 0.1
    bonus = amounts[-1] - perfect_bonus_chance(workshop)[states]
    assert np.sqrt(np.mean(bonus**2)) < 0.005
    assert np.abs(bonus).max() < 0.03
