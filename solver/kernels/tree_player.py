"""Kernels of who plays by trees: one for the box, one for the dice to keep with each number of rerolls."""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Ints, Longs
from solver.kernels.short_rows import Shorts, fill_shorts, store_shorts
from solver.kernels.tree import Bytes, Nodes


@part
def part_rolls(seen: Bytes, threshold: int, rolls: Longs, start: int, stop: int) -> int:
    """Bring those of some rolls that show at most a threshold to the front, and return where the others begin."""
    middle = start
    for place in range(start, stop):  # without a branch: which way a roll goes, nobody can foresee
        roll = rolls[place]
        rolls[place] = rolls[middle]
        rolls[middle] = roll
        middle += seen[roll] <= threshold
    return middle


@part
def answer_rows(
    nodes: Nodes, root: int, of_lanes: Bytes, of_rolls: Bytes, rolls: Longs, room: Longs, answers: Shorts
) -> None:
    """Find what a tree says of every roll in every lane of a row; ``answers`` are int16[n_rolls, N_LANES].

    Parameters
    ----------
    of_lanes, of_rolls : uint8[n_of_state, N_LANES], uint8[n_of_roll, n_rolls]
        Features of the states, and those of the rolls, which come after them.
    rolls : int64[n_rolls]
        All rolls, in any order.
    room : int64[n, 4]
        Room for nodes from which some situations are still to go down: lanes, a bit mask, and where among ``rolls``
        their rolls begin and end. Parting these changes their order only, so who waits for the same ones finds them.
    """
    n_of_state, n_waiting, everywhere = of_lanes.shape[0], 1, (1 << N_LANES) - 1
    room[0, 0], room[0, 1], room[0, 2], room[0, 3] = root, everywhere, 0, rolls.shape[0]
    while n_waiting > 0:
        n_waiting -= 1
        node, lanes, start, stop = room[n_waiting, 0], room[n_waiting, 1], room[n_waiting, 2], room[n_waiting, 3]
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
                room[n_waiting, 0], room[n_waiting, 1] = low + 1, above
                room[n_waiting, 2], room[n_waiting, 3] = first, stop
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
    A box that is filled stands for the open box with the most points, the first of them. All situations of a row go
    down each tree together, and part where a tree asks for what they differ in.
    """
    of_state, of_roll, points = features
    n_rolls, n_own, n_categories = of_roll.shape[0], of_roll.shape[1], points.shape[1]
    seen, rolls = np.zeros((n_own + n_categories, n_rolls), np.uint8), np.arange(n_rolls)
    room = np.empty((256, 4), np.int64)
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
        answer_rows(nodes, roots[0], of_state[row], seen, rolls, room, box)
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
            answer_rows(nodes, roots[rerolls], of_state[row], seen, rolls, room, answers)
            for roll in range(n_rolls):
                for lane in range(N_LANES):
                    option = option_of_answer[roll, answers[roll, lane]]
                    options[row, rerolls, roll, lane] = box[roll, lane] if option < 0 else option
