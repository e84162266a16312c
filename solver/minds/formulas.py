"""Every formula that is fitted: what it sees, what is given, where its numbers begin, and how they are fitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.minds import catalogue
from solver.minds.curves import Curves
from solver.minds.family import Family
from solver.minds.features import Lookup, crossed, open_boxes, places_of
from solver.minds.fitting import Aim, Stage
from solver.minds.networks import Network
from solver.minds.sheet import Sheets

Found = Mapping[str, Floats]

# Boxes that share a par, by the number of the par, in scorecard order.
SIX_PARS = (0, 0, 1, 2, 3, 3, 3, 4, 3, 2, 0, 1, 3, 5, 1)
TEN_PARS = (0, 1, 2, 3, 4, 5, 6, 7, 5, 3, 8, 2, 6, 9, 2)

NORMAL = "a normal curve"
LARGER = ("curves-264", "tables-868")  # begin with what smaller ones say
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
        What the player is called.
    sees, given : str
        What the numbers belong to, and which shapes are given.
    start : callable
        The numbers to begin with, from the game and what was fitted before.
    is_finished : bool
        Whether it is fitted on in its own games at the end. Formulas that begin with this one begin before that.
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
    """Return a start with equal pars and a bonus as sharp as a throw makes it."""
    return lambda game, _found: np.array([*[height] * game.ruleset.n_categories, 0.0, 1.0])


def shared(groups: tuple[int, ...]) -> Callable[[Game, Found], Floats]:
    """Return a start with the mean par of each group."""

    def start(_game: Game, found: Found) -> Floats:
        pars, counts = found["par-17-decimals"], np.bincount(groups)
        return np.concatenate([np.bincount(groups, pars[: len(groups)]) / counts, pars[len(groups) :]])

    return start


def from_pars(make: Callable[[Game], Curves]) -> Callable[[Game, Found], Floats]:
    """Return a start with the pars fitted before, a curve of some width, and nothing else."""

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
    """Return a start from the numbers of another fit."""
    return lambda _game, found: found[name]


def curves_from_pairs(game: Game, found: Found) -> Floats:
    """Return numbers of ``two_curves`` that say what the fitted ``pairs`` say; the second curve is flat."""
    before, after = catalogue.pairs(game), catalogue.two_curves(game)
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
    """Return numbers of ``half_tables`` that say what the fitted ``two_curves`` say."""
    before, after = catalogue.two_curves(game), catalogue.half_tables(game)
    of_kind: dict[str, list[Floats]] = {}
    for kind, _feature, place in before.sections:
        of_kind.setdefault(kind, []).append(found["curves-264"][place])
    boxes, crosses, *within = of_kind["worth"]
    is_open, numbers = open_boxes(game), np.zeros(after.n_numbers)
    for half, feature, pairs in zip((False, True), after.worth, within, strict=False):
        worth = catalogue.pairs_within(game, half) @ pairs
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
    """Return the function that makes a network family for a game."""
    return lambda game: Network(game, n_hidden, n_edges, steep)


def network_start(make: Callable[[Game], Network]) -> Callable[[Game, Found], Floats]:
    """Return the start of a network: random, but for the edges."""
    return lambda game, _found: make(game).start(SEED)


def right(formula: Formula) -> Formula:
    """Return the same formula fitted to be right.

    It begins with the numbers fitted to choose, or where it begins with what others say, with what those say when they
    are fitted to be right.
    """
    kept = formula.name, formula.kind, formula.sees, formula.given, formula.make
    start = same_as(formula.name) if formula.name not in LARGER else partial(from_right, formula.start)
    return Formula(f"{kept[0]}-right", *kept[1:], start, (NEAR,), "be_right")


def from_right(start: Callable[[Game, Found], Floats], game: Game, found: Found) -> Floats:
    """Return a start from what others say that are fitted to be right."""
    return start(game, {name: found.get(f"{name}-right", numbers) for name, numbers in found.items()})


CURVE = Formula(
    "curve-1", "pars", "the upper total", NORMAL, catalogue.one_number, lambda _game, _found: np.ones(1), (FINE,)
)
PARS = Formula(
    "par-17-decimals", "pars", "boxes, upper total", NORMAL, catalogue.pars, level(10.0), (ROUGH, FINE),
    is_finished=True,
)  # fmt: skip
PARS_8 = Formula(
    "par-8", "pars", "boxes in six groups, upper total", NORMAL, lambda game: catalogue.pars(game, SIX_PARS),
    shared(SIX_PARS), (FINE,),
)  # fmt: skip
PARS_12 = Formula(
    "par-12", "pars", "boxes in ten groups, upper total", NORMAL, lambda game: catalogue.pars(game, TEN_PARS),
    shared(TEN_PARS), (FINE,),
)  # fmt: skip
LINE = Formula(
    "line-17-decimals", "pars", "boxes, upper total", "a clipped line", catalogue.pars_and_line,
    lambda _game, found: np.array([*found["par-17-decimals"][:-2], 0.75, 7.0]), (ROUGH, FINE),
)  # fmt: skip
SHEET = Formula(
    "sheet-75-decimals", "sheet", "boxes, upper boxes open and upper total in steps", "", Sheets,
    lambda game, found: Sheets(game).from_curve(found["par-17-decimals"][:-2], *found["par-17-decimals"][-2:].tolist()),
    (Stage(200, 40, (0.5, 0.1), (1.0, 0.1)),),
)  # fmt: skip
SLOPES = Formula(
    "slopes-40", "pars", "boxes, how many are open, upper total", NORMAL, catalogue.slopes,
    from_pars(catalogue.slopes), (WARM, COLD), is_finished=True,
)  # fmt: skip
PAIRS = Formula(
    "pairs-130", "pairs", "boxes and pairs, upper total", NORMAL, catalogue.pairs,
    from_pars(catalogue.pairs), (WARM, COLD), is_finished=True,
)  # fmt: skip
CURVES = Formula(
    "curves-264", "pairs", "boxes and pairs, upper total", "two normal curves", catalogue.two_curves,
    curves_from_pairs, (Stage(300, 60, (0.3, 0.08), (1.0, 0.03)),), is_finished=True,
)  # fmt: skip
TABLES = Formula(
    "tables-868", "tables", "sets of either half, pairs, upper total", "three normal curves", catalogue.half_tables,
    tables_from_curves, (Stage(400, 70, (0.15, 0.06), (1.0, 0.03)),), is_finished=True,
)  # fmt: skip


def networks() -> list[Formula]:
    """Return the networks: fitted to be right, and from there to choose right.

    The numbers of some are random at first; one begins with edges in some of its places.
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
