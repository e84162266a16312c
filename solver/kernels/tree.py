"""Kernels that grow trees, best split first, and read them.

A tree asks at each node whether one feature, a whole number from 0 to 255, is at most a threshold. Growing always
splits the leaf where that gains most, so the first splits of a tree are the tree of fewer leaves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.rows import Floats, Ints, Longs

Bytes = npt.NDArray[np.uint8]

N_VALUES = 256


class Nodes(NamedTuple):
    """The nodes of a tree, the root first, in the order in which they were made; a split makes two.

    feature : int32, -1 for a leaf; threshold : int32; first_child : int32, the child for values up to the threshold,
    the other follows it; label : float64, what a leaf says; rank : int32, the number of the split, from 0.
    """

    feature: Ints
    threshold: Ints
    first_child: Ints
    label: Floats
    rank: Ints


class Sample(NamedTuple):
    """What a tree is grown from: values : uint8[n_features, n_samples]; labels, weights : float64[n_samples].

    is_class : whether labels are numbers of classes, to be told apart, or quantities, to be near in squares;
    n_classes : how many classes, 1 for quantities.
    """

    values: Bytes
    labels: Floats
    weights: Floats
    is_class: bool
    n_classes: int


@part
def label_of(sample: Sample, members: Longs, sums: Floats) -> tuple[float, float, float]:
    """Return what members say together, their purity (weighted sum of squares over weight) and their weight."""
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
    """Set ``ordered`` to the members by value, and ``firsts``, int64[N_VALUES + 1], to where each value begins."""
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
    sample: Sample, members: Longs, least: float, room: tuple[Longs, Longs, Floats, Floats]
) -> tuple[float, int, int]:
    """Return the gain, feature and threshold of the best split of some members; feature -1 if none gains."""
    firsts, ordered, left, right = room
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
def part_members(values: Bytes, threshold: int, members: Longs, room: Longs) -> int:
    """Bring the members up to a threshold to the front, all in their order; return how many they are."""
    n_left, n_right = 0, 0
    for member in members:
        if values[member] <= threshold:
            members[n_left] = member
            n_left += 1
        else:
            room[n_right] = member
            n_right += 1
    for place in range(n_right):
        members[n_left + place] = room[place]
    return n_left


@kernel
def grow(sample: Sample, n_leaves: int, least: float, nodes: Nodes) -> int:
    """Grow a tree of so many leaves, as far as splits gain anything; return the number of nodes.

    Parameters
    ----------
    least : float
        The least weight of a leaf.
    nodes : Nodes
        Out: room for 2 * n_leaves - 1 nodes.
    """
    n_samples, n_nodes = sample.values.shape[1], 1
    members, ordered = np.arange(n_samples), np.empty(n_samples, np.int64)
    firsts = np.empty(N_VALUES + 1, np.int64)
    room = firsts, ordered, np.zeros(sample.n_classes), np.zeros(sample.n_classes)
    start, stop = np.zeros(2 * n_leaves, np.int64), np.zeros(2 * n_leaves, np.int64)
    gains = np.full(2 * n_leaves, -1.0)
    features, thresholds = np.empty(2 * n_leaves, np.int64), np.empty(2 * n_leaves, np.int64)
    stop[0], nodes.feature[0], nodes.rank[0] = n_samples, -1, -1
    nodes.label[0] = label_of(sample, members, room[2])[0]
    gains[0], features[0], thresholds[0] = best_split(sample, members, least, room)
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
            nodes.label[child] = label_of(sample, members[first:end], room[2])[0]
            gains[child], features[child], thresholds[child] = best_split(sample, members[first:end], least, room)
            if features[child] < 0:
                gains[child] = -1.0
        n_nodes += 2
    return n_nodes


@kernel
def read_tree(nodes: Nodes, values: Bytes, answers: Floats) -> None:
    """Set ``answers`` to what the tree says of samples; ``values`` are uint8[n_features, n_samples]."""
    for place in range(answers.shape[0]):
        node = 0
        while nodes.feature[node] >= 0:
            above = values[nodes.feature[node], place] > nodes.threshold[node]
            node = nodes.first_child[node] + above
        answers[place] = nodes.label[node]
