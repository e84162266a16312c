"""What was fitted and recorded: numbers of formulas, nodes of trees, rules of the mat, as the data sets hold them.

They are read from the records that ``python -m solver minds --train`` writes, so that a player is there at once.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.kernels.tree import Nodes
from solver.minds.mat_rules import Rule

FOLDER = Path(__file__).parents[1] / "records"
TREE_LEAVES = (10, 30, 100, 300, 1000)  # of recorded trees, that are players
MAT_RULES = (7, 14)
N_PRINTED = 75  # pars and cells of the mat


@lru_cache
def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a record.

    Raises
    ------
    SolverError
        If there is no such record.
    """
    path = FOLDER / f"{name}.csv"
    try:
        with path.open(newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise SolverError(
            f"{path}: the record cannot be read ({error.strerror}); make it with minds --train"
        ) from error


def numbers_of(mind: str) -> Floats:
    """Return the fitted numbers of a formula."""
    return np.array([float(row["number"]) for row in rows_of("minds_numbers") if row["mind"] == mind])


def trees_of(kind: str) -> tuple[Nodes, ...]:
    """Return the trees of a kind: for the box, and for the dice with one reroll in hand, two, and so on."""
    rows = [row for row in rows_of("minds_tree_nodes") if row["kind"] == kind]
    trees = []
    for tree in sorted({int(row["rerolls"]) for row in rows}):
        ours = [row for row in rows if int(row["rerolls"]) == tree]
        columns = (
            np.array([float(row[field]) for row in ours]).astype(np.float64 if field == "label" else np.int32)
            for field in Nodes._fields
        )
        trees.append(Nodes._make(columns))
    return tuple(trees)


def rules_of_record(mat: str) -> tuple[Rule, ...]:
    """Return the rules of a mat in their order."""
    rows = [row for row in rows_of("minds_rules") if row["mat"] == mat]
    return tuple(Rule(row["kind"], int(row["number"]), row["wants"], int(row["throws"])) for row in rows)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Score:
    """What is recorded of a player: how many numbers it holds, its expected final score, and what is left."""

    name: str
    kind: str
    numbers: int
    mean: float
    left: float


def recorded_scores() -> list[Score]:
    """Return what is recorded of every player that can be asked for by name: formulas, trees, mats."""
    found = [
        Score(row["family"], row["kind"], int(row["numbers"]), float(row["mean"]), float(row["left"]))
        for row in rows_of("minds_values")
    ]
    found += [
        Score(f"tree-{row['leaves']}", "tree", int(row["numbers"]), float(row["mean"]), float(row["left"]))
        for row in rows_of("minds_trees")
        if row["kind"] == "weighted" and int(row["leaves"]) in TREE_LEAVES
    ]
    found += [
        Score(f"mat-{row['rules']}", "mat", N_PRINTED, float(row["mean"]), float(row["left"]))
        for row in rows_of("minds_mat")
        if int(row["rules"]) in MAT_RULES
    ]
    return found
