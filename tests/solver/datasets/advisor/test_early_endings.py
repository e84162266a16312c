"""How games end from cards with few boxes filled, as the table in the browser reads it."""

import gzip

import numpy as np
import pytest

from solver.advising.advice import solve_turn
from solver.datasets.advisor import REACH, curves_of_cards
from solver.datasets.contract import Workshop
from solver.datasets.shared import perfect_bonus_chance, prob_of_outcome

SHARES = (0.1, 0.9)


@pytest.fixture(scope="module")
def workshop(solution):
    return Workshop(solution.game.ruleset)


@pytest.fixture(scope="module")
def cards(workshop):
    return workshop.kept(curves_of_cards)


@pytest.fixture(scope="module")
def told(data, cards, solution):
    """Return, for each card in the file, the distribution of the points still to come, and the chance of the bonus."""
    numbers = unfolded(data / "early-endings.bin.gz")
    n_filled, rank, reach, n_cards = numbers[:4]
    assert (n_filled, reach, n_cards) == (3, REACH, len(cards["states"]))
    mean, shapes, bonus, amounts = np.split(numbers[4:], np.cumsum([2 * reach, rank * 2 * reach, n_cards]))
    curves = mean / 2**15 + (amounts.reshape(rank, -1).T * 1e-4) @ (shapes.reshape(rank, -1) / 2**16)
    first = np.floor(np.rint(solution.value_of_state[cards["states"]] * 256) / 256 + 0.5).astype(int) - reach
    places = np.arange(cards["sums"].shape[1]) - first[:, None]
    inside = np.take_along_axis(curves, np.clip(places, 0, 2 * reach - 1), axis=1)
    return np.where(places < 0, 0.0, np.where(places >= 2 * reach, 1.0, inside)), bonus / 10_000


def unfolded(path):
    """Return the numbers of a file."""
    packed = np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8).reshape(2, -1)
    folded = packed[0].astype(int) * 256 + packed[1]
    return np.where(folded & 1, -(folded + 1) // 2, folded // 2)


def ends(sums):
    """Return where a tenth of the games ends, and nine tenths, of each card."""
    return np.stack([(sums >= share - 1e-6).argmax(axis=-1) for share in SHARES])


def test_every_card_is_there_once_with_its_curve_and_its_bonus(workshop, cards, told, solution):
    space, states = solution.game.space, cards["states"]
    assert [space.state(0b1, 0), space.state(0b1, 1)] == states[:2].tolist()
    means = (1 - cards["sums"]).sum(axis=1)
    np.testing.assert_allclose(means, solution.value_of_state[states], atol=1e-9)
    assert len(set(states.tolist())) == len(states) == 6733
    np.testing.assert_allclose(told[1], perfect_bonus_chance(workshop)[states], atol=0.5001e-4)


def test_early_endings_are_exact_to_a_point(cards, told):
    exact = cards["sums"]
    off = ends(told[0]) - ends(exact)
    assert np.abs(off).max() <= 1
    assert np.count_nonzero(off) <= 0.004 * off.size
    # If a quantile differs, the share of games up to it is nearly the requested one.
    for (which, card), by in np.ndenumerate(off):
        if by != 0:
            low = ends(exact)[which, card] + min(by, 0)
            assert abs(exact[card, low] - SHARES[which]) < 0.001


def test_outlooks_of_the_first_three_turns_equal_the_solver_s(cards, told, solution):
    game, space = solution.game, solution.game.space
    rng = np.random.default_rng(20261124)
    place_of_state = {state: place for place, state in enumerate(cards["states"].tolist())}
    exact, n_most = cards["sums"], cards["sums"].shape[1]
    answers = []
    pages = np.flatnonzero(space.n_filled_of_set < 3)
    starts = [(int(page), int(total)) for page in pages for total in np.flatnonzero(space.reachable_slots[page])]
    for page, total in [(0, 0), *(starts[place] for place in rng.choice(len(starts), 40, replace=False))]:
        turn = solve_turn(game, page, total, solution.value_of_state)
        for rerolls in range(3):
            chances = prob_of_outcome(turn, rerolls, np.eye(len(game.lattice.rolls))[rng.integers(252)])
            mixed = np.zeros((2, n_most + 60))
            for outcome in np.flatnonzero(chances):
                category, gain = game.outcomes.category[outcome], int(game.outcomes.gain[outcome])
                after = min(total + int(game.outcomes.shift[outcome]), space.n_totals - 1)
                place = place_of_state[space.state(page | 1 << int(category), after)]
                for sums, curves in zip(mixed, (exact, told[0]), strict=True):
                    sums[gain : gain + n_most] += chances[outcome] * curves[place]
                    sums[gain + n_most :] += chances[outcome]
            answers.append(ends(mixed))
    off = np.diff(np.array(answers), axis=2)
    assert np.abs(off).max() <= 1
    assert np.count_nonzero(off) <= 0.01 * off.size
