"""The data set on luck: where the variance of a perfect game comes from, by turn, by throw and by box."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.risk.throws import perfect_throws
from solver.datasets.shared.perfect_play import way_of_optimum
from solver.solving.solution import Solution


def luck_of_boxes(solution: Solution) -> Arrays:
    """Return the expected squared luck of the turns that end in each box, by turn: float64[n_turns, n_categories]."""
    from solver.kernels.luck import share_luck  # compiles

    way, game = way_of_optimum(solution), solution.game
    slots = np.zeros((game.space.n_pages, game.space.n_totals))
    slots[game.space.reachable_slots] = solution.value_of_state
    values = slots[way.page, way.total]
    n_turns = game.ruleset.n_categories
    finished = way.layer(n_turns)
    values[finished] = [game.ruleset.bonus_at(int(total)) for total in way.total[finished]]
    squares = np.zeros((n_turns, n_turns))
    for turn in range(n_turns):
        layer = way.layer(turn)
        share_luck(way.exits, way.steps, (layer.start, layer.stop), way.visits, values, squares[turn])
    return {"squares": squares}


@table(ruleset="scandinavian")
def luck_shares(workshop: Workshop) -> pd.DataFrame:
    """Share the variance of a perfect game's final score out: by turn, by throw and by box; each of the three adds up.

    Luck is what a throw changes in the final score that perfect play can expect. The luck of one throw tells nothing of
    that of another, so the squares add up to the variance. A turn's luck counts for the box in which the turn ends.

    Columns
    -------
    part : str
        What it is shared by: turn, throw or box.
    name : str
        The turn, from 1; the throw of its turn, from 1; or the box.
    variance : float, points squared
        Expected square of the luck that falls there.
    share : float, share
        The same as a share of the variance of the final score.
    so_far : float, share
        Share of this one and of those before it in its part; boxes go from the largest share to the smallest.
    """
    by_throw = workshop.once(perfect_throws).variance.sum(axis=2)
    by_box = workshop.kept(luck_of_boxes)["squares"].sum(axis=0)
    boxes = sorted(zip(workshop.ruleset.category_names, by_box.tolist(), strict=True), key=lambda box: -box[1])
    parts = {
        "turn": [(str(turn + 1), luck) for turn, luck in enumerate(by_throw.sum(axis=1).tolist())],
        "throw": [(str(throw + 1), luck) for throw, luck in enumerate(by_throw.sum(axis=0)[::-1].tolist())],
        "box": boxes,
    }
    rows = [(part, name, luck) for part, shares in parts.items() for name, luck in shares]
    frame = pd.DataFrame(rows, columns=["part", "name", "variance"])
    sums = frame.groupby("part")["variance"]
    shares = frame["variance"] / sums.transform("sum")
    return frame.assign(share=shares, so_far=shares.groupby(frame["part"]).cumsum())
