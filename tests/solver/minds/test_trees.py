"""Trees: grown by definition, pruned, and followed as a person would read them."""

from functools import partial

import numpy as np
import pytest

from solver.game.dice import keep_lattice
from solver.kernels.rows import N_LANES
from solver.minds.features import features_of_situations
from solver.minds.trees import (
    TreePlayer,
    agreement,
    answers,
    grow_tree,
    imitate,
    joined,
    n_leaves,
    pruned,
    sample_decisions,
    tree_size,
    value_tree,
    values_of_tree,
)
from solver.play.player import TablePlayer, Tables
from solver.play.walk import visited_rows, walk


def purity(labels, weights, is_class, chosen):
    total = weights[chosen].sum()
    if not is_class:
        return (weights[chosen] @ labels[chosen]) ** 2 / total
    return sum(weights[chosen & (labels == one)].sum() ** 2 for one in np.unique(labels)) / total


def best_gain(values, labels, weights, is_class):
    """The best split by trying all: what the weighted impurity falls by."""
    of = partial(purity, labels, weights, is_class)
    gains = [
        of(column <= threshold) + of(column > threshold) - of(np.ones(len(labels), bool))
        for column in values
        for threshold in np.unique(column)[:-1]
    ]
    return max(gains)


@pytest.mark.parametrize("is_class", [True, False])
def test_the_first_split_gains_most(is_class):
    random = np.random.default_rng(8)
    values = random.integers(0, 9, (5, 300)).astype(np.uint8)
    labels = random.integers(0, 4, 300).astype(float) + (values[2] > 4) * 2
    weights = random.uniform(0.5, 2.0, 300)
    tree = grow_tree(values, labels, weights, 2, 6 if is_class else 0)
    side = values[tree.feature[0]] <= tree.threshold[0]
    assert n_leaves(tree) == 2
    of = partial(purity, labels, weights, is_class)
    gain = of(side) + of(~side) - of(side | ~side)
    assert gain == pytest.approx(best_gain(values, labels, weights, is_class))


def test_a_large_tree_reproduces_its_sample_and_a_pruned_one_less():
    random = np.random.default_rng(9)
    values = np.unique(random.integers(0, 5, (400, 4)), axis=0).T.astype(np.uint8).copy()
    labels = random.integers(0, 3, values.shape[1]).astype(float)
    tree = grow_tree(values, labels, np.ones(len(labels)), 1000, 3)
    shares = [(answers(pruned(tree, leaves), values) == labels).mean() for leaves in (1, 8, n_leaves(tree))]
    assert shares[0] < shares[1] < shares[2]
    assert shares[2] > 0.97  # a split that gains nothing by itself is not made
    assert n_leaves(pruned(tree, 8)) == 8
    assert tree_size(8) == 7 * 2 + 8


def test_a_value_tree_with_a_leaf_for_each_state_is_the_values(small_cards):
    tree = value_tree(small_cards, 10**4)
    seen = small_cards.visits_of_state > 0
    np.testing.assert_allclose(values_of_tree(small_cards, tree)[seen], small_cards.value_of_state[seen], atol=1e-9)


def test_trees_fitted_to_enough_data_play_perfectly_in_states_they_reach(small_cards):
    """A game so small that the sample holds nearly every situation."""
    decisions = sample_decisions(small_cards, 80, seed=1)
    trees = imitate(small_cards, decisions, 10**4, is_weighted=True)
    assert min(agreement(trees, decisions)) > 0.97  # what does not matter is not learnt
    game = small_cards.game
    way = walk(game, TreePlayer("tree", game, trees))
    values = [game.ruleset.bonus_at(int(total)) for total in way.total[way.layer(6)]]
    written = sum(
        (way.visits[place] * way.prob_of_entry[entry] * way.exits.gain[way.outcome_of_entry[entry]])
        for place in range(way.first_of_layer[-2])
        for entry in range(
            way.first_entry_of_turn[way.turn_of_state[place]], way.first_entry_of_turn[way.turn_of_state[place] + 1]
        )
    )
    mean = written + way.visits[way.layer(6)] @ np.array(values, dtype=float)
    assert small_cards.value_of_state[0] - 0.05 < mean <= small_cards.value_of_state[0] + 1e-12


def test_a_tree_player_follows_its_trees(small_cards):
    """Every lane of the kernel against reading the trees one situation at a time."""
    game = small_cards.game
    trees = imitate(small_cards, sample_decisions(small_cards, 8, seed=1), 12, is_weighted=False)
    player, tables, space = TreePlayer("tree", game, trees), Tables(game), game.space
    visits = walk(game, TablePlayer("optimal", small_cards.value_of_state)).visits_of_state
    slots = np.zeros((space.n_pages, space.n_totals))
    slots[space.reachable_slots] = visits
    rows = visited_rows(space, 3, slots)
    options, lattice = player.decide(tables, rows), keep_lattice(game.ruleset.n_dice)
    for row, (page, first) in enumerate(zip(rows.page.tolist(), rows.lane.tolist(), strict=True)):
        for lane in range(min(N_LANES, space.n_totals - first)):
            if not space.reachable_slots[page, first + lane]:
                continue
            for roll, dice in enumerate(lattice.rolls):
                where = np.array([page]), np.array([first + lane]), np.array([roll])
                said = [int(answers(tree, features_of_situations(game, *where))[0]) for tree in trees]
                keeps = lattice.choices_of_roll[roll]
                points = {box: game.points_of_roll[roll, box] for box in range(6) if not page >> box & 1}
                box = said[0] if said[0] in points else max(points, key=lambda one: points[one])
                for rerolls, keep in ((0, None), (1, said[1]), (2, said[2])):
                    option = len(keeps) + box
                    if keep is not None and keep < lattice.n_keeps:
                        wanted = list(lattice.keeps[keep])
                        kept = []
                        for die in dice:
                            if die in wanted:
                                wanted.remove(die)
                                kept.append(die)
                        if len(kept) < len(dice):
                            option = keeps.index(lattice.index_of_keep[tuple(kept)])
                    assert options[row, rerolls, roll, lane] == option


def test_joined_decisions_are_both(small_cards):
    one, other = sample_decisions(small_cards, 1, seed=1), sample_decisions(small_cards, 1, seed=2)
    both = joined(one, other)
    assert [len(part.taken) for part in both] == [len(a.taken) + len(b.taken) for a, b in zip(one, other, strict=True)]
    np.testing.assert_array_equal(both[1].values[:, : len(one[1].taken)], one[1].values)
