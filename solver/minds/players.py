"""The small policies by name, their recorded parameters, and their decision for a roll."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from solver.advising.advice import Choice
from solver.advising.positions import Scorecard
from solver.arrays import Floats
from solver.baselines.registry import all_players, find_player
from solver.errors import RulesError, SolverError
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.trees import Nodes
from solver.minds import features
from solver.minds.fitting import Cards, Family, perfect_cards
from solver.minds.formulas import CHOOSING_RANKS, FORMULAS, Matrix, Ranks, plain_fit, values_to_choose, weighted_fit
from solver.minds.mat import MatPlayer, Rule, Sheets
from solver.minds.trees import Leaves, TreePlayer, pruned, tree_size, value_tree, values_of_tree
from solver.play.player import Decided, Player, TablePlayer, Tables
from solver.rules.games import DEFAULT_RULESET, find_ruleset
from solver.rules.ruleset import Roll, Ruleset

FOLDER = Path(__file__).parents[1] / "records"
TREE_LEAVES = (10, 30, 100, 300, 1000)  # of recorded trees that are players
MAT_RULES = (7, 14)
N_PRINTED = 75  # pars and cells of the mat


@lru_cache
def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a record.

    Raises
    ------
    SolverError
        If the record does not exist.
    """
    path = FOLDER / f"{name}.csv"
    try:
        with path.open(newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise SolverError(
            f"{path}: cannot read the record ({error.strerror}); create it with: minds --train"
        ) from error


def numbers_of(mind: str) -> Floats:
    """Return the fitted parameters of a formula."""
    return np.array([float(row["number"]) for row in rows_of("minds_numbers") if row["mind"] == mind])


def trees_of(kind: str) -> tuple[Nodes, ...]:
    """Return the trees of a kind: for the box, and for the dice with one remaining throw, two, and so on."""
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


def mat_numbers(n_rules: int) -> Floats:
    """Return the printed numbers of a mat: those tuned for its number of rules, or for the next smaller one."""
    rows = rows_of("minds_mat_numbers")
    lengths = sorted({int(row["rules"]) for row in rows})
    length = max([lengths[0], *(length for length in lengths if length <= n_rules)])
    return np.array([float(row["number"]) for row in rows if int(row["rules"]) == length])


def rules_of_record(mat: str) -> tuple[Rule, ...]:
    """Return the rules of a mat in order."""
    rows = [row for row in rows_of("minds_rules") if row["mat"] == mat]
    return tuple(Rule(row["kind"], int(row["number"]), row["wants"], int(row["throws"])) for row in rows)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Score:
    """The record of a player: number of parameters, expected final score, and difference from perfect play."""

    name: str
    kind: str
    numbers: int
    mean: float
    left: float


def recorded_scores() -> list[Score]:
    """Return the records of all players available by name: formulas, trees, mats."""
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


def choice_of(
    game: Game, player: Player, scorecard: Scorecard, dice: Roll, rerolls: int, options: tuple[Choice, ...]
) -> Choice:
    """Return the option that a player takes.

    Raises
    ------
    SolverError
        If the player decides at random.
    """
    if not isinstance(player, Decided):
        raise SolverError(f"policy {player.name!r} decides at random, so it has no single decision")
    page = np.array([game.space.page(scorecard.filled, scorecard.extra)])
    place = Places(page, np.array([scorecard.upper_total]), page % game.space.n_sets)
    roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
    option = int(player.decide(Tables(game), place)[0, rerolls, roll, 0])
    keeps = game.lattice.choices_of_roll[roll]
    if option < len(keeps):
        kept = game.lattice.keeps[keeps[option]]
        return next(choice for choice in options if choice.action == "keep" and choice.dice == kept)
    name = game.ruleset.category_names[option - len(keeps)]
    return next(choice for choice in options if choice.action == "score" and choice.category == name)


RANKS = (1, 2, 3, 4, 6)
N_ROUNDS = 30  # of alternating least squares
VALUE_LEAVES = (100, 1000, 10000)
CHOOSING, CHOOSING_LEAVES = "values-1000-choose", 1000


@dataclass(frozen=True, eq=False)
class Mind:
    """A small policy.

    Attributes
    ----------
    name, kind : str
    sees, given : str
        Inputs of its parameters, and fixed shapes.
    fit : str
        How the parameters were found.
    count : callable
        The number of parameters; a split of a tree is two, a leaf one.
    make : callable
        The player, from the states of the game.
    """

    name: str
    kind: str
    sees: str
    given: str
    fit: str
    count: Callable[[], int]
    make: Callable[[Cards], Player]

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return self.count()


def size_of(make: Callable[[Game], Family], game: Game) -> int:
    """Return the number of parameters of a family."""
    return make(game).n_numbers


def read_formula(name: str, family: Callable[[Game], Family], cards: Cards) -> TablePlayer:
    """Return the player of a formula with recorded parameters."""
    values = family(cards.game).values(numbers_of(name), cards.pages, cards.totals)
    return TablePlayer(name, values)


def read_values(name: str, values: Callable[[Cards], Floats], cards: Cards) -> TablePlayer:
    """Return the player of a value table."""
    return TablePlayer(name, values(cards))


def values_of_rank(rank: int, is_weighted: bool, cards: Cards) -> Floats:
    """Return the values of a matrix of some rank, fitted to predict values."""
    numbers = weighted_fit(cards, rank, N_ROUNDS) if is_weighted else plain_fit(cards, rank)
    return Ranks(Matrix(cards.game), rank).values(numbers, cards.pages, cards.totals)


def formulas(game: Game) -> list[Mind]:
    """Return the players of formulas with recorded parameters."""
    found = [
        Mind(one.name, one.kind, one.sees, one.given, one.aim, partial(size_of, one.make, game),
             partial(read_formula, one.name, one.make))
        for one in FORMULAS.values()
    ]  # fmt: skip
    for name, before, family in (
        ("par-17", "par-17-decimals", features.pars),
        ("line-17", "line-17-decimals", features.pars_and_line),
        ("sheet-75", "sheet-75-decimals", Sheets),
    ):
        kept = FORMULAS[before]
        make = partial(read_formula, name, family)
        found.append(Mind(name, kept.kind, kept.sees, kept.given, "whole", partial(size_of, kept.make, game), make))
    return found


def matrices(game: Game) -> list[Mind]:
    """Return the players of matrices of low rank and of value trees."""
    found = []
    for is_weighted, label in ((False, "svd"), (True, "rank")):
        for rank in RANKS:
            values = partial(values_of_rank, rank, is_weighted)
            fit = "be_right" if is_weighted else "be_right_everywhere"
            size = partial(size_of, partial(rank_family, rank), game)
            make = partial(read_values, f"{label}-{rank}", values)
            found.append(Mind(f"{label}-{rank}", "matrix", "sets of lower boxes, upper states", "", fit, size, make))
    for name, (rank, _stage) in CHOOSING_RANKS.items():
        size = partial(size_of, partial(rank_family, rank), game)
        make = partial(read_values, name, partial(values_to_choose, name))
        found.append(Mind(name, "matrix", "sets of lower boxes, upper states", "", "choose", size, make))
    for leaves in VALUE_LEAVES:
        make = partial(read_values, f"values-{leaves}", partial(values_by_tree, leaves))
        size = partial(tree_size, leaves)
        found.append(Mind(f"values-{leaves}", "value tree", "boxes, upper total", "", "be_right", size, make))
    make = partial(read_values, CHOOSING, partial(values_by_leaves, CHOOSING, CHOOSING_LEAVES))
    size = partial(tree_size, CHOOSING_LEAVES)
    return [*found, Mind(CHOOSING, "value tree", "boxes, upper total", "", "choose", size, make)]


def values_by_leaves(name: str, leaves: int, cards: Cards) -> Floats:
    """Return the values of a tree with the recorded leaf values."""
    family = Leaves(cards, value_tree(cards, leaves))
    return family.values(numbers_of(name), cards.pages, cards.totals)


def values_by_tree(leaves: int, cards: Cards) -> Floats:
    """Return the values of a tree fitted to predict values."""
    return values_of_tree(cards, value_tree(cards, leaves))


def policies(game: Game) -> list[Mind]:
    """Return the players without a value table: trees that imitate, and mats."""
    trees = [
        Mind(f"tree-{leaves}", "tree", "the situation", "", "imitate", partial(size_of_trees, game, leaves),
             partial(tree_player, f"tree-{leaves}", leaves))
        for leaves in TREE_LEAVES
    ]  # fmt: skip
    mats = [
        Mind(f"mat-{n_rules}", "mat", "rules, pars, printed bonus", "", "rules", partial(size_of, Sheets, game),
             partial(mat_player, f"mat-{n_rules}", n_rules))
        for n_rules in MAT_RULES
    ]  # fmt: skip
    return trees + mats


def rank_family(rank: int, game: Game) -> Ranks:
    """Return the family of matrices of a rank."""
    return Ranks(Matrix(game), rank)


def size_of_trees(game: Game, leaves: int) -> int:
    """Return the number of parameters of a player's trees."""
    return (game.ruleset.n_rerolls + 1) * tree_size(leaves)


def tree_player(name: str, leaves: int, cards: Cards) -> TreePlayer:
    """Return the player of three recorded trees with ``leaves`` leaves each."""
    return TreePlayer(name, cards.game, tuple(pruned(tree, leaves) for tree in trees_of("weighted")))


def mat_player(name: str, n_rules: int, cards: Cards) -> MatPlayer:
    """Return the player of the recorded mat with ``n_rules`` rules."""
    values = Sheets(cards.game).values(mat_numbers(n_rules), cards.pages, cards.totals)
    return MatPlayer(name, cards.game, rules_of_record(f"mat-{n_rules}"), values)


@lru_cache
def all_minds() -> dict[str, Mind]:
    """Return every small policy by name."""
    game = Game(find_ruleset(DEFAULT_RULESET))
    return {mind.name: mind for mind in (*formulas(game), *matrices(game), *policies(game))}


def find_policy(name: str, ruleset: Ruleset) -> Player:
    """Return the player called ``name``: a small policy, or one of the others.

    Raises
    ------
    SolverError
        If the player does not exist or does not support the ruleset.
    """
    if name in all_players():
        return find_player(name, ruleset)
    game, minds = Game(ruleset), all_minds()
    if name not in minds:
        raise SolverError(f"unknown policy {name!r}; choose one of {', '.join([*all_players(), *minds])}")
    if game.identity != Game(find_ruleset(DEFAULT_RULESET)).identity:
        raise RulesError(f"policy {name!r} plays the ruleset {DEFAULT_RULESET!r} only, without house rules")
    return minds[name].make(perfect_cards(game))
