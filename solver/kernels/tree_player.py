"""Kernels of who plays by trees: one for the box, one for the dice to keep with each number of rerolls."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Ints, Longs
from solver.kernels.short_rows import Shorts
from solver.kernels.tree import Bytes, Nodes


@part
def answer(nodes: Nodes, root: int, of_state: Bytes, of_roll: Bytes) -> int:
    """Return what a tree says of a state and a roll; features of the roll come after those of the state."""
    node, n_of_state = root, of_state.shape[0]
    while nodes.feature[node] >= 0:
        feature = nodes.feature[node]
        value = of_state[feature] if feature < n_of_state else of_roll[feature - n_of_state]
        node = root + nodes.first_child[node] + (value > nodes.threshold[node])
    return int(nodes.label[node])


@kernel
def follow_trees(
    choices: Choices,
    gain_of_outcome: Floats,
    places: Places,
    reachable: npt.NDArray[np.bool_],
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
    features : uint8[n_rows, N_LANES, n_of_state], uint8[n_rolls, n_of_roll], uint8[n_rolls, n_categories]
        What is seen of the states; of the rolls; and the points of each box, which are seen where it is open.
    option_of_answer : int32[n_rolls, n_keeps + 1]
        The option that an answer with rerolls in hand means for a roll; -1 for stopping.
    reachable : bool[n_pages, n_totals]

    Notes
    -----
    A box that is filled stands for the open box with the most points, the first of them.
    """
    of_state, of_roll, points = features
    n_rolls, n_own, n_categories = of_roll.shape[0], of_roll.shape[1], points.shape[1]
    seen = np.zeros((n_rolls, n_own + n_categories), np.uint8)
    seen[:, :n_own] = of_roll
    spare = np.zeros(n_rolls, np.int64)
    for row in range(places.page.shape[0]):
        page, filled = places.page[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        for roll in range(n_rolls):
            most = -1.0
            for category in range(n_categories):
                is_open = not filled >> category & 1
                seen[roll, n_own + category] = points[roll, category] if is_open else 0
                if is_open and gain_of_outcome[outcome_of_roll[roll, category]] > most:
                    most, spare[roll] = gain_of_outcome[outcome_of_roll[roll, category]], category
        for lane in range(min(N_LANES, reachable.shape[1] - places.lane[row])):
            if not reachable[page, places.lane[row] + lane]:
                continue
            for roll in range(n_rolls):
                n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
                box = answer(nodes, roots[0], of_state[row, lane], seen[roll])
                if filled >> box & 1:
                    box = spare[roll]
                options[row, 0, roll, lane] = n_keeps + box
                for rerolls in range(1, options.shape[1]):
                    option = option_of_answer[roll, answer(nodes, roots[rerolls], of_state[row, lane], seen[roll])]
                    options[row, rerolls, roll, lane] = n_keeps + box if option < 0 else option
