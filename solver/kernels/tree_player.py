"""Kernels of who plays by trees: one for the box, one for the dice to keep with each number of rerolls."""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Ints, Longs
from solver.kernels.short_rows import Shorts
from solver.kernels.tree import Bytes, Nodes


@part
def answer_lanes(nodes: Nodes, root: int, of_lanes: Bytes, of_roll: Bytes, room: Longs, answers: Longs) -> None:
    """Find what a tree says of a roll in every lane of a row; ``answers`` are int64[N_LANES].

    Parameters
    ----------
    of_lanes : uint8[n_of_state, N_LANES]
        Features of the states; those of the roll come after them.
    room : int64[n, 2]
        Room for nodes that some lanes are still to go down from, and these lanes, a bit mask.
    """
    n_of_state, n_waiting = of_lanes.shape[0], 1
    room[0, 0], room[0, 1] = root, (1 << N_LANES) - 1
    while n_waiting > 0:
        n_waiting -= 1
        node, lanes = room[n_waiting, 0], room[n_waiting, 1]
        while nodes.feature[node] >= 0:
            feature, threshold = nodes.feature[node], nodes.threshold[node]
            low = root + nodes.first_child[node]
            if feature >= n_of_state:
                node = low + (of_roll[feature - n_of_state] > threshold)
                continue
            above = 0
            for lane in range(N_LANES):
                above |= (lanes >> lane & 1) * (of_lanes[feature, lane] > threshold) << lane
            if above == lanes:
                node = low + 1
            else:
                if above != 0:
                    room[n_waiting, 0], room[n_waiting, 1] = low + 1, above
                    n_waiting += 1
                    lanes &= ~above
                node = low
        label = int(nodes.label[node])
        for lane in range(N_LANES):
            if lanes >> lane & 1:
                answers[lane] = label


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
    """Find what trees say in every situation of a turn, see ``deciding.decide_rows`` for ``options``.

    Parameters
    ----------
    nodes, roots : Nodes, int64[n_rerolls + 1]
        All trees, and where each begins; children are numbered from there.
    features : uint8[n_rows, n_of_state, N_LANES], uint8[n_rolls, n_of_roll], uint8[n_rolls, n_categories]
        What is seen of the states; of the rolls; and the points of each box, which are seen where it is open.
    option_of_answer : int32[n_rolls, n_keeps + 1]
        The option that an answer with rerolls in hand means for a roll; -1 for stopping.

    Notes
    -----
    A box that is filled stands for the open box with the most points, the first of them. Lanes part only where a tree
    asks for the upper total, so a row goes down each tree about as often as one state would.
    """
    of_state, of_roll, points = features
    n_rolls, n_own, n_categories = of_roll.shape[0], of_roll.shape[1], points.shape[1]
    seen = np.zeros(n_own + n_categories, np.uint8)
    room, answers, box = np.empty((256, 2), np.int64), np.empty(N_LANES, np.int64), np.empty(N_LANES, np.int64)
    for row in range(places.page.shape[0]):
        page, filled = places.page[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        for roll in range(n_rolls):
            most, spare = -1.0, 0
            for feature in range(n_own):  # a slice takes a second to compile, see ``rows.copy_rows``
                seen[feature] = of_roll[roll, feature]
            for category in range(n_categories):
                is_open = not filled >> category & 1
                seen[n_own + category] = points[roll, category] if is_open else 0
                if is_open and gain_of_outcome[outcome_of_roll[roll, category]] > most:
                    most, spare = gain_of_outcome[outcome_of_roll[roll, category]], category
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            answer_lanes(nodes, roots[0], of_state[row], seen, room, box)
            for lane in range(N_LANES):
                if filled >> box[lane] & 1:
                    box[lane] = spare
                options[row, 0, roll, lane] = n_keeps + box[lane]
            for rerolls in range(1, options.shape[1]):
                answer_lanes(nodes, roots[rerolls], of_state[row], seen, room, answers)
                for lane in range(N_LANES):
                    option = option_of_answer[roll, answers[lane]]
                    options[row, rerolls, roll, lane] = n_keeps + box[lane] if option < 0 else option
