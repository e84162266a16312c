"""Numbers that carry whose they are: the operations against numpy, and what they promise about ties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numba import njit

from solver.kernels.rows import (
    LAST_KEY,
    N_LANES,
    N_ROUGH,
    ROUGH,
    best_row,
    key_row,
    keys_of_row,
    load_row,
    may_tie,
    store_row,
    store_shorts,
)

N_NUMBERS = 7
STEP = 2.0 ** (N_ROUGH - 52)  # relative difference above which numbers are distinguished
numbers = arrays(
    np.float64,
    (N_NUMBERS, N_LANES),
    elements=st.one_of(
        st.floats(-400.0, 400.0, allow_subnormal=False),
        st.sampled_from([scale * (1.0 + place * STEP / 2) for scale in (-250.0, 1.0, 30.0) for place in range(4)]),
        st.sampled_from([0.0, -0.0, 1e-9, -1e-9]),
    ),
)


@njit
def lead(values, score, bar, first, last, keys):
    """Find the best of some numbers, keyed both ways, and whether it may have a rival."""
    ours, theirs = key_row(load_row(values, 0), 0), key_row(load_row(values, 0), LAST_KEY)
    for number in range(1, values.shape[0]):
        row = load_row(values, number * N_LANES)
        ours, theirs = best_row(key_row(row, number), ours), best_row(key_row(row, LAST_KEY - number), theirs)
    store_row(first, 0, ours)
    store_row(last, 0, theirs)
    store_shorts(keys, 0, keys_of_row(ours))
    return may_tie(load_row(score, 0), load_row(bar, 0), ours, theirs)


def keyed(row, key):
    """A row whose numbers carry a key."""
    return (row.view(np.int64) & ~ROUGH | key).view(np.float64)


def answers(values, score, tie):
    """Return the result of ``lead``, checked against numpy, and the bar."""
    bar = values.max(axis=0) - tie
    first, last, keys = np.empty(N_LANES), np.empty(N_LANES), np.empty(N_LANES, np.int16)
    is_tied = lead(values, score, bar, first, last, keys)
    ours, theirs = keyed(values[0], 0), keyed(values[0], LAST_KEY)
    for number in range(1, len(values)):
        our_key, their_key = keyed(values[number], number), keyed(values[number], LAST_KEY - number)
        ours, theirs = np.where(our_key > ours, our_key, ours), np.where(their_key > theirs, their_key, theirs)
    np.testing.assert_array_equal(first.view(np.int64), ours.view(np.int64))
    np.testing.assert_array_equal(last.view(np.int64), theirs.view(np.int64))
    np.testing.assert_array_equal(keys, ours.view(np.int64) & LAST_KEY)
    are_two = (ours.view(np.int64) ^ theirs.view(np.int64)) & LAST_KEY != LAST_KEY
    is_far = (ours.view(np.int64) ^ bar.view(np.int64)) & ~ROUGH != 0
    assert is_tied == ((score <= bar) & (are_two | is_far)).any()
    return is_tied, keys, bar


@settings(deadline=None)
@given(values=numbers, tie=st.sampled_from([0.0, 1e-9, 1e-6]), is_scored=arrays(np.bool_, N_LANES))
def test_all_rivals_of_the_best_number_are_reported(values, tie, is_scored):
    score = np.where(is_scored, np.inf, -np.inf)
    is_tied, keys, bar = answers(values, score, tie)
    if not is_tied:
        above = (values > bar) | (values == values.max(axis=0))
        assert (above.sum(axis=0)[~is_scored] == 1).all()
        assert (keys == values.argmax(axis=0))[~is_scored].all()


@pytest.mark.parametrize("scale", [-3.0, 1e-4, 240.0])
def test_distinct_numbers_are_no_rivals_and_irrelevant_ones_are_skipped(scale):
    order = np.argsort(np.random.default_rng(3).random((N_NUMBERS, N_LANES)), axis=0)
    values = scale * (1.0 + order / 10.0) + scale * STEP  # away from the boundaries between distinguished numbers
    is_tied, keys, _bar = answers(values, np.full(N_LANES, -np.inf), abs(scale) * STEP * 1e-9)
    assert not is_tied
    assert (keys == values.argmax(axis=0)).all()
    values[1] = values[0] = abs(scale) * 3.0
    nobody = np.full(N_LANES, -np.inf)
    assert answers(values, nobody, 0.0)[0]
    assert not answers(values, np.where(np.arange(N_LANES) < N_LANES, np.inf, nobody), 0.0)[0]
    assert not answers(np.full_like(values, np.nan), nobody, 0.0)[0]
