"""Networks that imitate: what they are shown and say, and the kernel against reading them one situation at a time."""

import numpy as np
import pytest

from solver.kernels.rows import N_LANES
from solver.minds.features import features_of_situations
from solver.minds.fitting import follow
from solver.minds.networks import (
    NetworkPlayer,
    agreement,
    mask_of,
    masks_of,
    rolls_of,
    scale,
    slopes_of,
    start,
    trained_network,
    trained_player,
)
from solver.minds.trees import sample_decisions
from solver.play.player import Tables
from solver.play.walk import visited_rows


@pytest.fixture(scope="module")
def decisions(small_cards):
    return sample_decisions(small_cards, 24, seed=1)


def networks_of(cards, decisions, n_hidden):
    return trained_player("network", cards.game, decisions, n_hidden, 3).networks


@pytest.fixture(scope="module")
def networks(small_cards, decisions):
    return networks_of(small_cards, decisions, 12)


def test_of_equal_dice_the_first_are_kept():
    assert [mask_of((1, 4, 4, 4, 6), kept) for kept in ((4,), (4, 4), (1, 6), ())] == [0b10, 0b110, 0b10001, 0]


def test_each_way_to_keep_dice_is_one_output(small_cards):
    game = small_cards.game
    masks = masks_of(game)
    for roll, keeps in enumerate(game.lattice.choices_of_roll):
        outputs = masks.output[masks.first[roll] : masks.first[roll + 1]].tolist()
        assert len(set(outputs)) == len(outputs) == len(keeps) + 1
        assert masks.can_be[roll].sum() == len(outputs)


def test_rolls_are_known_by_their_dice(small_cards):
    rolls = np.arange(len(small_cards.game.lattice.rolls))
    values = features_of_situations(small_cards.game, np.zeros_like(rolls), np.zeros_like(rolls), rolls)
    np.testing.assert_array_equal(rolls_of(small_cards.game, values), rolls)
    assert len(scale(small_cards.game)) == len(values)
    assert (values.max(axis=1) <= scale(small_cards.game)).all()


def test_slopes_are_differences_of_the_likelihood():
    random = np.random.default_rng(2)
    parts = [part.astype(np.float64) for part in start(random, 5, 3, 4)]
    seen, labels = random.normal(size=(20, 5)), random.integers(0, 4, 20)
    can_be = random.random((20, 4)) < 0.7
    can_be[np.arange(20), labels] = True
    weights = random.uniform(0.5, 2.0, 20)

    def unlikely():
        inner, shift, outer, base = parts
        said = np.where(can_be, np.maximum(seen @ inner + shift, 0) @ outer + base, -np.inf)
        return float(np.mean(weights * (np.log(np.exp(said).sum(axis=1)) - said[np.arange(20), labels])))

    for part, slope in zip(parts, slopes_of(parts, seen, labels, can_be, weights), strict=True):
        place = tuple(size // 2 for size in part.shape)
        part[place] += 1e-6
        above = unlikely()
        part[place] -= 2e-6
        below = unlikely()
        part[place] += 1e-6
        assert slope[place] == pytest.approx((above - below) / 2e-6, rel=1e-5, abs=1e-9)


def test_a_network_player_follows_its_networks(small_cards, networks):
    game = small_cards.game
    tables, space, masks = Tables(game), game.space, masks_of(game)
    slots = np.zeros((space.n_pages, space.n_totals))
    slots[space.reachable_slots] = small_cards.visits_of_state
    rows = visited_rows(space, 3, slots)
    options = NetworkPlayer("network", game, networks).decide(tables, rows)
    rolls = np.arange(len(game.lattice.rolls))
    for row, (page, first) in enumerate(zip(rows.page.tolist(), rows.lane.tolist(), strict=True)):
        for lane in range(min(N_LANES, space.n_totals - first)):
            where = np.full_like(rolls, page), np.full_like(rolls, first + lane), rolls
            seen = features_of_situations(game, *where).T / scale(game)
            said = [network.outputs(seen) for network in networks]
            for roll in rolls.tolist():
                n_keeps = len(game.lattice.choices_of_roll[roll])
                box = max((b for b in range(6) if not page >> b & 1), key=lambda one: said[0][roll, one])
                assert options[row, 0, roll, lane] == n_keeps + box
                entries = range(masks.first[roll], masks.first[roll + 1])
                for rerolls in (1, 2):
                    best = max(entries, key=lambda one: said[rerolls][roll, masks.output[one]])
                    option = masks.option[best]
                    assert options[row, rerolls, roll, lane] == (n_keeps + box if option < 0 else option)


def test_a_network_that_has_seen_much_plays_well(small_cards, decisions, networks):
    few = networks_of(small_cards, decisions, 1)
    shares, less = agreement(small_cards.game, networks, decisions), agreement(small_cards.game, few, decisions)
    assert min(shares) > 0.8
    assert sum(less) < sum(shares)
    means = [follow(small_cards, NetworkPlayer("network", small_cards.game, ours)).mean for ours in (few, networks)]
    best = small_cards.value_of_state[0]
    assert best - 3.0 < means[1] <= best + 1e-12
    assert means[0] < means[1] - 1.0, means


def test_one_seed_teaches_the_same(small_cards, decisions):
    ours, again = (trained_network(small_cards.game, decisions[1], 1, 2, 5) for _ in range(2))
    for part, other in zip(vars(ours).values(), vars(again).values(), strict=True):
        np.testing.assert_array_equal(part, other)
    assert ours.n_numbers == 2 * (6 + 4 + 9 + 6) + 2 + 2 * 4 + 4
