"""Grow decision trees, best split first, and play by them.

A node compares one feature, a whole number from 0 to 255, with a threshold. Growing always splits the leaf with the
largest gain, so the first splits of a tree form the tree of fewer leaves. A player has one tree for the box, and one
for the dice to keep with each number of remaining throws.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.following import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Ints, Longs, Shorts, fill_shorts, store_shorts

Bytes = npt.NDArray[np.uint8]

N_VALUES = 256


class Nodes(NamedTuple):
    """The nodes of a tree, the root first, in order of creation; a split creates two.

    feature : int32, -1 for a leaf; threshold : int32; first_child : int32, the child for values up to the threshold,
    followed by the other one; label : float64, the answer of a leaf; rank : int32, the number of the split, from 0.
    """

    feature: Ints
    threshold: Ints
    first_child: Ints
    label: Floats
    rank: Ints


class Sample(NamedTuple):
    """Training data of a tree: values : uint8[n_features, n_samples]; labels, weights : float64[n_samples].

    is_class : whether labels are classes, or numbers fitted by least squares; n_classes : the number of classes, 1 for
    numbers.
    """

    values: Bytes
    labels: Floats
    weights: Floats
    is_class: bool
    n_classes: int


@part
def label_of(sample: Sample, members: Longs, sums: Floats) -> tuple[float, float, float]:
    """Return the common label of members, their purity (weighted sum of squares over weight) and their weight."""
    total, purity = 0.0, 0.0
    if not sample.is_class:
        mean = 0.0
        for member in members:
            total += sample.weights[member]
            mean += sample.weights[member] * sample.labels[member]
        return mean / total, mean * mean / total, total
    sums[:] = 0.0
    for member in members:
        total += sample.weights[member]
        sums[int(sample.labels[member])] += sample.weights[member]
    best = 0
    for one in range(sums.shape[0]):
        purity += sums[one] * sums[one]
        if sums[one] > sums[best]:
            best = one
    return float(best), purity / total, total


@part
def sort_members(values: Bytes, members: Longs, firsts: Longs, ordered: Longs) -> None:
    """Set ``ordered`` to the members by value, and ``firsts``, int64[N_VALUES + 1], to the start of each value."""
    firsts[:] = 0
    for member in members:
        firsts[int(values[member]) + 1] += 1
    for value in range(N_VALUES):
        firsts[value + 1] += firsts[value]
    for member in members:
        value = int(values[member])
        ordered[firsts[value]] = member
        firsts[value] += 1
    for value in range(N_VALUES, 0, -1):
        firsts[value] = firsts[value - 1]
    firsts[0] = 0


@part
def best_split(
    sample: Sample, members: Longs, least: float, scratch: tuple[Longs, Longs, Floats, Floats]
) -> tuple[float, int, int]:
    """Return the gain, feature and threshold of the best split of some members; feature -1 if none gains."""
    firsts, ordered, left, right = scratch
    _label, purity, total = label_of(sample, members, right)
    all_sums = right.copy()
    all_mean = 0.0
    if not sample.is_class:
        for member in members:
            all_mean += sample.weights[member] * sample.labels[member]
    best_gain, best_feature, best_threshold = 1e-12 * max(1.0, abs(purity)), -1, 0
    for feature in range(sample.values.shape[0]):
        sort_members(sample.values[feature], members, firsts, ordered)
        for one in range(all_sums.shape[0]):  # a slice takes a second to compile, see ``rows.copy_rows``
            left[one], right[one] = 0.0, all_sums[one]
        left_squares, right_squares, left_weight = 0.0, purity * total, 0.0
        left_mean = 0.0
        for value in range(N_VALUES - 1):
            if firsts[value] == firsts[value + 1]:
                continue
            if firsts[value + 1] == members.shape[0]:
                break
            for place in range(firsts[value], firsts[value + 1]):
                member = ordered[place]
                weight = sample.weights[member]
                left_weight += weight
                if sample.is_class:
                    one = int(sample.labels[member])
                    left_squares += weight * (2.0 * left[one] + weight)
                    right_squares += weight * (weight - 2.0 * right[one])
                    left[one] += weight
                    right[one] -= weight
                else:
                    left_mean += weight * sample.labels[member]
            right_weight = total - left_weight
            if left_weight < least or right_weight < least:
                continue
            if sample.is_class:
                gain = left_squares / left_weight + right_squares / right_weight - purity
            else:
                right_mean = all_mean - left_mean
                gain = left_mean * left_mean / left_weight + right_mean * right_mean / right_weight - purity
            if gain > best_gain:
                best_gain, best_feature, best_threshold = gain, feature, value
    return best_gain, best_feature, best_threshold


@part
def part_members(values: Bytes, threshold: int, members: Longs, scratch: Longs) -> int:
    """Move the members up to a threshold to the front, keeping the order; return their number."""
    n_left, n_right = 0, 0
    for member in members:
        if values[member] <= threshold:
            members[n_left] = member
            n_left += 1
        else:
            scratch[n_right] = member
            n_right += 1
    for place in range(n_right):
        members[n_left + place] = scratch[place]
    return n_left


@kernel
def grow(sample: Sample, n_leaves: int, least: float, nodes: Nodes) -> int:
    """Grow a tree with at most ``n_leaves`` leaves, as long as splits gain; return the number of nodes.

    Parameters
    ----------
    least : float
        The smallest weight of a leaf.
    nodes : Nodes
        Out: space for 2 * n_leaves - 1 nodes.
    """
    n_samples, n_nodes = sample.values.shape[1], 1
    members, ordered = np.arange(n_samples), np.empty(n_samples, np.int64)
    firsts = np.empty(N_VALUES + 1, np.int64)
    scratch = firsts, ordered, np.zeros(sample.n_classes), np.zeros(sample.n_classes)
    start, stop = np.zeros(2 * n_leaves, np.int64), np.zeros(2 * n_leaves, np.int64)
    gains = np.full(2 * n_leaves, -1.0)
    features, thresholds = np.empty(2 * n_leaves, np.int64), np.empty(2 * n_leaves, np.int64)
    stop[0], nodes.feature[0], nodes.rank[0] = n_samples, -1, -1
    nodes.label[0] = label_of(sample, members, scratch[2])[0]
    gains[0], features[0], thresholds[0] = best_split(sample, members, least, scratch)
    for rank in range(n_leaves - 1):
        node = int(np.argmax(gains[:n_nodes]))
        if gains[node] < 0.0 or features[node] < 0:
            break
        ours = members[start[node] : stop[node]]
        middle = start[node] + part_members(sample.values[features[node]], thresholds[node], ours, ordered)
        nodes.feature[node], nodes.threshold[node] = features[node], thresholds[node]
        nodes.first_child[node], nodes.rank[node] = n_nodes, rank
        gains[node] = -1.0
        for child, first, end in ((n_nodes, start[node], middle), (n_nodes + 1, middle, stop[node])):
            start[child], stop[child] = first, end
            nodes.feature[child], nodes.rank[child] = -1, -1
            nodes.label[child] = label_of(sample, members[first:end], scratch[2])[0]
            gains[child], features[child], thresholds[child] = best_split(sample, members[first:end], least, scratch)
            if features[child] < 0:
                gains[child] = -1.0
        n_nodes += 2
    return n_nodes


@kernel
def read_tree(nodes: Nodes, values: Bytes, answers: Floats) -> None:
    """Set ``answers`` to the answers of the tree; ``values`` are uint8[n_features, n_samples]."""
    for place in range(answers.shape[0]):
        node = 0
        while nodes.feature[node] >= 0:
            above = values[nodes.feature[node], place] > nodes.threshold[node]
            node = nodes.first_child[node] + above
        answers[place] = nodes.label[node]


@part
def part_rolls(seen: Bytes, threshold: int, rolls: Longs, start: int, stop: int) -> int:
    """Move the rolls with a feature of at most a threshold to the front, and return the index of the others."""
    middle = start
    for place in range(start, stop):  # without a branch, because the comparison is unpredictable
        roll = rolls[place]
        rolls[place] = rolls[middle]
        rolls[middle] = roll
        middle += seen[roll] <= threshold
    return middle


@part
def answer_rows(
    nodes: Nodes, root: int, of_lanes: Bytes, of_rolls: Bytes, rolls: Longs, stack: Longs, answers: Shorts
) -> None:
    """Compute a tree's answer to every roll in every lane of a row; ``answers`` are int16[n_rolls, N_LANES].

    Parameters
    ----------
    of_lanes, of_rolls : uint8[n_of_state, N_LANES], uint8[n_of_roll, n_rolls]
        Features of the states, and those of the rolls, which follow them.
    rolls : int64[n_rolls]
        All rolls, in any order.
    stack : int64[n, 4]
        Stack of nodes with pending situations: node, lanes as a bit mask, and their range in ``rolls``. Splitting a
        range only reorders it, so other entries of the stack stay valid.
    """
    n_of_state, n_waiting, everywhere = of_lanes.shape[0], 1, (1 << N_LANES) - 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = root, everywhere, 0, rolls.shape[0]
    while n_waiting > 0:
        n_waiting -= 1
        node, lanes, start, stop = stack[n_waiting, 0], stack[n_waiting, 1], stack[n_waiting, 2], stack[n_waiting, 3]
        while nodes.feature[node] >= 0:
            feature, threshold = nodes.feature[node], nodes.threshold[node]
            low = root + nodes.first_child[node]
            above, first = lanes, start  # of those that go to the second child
            if feature >= n_of_state:
                first = part_rolls(of_rolls[feature - n_of_state], threshold, rolls, start, stop)
                is_split, is_above = start < first < stop, first == start
            else:
                above = 0
                for lane in range(N_LANES):
                    above |= (lanes >> lane & 1) * (of_lanes[feature, lane] > threshold) << lane
                is_split, is_above = 0 < above < lanes, above == lanes
            if is_split:
                stack[n_waiting, 0], stack[n_waiting, 1] = low + 1, above
                stack[n_waiting, 2], stack[n_waiting, 3] = first, stop
                n_waiting += 1
                if feature >= n_of_state:
                    stop = first
                else:
                    lanes &= ~above
            node = low + is_above
        label = int(nodes.label[node])
        for place in range(start, stop):
            if lanes == everywhere:
                store_shorts(answers, rolls[place] * N_LANES, fill_shorts(label))
                continue
            for lane in range(N_LANES):
                if lanes >> lane & 1:
                    answers[rolls[place], lane] = label


@kernel
def follow_trees(
    choices: Choices,
    gain_of_outcome: Floats,
    places: Places,
    nodes: Nodes,
    roots: Longs,
    features: tuple[Bytes, Bytes, Bytes],
    option_of_answer: Ints,
    options: Shorts,
) -> None:
    """Compute the decisions of trees in every situation of a turn, see ``deciding.decide_turn`` for ``options``.

    Parameters
    ----------
    nodes, roots : Nodes, int64[n_rerolls + 1]
        All trees, and the root of each; children are numbered from there.
    features : uint8[n_rows, n_of_state, N_LANES], uint8[n_rolls, n_of_roll], uint8[n_rolls, n_categories]
        Features of the states; of the rolls; and the points of each box, which are a feature while it is open.
    option_of_answer : int32[n_rolls, n_keeps + 1]
        The option for an answer and a roll with remaining throws; -1 to stop.

    Notes
    -----
    If the box of an answer is filled, the first open box with the most points is taken. All situations of a row descend
    each tree together, and are split where their features differ.
    """
    of_state, of_roll, points = features
    n_rolls, n_own, n_categories = of_roll.shape[0], of_roll.shape[1], points.shape[1]
    seen, rolls = np.zeros((n_own + n_categories, n_rolls), np.uint8), np.arange(n_rolls)
    scratch = np.empty((256, 4), np.int64)
    box, answers = np.empty((n_rolls, N_LANES), np.int16), np.empty((n_rolls, N_LANES), np.int16)
    for roll in range(n_rolls):
        for feature in range(n_own):
            seen[feature, roll] = of_roll[roll, feature]
    for row in range(places.page.shape[0]):
        page, filled = places.page[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        for category in range(n_categories):
            is_open = not filled >> category & 1
            for roll in range(n_rolls):
                seen[n_own + category, roll] = points[roll, category] if is_open else 0
        answer_rows(nodes, roots[0], of_state[row], seen, rolls, scratch, box)
        for roll in range(n_rolls):
            most, spare = -1.0, 0
            for category in range(n_categories):
                if not filled >> category & 1 and gain_of_outcome[outcome_of_roll[roll, category]] > most:
                    most, spare = gain_of_outcome[outcome_of_roll[roll, category]], category
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            for lane in range(N_LANES):
                if filled >> box[roll, lane] & 1:
                    box[roll, lane] = spare
                box[roll, lane] += n_keeps
                options[row, 0, roll, lane] = box[roll, lane]
        for rerolls in range(1, options.shape[1]):
            answer_rows(nodes, roots[rerolls], of_state[row], seen, rolls, scratch, answers)
            for roll in range(n_rolls):
                for lane in range(N_LANES):
                    option = option_of_answer[roll, answers[roll, lane]]
                    options[row, rerolls, roll, lane] = box[roll, lane] if option < 0 else option
