import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import SolverError
from solver.solving.objectives import MEAN, SMALL_THETA, Objective

THETAS = [3.0, -3.0, 0.3, -0.05, SMALL_THETA, -SMALL_THETA, 0.99 * SMALL_THETA, -1e-6, 1e-12]


@pytest.mark.parametrize("theta", [math.nan, math.inf, -math.inf, 3.0000001, -4])
def test_theta_out_of_range_is_rejected(theta):
    with pytest.raises(SolverError, match=rf"theta {theta!r}: the risk parameter is a number from -3 to 3"):
        Objective(theta)


@pytest.mark.parametrize("theta", [0, -0.0, 1e-30, -5e-324])
def test_theta_without_effect_is_zero(theta):
    assert Objective(theta) == MEAN
    assert math.copysign(1, Objective(theta).theta) == 1


def by_definition(theta, points, weights):
    """ln E[exp(theta X)] / theta in decimals of 80 digits."""
    with localcontext() as context:
        context.prec = 80
        theta = Decimal(theta)
        mean = sum(Decimal(w) * (theta * Decimal(x)).exp() for x, w in zip(points, weights, strict=True))
        return float((mean / sum(map(Decimal, weights))).ln() / theta)


@pytest.mark.parametrize("theta", THETAS)
def test_certainty_equivalent_by_definition(theta):
    points, weights = [0.0, 10.0, 3.5, 40.0], [0.5, 0.25, 0.125, 0.125]
    found = Objective(theta).certainty_equivalent(np.array(points), np.array(weights))
    assert found == pytest.approx(by_definition(theta, points, weights), abs=1e-11)


def test_certainty_equivalent_of_many_lotteries():
    points = np.array([[0.0, 10.0], [7.0, 7.0], [1000.0, -1000.0]])
    found = Objective(3.0).certainty_equivalent(points, np.array([0.5, 0.5]))
    assert found == pytest.approx([10 + math.log((1 + math.exp(-30)) / 2) / 3, 7.0, 1000 - math.log(2) / 3])
    assert MEAN.certainty_equivalent(points, np.array([0.25, 0.75])) == pytest.approx([7.5, 7.0, -500.0])


def test_prizes_without_probability_do_not_count():
    found = Objective(1.0).certainty_equivalent(np.array([5.0, 999.0]), np.array([1.0, 0.0]))
    assert found == 5.0


prizes = st.lists(st.floats(0, 400), min_size=2, max_size=6)
thetas = st.floats(-3, 3)


@given(points=prizes, theta=thetas, other=thetas, more=st.floats(0, 200))
def test_certainty_equivalent_grows_with_theta_and_shifts_with_points(points, theta, other, more):
    chances = np.full(len(points), 1 / len(points))
    low, high = sorted((theta, other))
    averse, seeking = (float(Objective(one).certainty_equivalent(np.array(points), chances)) for one in (low, high))
    rounding = 1e-15 / max(min(abs(low), abs(high)), 1e-3) + 1e-11
    assert min(points) - rounding <= averse <= seeking + rounding <= max(points) + 2 * rounding
    shifted = float(Objective(low).certainty_equivalent(np.array(points) + more, chances))
    assert shifted == pytest.approx(averse + more, abs=1e-9)
