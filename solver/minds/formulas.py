"""The fitted formulas, and the best approximations of the perfect values by matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import combinations

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.minds import features
from solver.minds.features import Curves, Lookup, crossed, open_boxes, places_of
from solver.minds.fitting import Aim, Cards, Family, Stage, fit
from solver.minds.mat import Sheets
from solver.minds.networks import Network
from solver.store.results import Result, recall

Found = Mapping[str, Floats]

# Group of each box for shared pars, in scorecard order.
SIX_PARS = (0, 0, 1, 2, 3, 3, 3, 4, 3, 2, 0, 1, 3, 5, 1)
TEN_PARS = (0, 1, 2, 3, 4, 5, 6, 7, 5, 3, 8, 2, 6, 9, 2)

NORMAL = "a normal curve"
LARGER = ("curves-264", "tables-868")  # start from the parameters of smaller ones
SEED = 20261122

ROUGH = Stage(100, 30, (1.0, 0.3), (3.0, 0.5))
FINE = Stage(120, 60, (0.3, 0.1), (0.5, 0.05))
WARM, COLD = Stage(80, 25, (0.8, 0.3), (2.0, 0.5)), Stage(240, 50, (0.3, 0.08), (0.7, 0.03))
HOT = Stage(500, 40, (1.0, 0.3), (1.0, 0.3))
NEAR = Stage(1000, 300, strides=(3.0, 0.03))
OWN = Stage(100, 60, (0.1, 0.05), (0.3, 0.03))


@dataclass(frozen=True)
class Formula:
    """A formula to be fitted.

    Attributes
    ----------
    name : str
        Name of the player.
    sees, given : str
        Inputs of the parameters, and fixed shapes.
    start : callable
        Initial parameters, from the game and previous fits.
    is_finished : bool
        Whether it is finally fitted in its own games. Formulas that start from this one start from the fit before that.
    """

    name: str
    kind: str
    sees: str
    given: str
    make: Callable[[Game], Family]
    start: Callable[[Game, Found], Floats]
    stages: tuple[Stage, ...]
    aim: Aim = "choose"
    is_finished: bool = False


def level(height: float) -> Callable[[Game, Found], Floats]:
    """Return the function of initial parameters with equal pars and a sharp bonus."""
    return lambda game, _found: np.array([*[height] * game.ruleset.n_categories, 0.0, 1.0])


def shared(groups: tuple[int, ...]) -> Callable[[Game, Found], Floats]:
    """Return the function of initial parameters with the mean par of each group."""

    def start(_game: Game, found: Found) -> Floats:
        pars, counts = found["par-17-decimals"], np.bincount(groups)
        return np.concatenate([np.bincount(groups, pars[: len(groups)]) / counts, pars[len(groups) :]])

    return start


def from_pars(make: Callable[[Game], Curves]) -> Callable[[Game, Found], Floats]:
    """Return the function of initial parameters with previously fitted pars, a curve of some width, and zeros."""

    def start(game: Game, found: Found) -> Floats:
        family = make(game)
        numbers = np.zeros(family.n_numbers)
        numbers[: game.ruleset.n_categories] = found["par-17-decimals"][: game.ruleset.n_categories]
        for kind, _feature, place in family.sections:
            if kind.startswith("width"):
                numbers[place] = 0.5
        return numbers

    return start


def same_as(name: str) -> Callable[[Game, Found], Floats]:
    """Return the function of initial parameters equal to those of another fit."""
    return lambda _game, found: found[name]


def curves_from_pairs(game: Game, found: Found) -> Floats:
    """Return parameters of ``two_curves`` with the values of the fitted ``pairs``; the second curve is flat."""
    before, after = features.pairs(game), features.two_curves(game)
    boxes, pairs, place, width = (found["pairs-130"][section] for _kind, _feature, section in before.sections)
    upper, lower = places_of(game, True), places_of(game, False)
    number_of_pair = dict(zip(combinations(range(game.ruleset.n_categories), 2), pairs.tolist(), strict=True))
    halves = [crossed(game), list(combinations(lower, 2)), list(combinations(upper, 2))]
    faces = np.arange(1, len(upper) + 1)
    places, widths = np.empty(game.ruleset.n_categories), np.empty(game.ruleset.n_categories)
    places[upper], places[lower] = place[:-1], place[-1]
    widths[upper], widths[lower] = np.sqrt(width[0] ** 2 * faces**2 + width[1] ** 2), width[2]
    flat = {
        kind: np.array(number) for kind, number in (("rise0", 0.0), ("rise1", 0.0), ("place1", 0.0), ("width1", 0.8))
    }
    first = {**flat, "place0": places, "width0": widths}
    worth = iter([boxes, *(np.array([number_of_pair[pair] for pair in half]) for half in halves)])
    numbers = np.empty(after.n_numbers)
    for kind, _feature, section in after.sections:
        numbers[section] = next(worth) if kind == "worth" else first[kind]
    return numbers


def tables_from_curves(game: Game, found: Found) -> Floats:
    """Return parameters of ``half_tables`` with the values of the fitted ``two_curves``."""
    before, after = features.two_curves(game), features.half_tables(game)
    of_kind: dict[str, list[Floats]] = {}
    for kind, _feature, place in before.sections:
        of_kind.setdefault(kind, []).append(found["curves-264"][place])
    boxes, crosses, *within = of_kind["worth"]
    is_open, numbers = open_boxes(game), np.zeros(after.n_numbers)
    for half, feature, pairs in zip((False, True), after.worth, within, strict=False):
        worth = features.pairs_within(game, half) @ pairs
        worth += is_open[:, places_of(game, half)] @ boxes[places_of(game, half)]
        alone = is_open[:, places_of(game, not half)].sum(axis=1) == 0
        assert isinstance(feature, Lookup)
        at = np.where(alone, feature.place_of_page, -1)
        section = np.zeros(feature.n_numbers)
        section[at[at >= 0]] = worth[at >= 0]
        numbers[after.sections[int(half)][2]] = section
    waiting = {**of_kind, "worth": [crosses]}
    for kind, _feature, place in after.sections[2:]:
        if waiting.get(kind):
            numbers[place] = waiting[kind].pop(0)
        elif kind == "width2":
            numbers[place] = 1.5
        elif kind == "place2":
            numbers[place] = -1.0
    return numbers


def network(n_hidden: int, n_edges: int, steep: float) -> Callable[[Game], Network]:
    """Return the function that creates a network family for a game."""
    return lambda game: Network(game, n_hidden, n_edges, steep)


def network_start(make: Callable[[Game], Network]) -> Callable[[Game, Found], Floats]:
    """Return the function of initial parameters of a network: random, except for the edges."""
    return lambda game, _found: make(game).start(SEED)


def right(formula: Formula) -> Formula:
    """Return the same formula fitted to predict values.

    It starts from the parameters fitted to choose, or, if it starts from another formula, from that one fitted to
    predict values.
    """
    kept = formula.name, formula.kind, formula.sees, formula.given, formula.make
    start = same_as(formula.name) if formula.name not in LARGER else partial(from_right, formula.start)
    return Formula(f"{kept[0]}-right", *kept[1:], start, (NEAR,), "be_right")


def from_right(start: Callable[[Game, Found], Floats], game: Game, found: Found) -> Floats:
    """Return initial parameters from another formula fitted to predict values."""
    return start(game, {name: found.get(f"{name}-right", numbers) for name, numbers in found.items()})


CURVE = Formula(
    "curve-1", "pars", "the upper total", NORMAL, features.one_number, lambda _game, _found: np.ones(1), (FINE,)
)
PARS = Formula(
    "par-17-decimals", "pars", "boxes, upper total", NORMAL, features.pars, level(10.0), (ROUGH, FINE),
    is_finished=True,
)  # fmt: skip
PARS_8 = Formula(
    "par-8", "pars", "boxes in six groups, upper total", NORMAL, lambda game: features.pars(game, SIX_PARS),
    shared(SIX_PARS), (FINE,),
)  # fmt: skip
PARS_12 = Formula(
    "par-12", "pars", "boxes in ten groups, upper total", NORMAL, lambda game: features.pars(game, TEN_PARS),
    shared(TEN_PARS), (FINE,),
)  # fmt: skip
LINE = Formula(
    "line-17-decimals", "pars", "boxes, upper total", "a clipped line", features.pars_and_line,
    lambda _game, found: np.array([*found["par-17-decimals"][:-2], 0.75, 7.0]), (ROUGH, FINE),
)  # fmt: skip
SHEET = Formula(
    "sheet-75-decimals", "sheet", "boxes, upper boxes open and upper total in steps", "", Sheets,
    lambda game, found: Sheets(game).from_curve(found["par-17-decimals"][:-2], *found["par-17-decimals"][-2:].tolist()),
    (Stage(200, 40, (0.5, 0.1), (1.0, 0.1)),),
)  # fmt: skip
SLOPES = Formula(
    "slopes-40", "pars", "boxes, how many are open, upper total", NORMAL, features.slopes,
    from_pars(features.slopes), (WARM, COLD), is_finished=True,
)  # fmt: skip
PAIRS = Formula(
    "pairs-130", "pairs", "boxes and pairs, upper total", NORMAL, features.pairs,
    from_pars(features.pairs), (WARM, COLD), is_finished=True,
)  # fmt: skip
CURVES = Formula(
    "curves-264", "pairs", "boxes and pairs, upper total", "two normal curves", features.two_curves,
    curves_from_pairs, (Stage(300, 60, (0.3, 0.08), (1.0, 0.03)),), is_finished=True,
)  # fmt: skip
TABLES = Formula(
    "tables-868", "tables", "sets of either half, pairs, upper total", "three normal curves", features.half_tables,
    tables_from_curves, (Stage(400, 70, (0.15, 0.06), (1.0, 0.03)),), is_finished=True,
)  # fmt: skip


def networks() -> list[Formula]:
    """Return the networks: fitted to predict values, and from there to choose.

    Some start from random parameters; one starts with edges in some hidden units.
    """
    found = []
    long, short = (Stage(16000, 40, strides=(0.5, 0.005)),), (Stage(6000, 40, strides=(0.5, 0.005)),)
    for name, make, given, near, warm in (
        ("net-145", network(8, 0, 1.0), "tanh", long, (Stage(450, 20, (0.6, 0.1), (0.5, 0.02)),)),
        ("net-577-random", network(32, 0, 8.0), "tanh", long, (HOT, Stage(1000, 40, (0.3, 0.07), (1.0, 0.02)))),
        ("net-577", network(32, 8, 1.0), "tanh, edges to begin with", short,
         (Stage(300, 25, (0.6, 0.1), (0.3, 0.02)),)),
        ("net-2305", network(128, 8, 1.0), "tanh, edges to begin with", short,
         (Stage(300, 25, (0.6, 0.1), (0.3, 0.02)),)),
    ):  # fmt: skip
        kept = "network", "boxes, upper total", given, make
        found.append(Formula(f"{name}-right", *kept, network_start(make), near, "be_right"))
        found.append(Formula(name, *kept, same_as(f"{name}-right"), warm))
    return found


FORMULAS = {
    formula.name: formula
    for formula in (
        CURVE, PARS, PARS_8, PARS_12, LINE, SLOPES, PAIRS, CURVES, TABLES, *networks(),
        *map(right, (CURVE, PARS_8, PARS_12, PARS, LINE, SLOPES, PAIRS, CURVES, TABLES)), SHEET,
    )
}  # fmt: skip


RARE = 1e-9  # weight of states that perfect play hardly visits, so that they are fitted, too


@dataclass(frozen=True, eq=False)
class Matrix:
    """Row and column of each state in the matrix of values."""

    game: Game

    @cached_property
    def lower_of_page(self) -> Longs:
        """Return the set of filled lower boxes of each page, its row."""
        places = places_of(self.game, False)
        pages = np.arange(self.game.space.n_pages)
        return np.asarray(sum((pages >> place & 1) << number for number, place in enumerate(places)), dtype=np.int64)

    @cached_property
    def first_column(self) -> Longs:
        """Return the index of the first column of each upper set."""
        counts = self.game.space.reachable_of_upper_set.sum(axis=1)
        return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of rows and columns."""
        return 2 ** len(places_of(self.game, False)), int(self.first_column[-1])

    def places(self, pages: Longs, totals: Longs) -> tuple[Longs, Longs]:
        """Return row and column of some states."""
        space = self.game.space
        upper = space.upper_set_of_page[pages]
        return self.lower_of_page[pages], self.first_column[upper] + space.rank_of_total[upper, totals]

    def arrange(self, cards: Cards, number_of_state: Floats) -> Floats:
        """Arrange a number of each state as the matrix."""
        found = np.zeros(self.shape)
        found[self.places(cards.pages, cards.totals)] = number_of_state
        return found


@dataclass(frozen=True, eq=False)
class Ranks:
    """The family of matrices of one rank; parameters are those of the rows, row by row, then those of the columns."""

    matrix: Matrix
    rank: int

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return self.rank * sum(self.matrix.shape)

    @property
    def strides(self) -> Floats:
        """Return the step size of each parameter."""
        return np.full(self.n_numbers, 0.02)

    def factors(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return the factors of rows and columns: float64[n, rank]."""
        n_rows = self.matrix.shape[0]
        return tuple(np.split(numbers.reshape(-1, self.rank), [n_rows]))  # type: ignore[return-value]

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total."""
        (rows, columns), (row, column) = self.factors(numbers), self.matrix.places(pages, totals)
        found = np.zeros(len(row))
        for one in range(self.rank):  # fixed order of summation
            found += rows[row, one] * columns[column, one]
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter."""
        (rows, columns), (row, column) = self.factors(numbers), self.matrix.places(pages, totals)
        of_rows, of_columns = np.empty_like(rows), np.empty_like(columns)
        for one in range(self.rank):
            of_rows[:, one] = np.bincount(row, weights * columns[column, one], len(rows))
            of_columns[:, one] = np.bincount(column, weights * rows[row, one], len(columns))
        return np.concatenate([of_rows.ravel(), of_columns.ravel()])


def singular_values(cards: Cards) -> Floats:
    """Return the singular values of the matrix of perfect values, largest first."""
    values = Matrix(cards.game).arrange(cards, cards.value_of_state)
    return np.linalg.svd(values, compute_uv=False).astype(np.float64)


def plain_fit(cards: Cards, rank: int) -> Floats:
    """Return the parameters of the nearest unweighted matrix: the singular value decomposition."""
    values = Matrix(cards.game).arrange(cards, cards.value_of_state)
    left, sizes, right = np.linalg.svd(values, full_matrices=False)
    scale = np.sqrt(sizes[:rank])
    return np.concatenate([(left[:, :rank] * scale).ravel(), (right[:rank].T * scale).ravel()])


def weighted_fit(cards: Cards, rank: int, n_rounds: int) -> Floats:
    """Return the parameters of the nearest matrix weighted by visits: least squares for rows and columns in turn."""
    matrix = Matrix(cards.game)
    values = matrix.arrange(cards, cards.value_of_state)
    weights = np.maximum(matrix.arrange(cards, cards.visits_of_state), RARE)
    rows, columns = Ranks(matrix, rank).factors(plain_fit(cards, rank))
    for _ in range(n_rounds):
        rows = least_squares(values, weights, columns)
        columns = least_squares(values.T, weights.T, rows)
    return np.concatenate([rows.ravel(), columns.ravel()])


def same_everywhere(family: Ranks, numbers: Floats) -> Floats:
    """Return the parameters in thousandths, normalized such that row factors have positive sums.

    Libraries of linear algebra differ in the order of sums and the signs of factors.
    """
    rows, columns = family.factors(numbers)
    signs = np.where(rows.sum(axis=0) < 0.0, -1.0, 1.0)
    return in_thousandths(np.concatenate([(rows * signs).ravel(), (columns * signs).ravel()]))


def in_thousandths(numbers: Floats) -> Floats:
    """Round parameters to thousandths, without negative zeros."""
    found: Floats = np.rint(numbers * 1e3) / 1e3 + 0.0
    return found


def least_squares(values: Floats, weights: Floats, known: Floats) -> Floats:
    """Return the least squares parameters of the rows, given those of the columns: float64[n_rows, rank]."""
    rank = known.shape[1]
    products = (known[:, :, None] * known[:, None, :]).reshape(len(known), -1)
    left = (weights @ products).reshape(-1, rank, rank)
    scale = np.trace(left, axis1=1, axis2=2)[:, None, None] / rank
    right = (weights * values) @ known
    solved: Floats = np.linalg.solve(left + 1e-12 * scale * np.eye(rank), right[..., None])[..., 0]
    return solved


RANK_NEAR = Stage(1200, 300, strides=(0.3, 0.01))  # to predict values, the first stage
CHOOSING_RANKS = {
    "rank-1-choose": (1, Stage(250, 60, (0.5, 0.05), (2.0, 0.05))),
    "rank-2-choose": (2, Stage(350, 100, (0.5, 0.05), (2.0, 0.03))),
    "rank-3-choose": (3, Stage(350, 100, (0.2, 0.03), (1.0, 0.03))),
    "rank-4-choose": (4, Stage(250, 100, (0.2, 0.02), (1.0, 0.02))),
    "rank-6-choose": (6, Stage(250, 100, (0.1, 0.02), (0.5, 0.01))),
}


def numbers_to_choose(cards: Cards, name: str, fresh: bool = False) -> Floats:
    """Return the parameters of a matrix, in thousandths, fitted with a fixed seed and cached on disk.

    The fit starts from the nearest matrix, rounded, so it is the same on every machine, whatever its library of linear
    algebra. From there it is fitted to predict values, then to choose.
    """
    rank, stage = CHOOSING_RANKS[name]
    family = Ranks(Matrix(cards.game), rank)

    def compute() -> Result:
        start = same_everywhere(family, plain_fit(cards, rank))
        near = fit(cards, family, start, (RANK_NEAR,), SEED, "be_right")
        return Result({"numbers": in_thousandths(fit(cards, family, near, (stage,), SEED))}, {})

    found = recall("numbers_to_choose", cards.game.identity | {"mind": name}, compute, fresh)[0].arrays["numbers"]
    return np.asarray(found)


def values_to_choose(name: str, cards: Cards) -> Floats:
    """Return the values of a matrix."""
    family = Ranks(Matrix(cards.game), CHOOSING_RANKS[name][0])
    return family.values(numbers_to_choose(cards, name), cards.pages, cards.totals)


def digest_of(cards: Cards, name: str) -> str:
    """Return the SHA-256 of the parameters of a matrix; empty for players whose parameters are recorded."""
    return sha256(numbers_to_choose(cards, name).tobytes()).hexdigest() if name in CHOOSING_RANKS else ""
