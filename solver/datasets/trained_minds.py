"""Data of the chapter "Small minds" that are trained or followed for minutes, and recorded."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract import Workshop, table
from solver.datasets.records import read_record, recorded_table
from solver.threads import n_processors

if TYPE_CHECKING:
    from solver.arrays import Floats
    from solver.game.game import Game
    from solver.kernels.trees import Nodes
    from solver.minds.fitting import Cards, Family
    from solver.minds.learning import Pupil, Told
    from solver.minds.mat import Rule
    from solver.minds.players import Mind
    from solver.minds.trees import Decisions
    from solver.play.player import Player


SEEDS = (1, 2, 3, 4, 5)
EARLY_STOPS, LATE_STOPS = (100, 300, 1000), (100, 300, 1000, 3000, 10000, 30000)  # of the linear one
NETWORK_STOPS: dict[int, tuple[Told, ...]] = {
    100000: ("average", "one_throw", "final_score"),
    10000: ("average", "one_throw", "final_score"),
    1000: ("average",),
}
TABLE_STOPS = (10000, 100000)
NOTEBOOK_STOPS = (1000, 10000)
TELLERS: tuple[Told, ...] = ("average", "one_throw", "final_score")
# The first stride, and the game at which it is half of that: what is told less exactly is believed less.
STRIDES = {"average": (0.5, 100.0), "one_throw": (0.2, 200.0), "final_score": (0.05, 500.0)}
NETWORK_STRIDES = {"average": 0.004, "one_throw": 0.002, "final_score": 0.0006}
TABLE_STRIDES = {"average": (1.0, 30000.0), "one_throw": (0.5, 30000.0), "final_score": (0.1, 30000.0)}


@recorded_table("trained", ruleset="scandinavian")
def minds_learning(workshop: Workshop) -> pd.DataFrame:
    """Follow learners after so many of their own games; one row per learner, teacher, seed and stop.

    Columns
    -------
    learner (str): linear, network or tables, which know the dice and count every turn; or notebook, which knows only
        what it threw.
    numbers (int): Numbers that it learns.
    told (str): What it learns from: average of its turn, one_throw, or final_score.
    seed (int): Seed of its dice, from 1.
    games (int): Games that it has played.
    looked_at (float): Scorecards after its turns that it has looked at, about.
    mean (float, points): Expected final score of a player with its averaged weights; of a network with its last ones.
    """
    game, makers = workshop.game, list[Callable[[], Iterator[dict[str, Any]]]]()
    for stop, tellers in NETWORK_STOPS.items():  # each is another learner, which knows how many games it has
        makers.append(partial(rows_of_pupils, game, class_of(network, tellers), (stop,)))
    makers.append(partial(rows_of_pupils, game, class_of(tables, TELLERS), TABLE_STOPS))
    makers.append(partial(rows_of_pupils, game, class_of(linear, TELLERS[2:]), LATE_STOPS))
    makers.append(partial(rows_of_pupils, game, class_of(linear, TELLERS[:2]), EARLY_STOPS))
    makers += [partial(rows_of_notebook, game, NOTEBOOK_STOPS, seed) for seed in SEEDS]
    with ThreadPoolExecutor(n_processors()) as pool:
        learners = list(pool.map(lambda maker: list(maker()), makers))
    frame = pd.DataFrame([row for rows in learners for row in rows])
    return frame.sort_values(["learner", "told", "seed", "games"], ignore_index=True)


@recorded_table("trained", ruleset="scandinavian")
def minds_million(workshop: Workshop) -> pd.DataFrame:
    """Follow the network, told the average of its turn, after a million of its own games; one row.

    Columns
    -------
    numbers (int): Numbers that it learns.
    seed (int): Seed of its dice, the first of minds_learning.
    games (int): Games that it has played.
    looked_at (float): Scorecards after its turns that it has looked at, about.
    mean (float, points): Expected final score of a player with its last weights.
    """
    rows = rows_of_pupils(workshop.game, [network("average", 1)], (10**6,))
    return pd.DataFrame(rows)[["numbers", "seed", "games", "looked_at", "mean"]]


@table(ruleset="scandinavian")
def minds_learned(_workshop: Workshop) -> pd.DataFrame:
    """Sum up learners of all seeds; one row per learner, teacher and stop.

    Columns
    -------
    learner (str): linear, network or notebook, as in minds_learning.
    told (str): What it learns from.
    games (int): Games that it has played.
    looked_at (float): Scorecards after its turns that it has looked at, about.
    numbers (int): Numbers that it learns.
    seeds (int): Learners that are summed up.
    mean (float, points): Average of their expected final scores.
    worst (float, points): The lowest of them.
    best (float, points): The highest.
    """
    rows = read_record("minds_learning").groupby(["learner", "told", "games", "looked_at", "numbers"])["mean"]
    return rows.agg(seeds="size", mean="mean", worst="min", best="max").reset_index()


def linear(told: Told, seed: int) -> Pupil:
    """Return the linear learner, who begins with nothing."""
    from solver.minds.learning import Pupil

    return Pupil("linear", told, seed, *STRIDES[told])


def network(told: Told, seed: int) -> Pupil:
    """Return the learner with a network of 577 weights."""
    from solver.minds.learning import Pupil

    return Pupil("network", told, seed, NETWORK_STRIDES[told], n_hidden=32)


def tables(told: Told, seed: int) -> Pupil:
    """Return the learner with a number for each set of lower boxes and each upper state, which hopes for much."""
    from solver.minds.learning import Pupil

    return Pupil("tables", told, seed, *TABLE_STRIDES[told], has_tables=True)


def class_of(make: Callable[[Told, int], Pupil], tellers: tuple[Told, ...]) -> list[Pupil]:
    """Return learners of each teacher and seed, who learn side by side."""
    return [make(told, seed) for told in tellers for seed in SEEDS]


def looked_at_in_game(game: Game) -> float:
    """Return about how many scorecards are looked at in a game: all that the open boxes lead to, at every turn."""
    steps = {*zip(game.outcomes.step.tolist(), game.outcomes.shift.tolist(), strict=True)}
    return len(steps) * (game.ruleset.n_categories + 1) / 2.0


def mean_of_player(game: Game, player: Player) -> float:
    """Return the expected final score of a player, followed exactly."""
    from solver.play.statistics import habits
    from solver.play.walk import walk

    found = habits(walk(game, player, is_passing=True))
    return float(found.means.sum() + game.ruleset.bonus * found.bonus_rate)


def rows_of_pupils(game: Game, pupils: list[Pupil], stops: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Yield the rows of learners of one kind who count their turns."""
    from solver.minds.learning import lessons, values_held
    from solver.play.player import TablePlayer

    for stop, held in zip(stops, lessons(game, pupils, stops), strict=True):
        for pupil, weights in zip(pupils, held, strict=True):
            mean = mean_of_player(game, TablePlayer(pupil.name, values_held(game, pupil, weights)))
            what = {"learner": pupil.name, "numbers": len(weights), "told": pupil.told, "seed": pupil.seed}
            yield what | {"games": stop, "looked_at": stop * looked_at_in_game(game), "mean": mean}


def rows_of_notebook(game: Game, stops: tuple[int, ...], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of one learner who notes what it threw."""
    from solver.minds.learning import NotebookPlayer, noted

    for stop, book in zip(stops, noted(game, stops, seed), strict=True):
        mean = mean_of_player(game, NotebookPlayer(f"notebook of {stop} games", game, book))
        numbers = book.points.size + book.weights.size
        what = {"learner": "notebook", "numbers": numbers, "told": "one_throw", "seed": seed, "games": stop}
        yield what | {"looked_at": stop * looked_at_in_game(game), "mean": mean}


N_MAT_BATCHES, MAT_SEED = 150, 20261122
N_RULES = 14
NO_LIMIT = 1000  # points of the upper total, which no cell of the table ends at


def searched_rules(workshop: Workshop) -> list[list[Rule]]:
    """Return the rules found for each number of rules; make it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.mat import Sheets, all_rules, draw_trials, search
    from solver.minds.players import numbers_of

    cards, rules = perfect_cards(workshop.game), all_rules()
    sheet = Sheets(cards.game).values(numbers_of("sheet-75"), cards.pages, cards.totals)
    trials = draw_trials(cards, sheet, rules, N_MAT_BATCHES, MAT_SEED)
    return [[rules[place] for place in chosen] for chosen in search(trials, N_RULES)]


@recorded_table("trained", ruleset="scandinavian")
def minds_rules(workshop: Workshop) -> pd.DataFrame:
    """Give the rules of mats for the dice to keep, from one rule to fourteen; one row per rule.

    Columns
    -------
    mat (str): Name of the player.
    place (int): Place of the rule, from 1; the first that says something counts, after the last all dice are thrown.
    kind (str): What is looked for: equal, two_pairs, at_least, run, or write.
    number (int): How many equal dice or dice of the straight, the lowest face, or what the box must show.
    wants (str): Which box must be open.
    throws (int): Throws that must be in hand, 0 for any number.
    words (str): The rule as it is printed.
    """
    rows = [
        (f"mat-{n_rules}", place, rule.kind, rule.number, rule.wants, rule.throws, rule.words)
        for n_rules, rules in enumerate(workshop.once(searched_rules), start=1)
        for place, rule in enumerate(rules, start=1)
    ]
    return pd.DataFrame(rows, columns=["mat", "place", "kind", "number", "wants", "throws", "words"])


@recorded_table("trained", ruleset="scandinavian")
def minds_mat(workshop: Workshop) -> pd.DataFrame:
    """Tell what mats of one rule to fourteen score, followed exactly as printed; one row per mat.

    Columns
    -------
    rules (int): How many rules it has.
    mean (float, points): Expected final score.
    left (float, points): What is left to perfect play.
    bonus_rate (float, probability): Of the bonus.
    """
    from solver.minds.fitting import follow, perfect_cards
    from solver.minds.mat import MatPlayer, Sheets
    from solver.minds.players import numbers_of

    cards, rows = perfect_cards(workshop.game), []
    values = Sheets(cards.game).values(numbers_of("sheet-75"), cards.pages, cards.totals)
    for rules in workshop.once(searched_rules):
        found = follow(cards, MatPlayer(f"mat-{len(rules)}", cards.game, tuple(rules), values))
        rows.append((len(rules), found.mean, float(found.loss_of_turn.sum()), found.bonus_rate))
    return pd.DataFrame(rows, columns=["rules", "mean", "left", "bonus_rate"])


@table(ruleset="scandinavian")
def minds_sheet(workshop: Workshop) -> pd.DataFrame:
    """Give what the bonus is worth by the mat, in whole points; one row per cell of the printed table.

    Columns
    -------
    open_boxes (int): How many upper boxes are open.
    least (int, points): Least upper total of the column, less three of a face in every filled upper box; -1000 where
        there is none.
    most (int, points): Largest of the column; 1000 where there is none.
    worth (int, points): What the bonus is worth.
    """
    from solver.minds.mat import COLUMNS, N_COLUMNS
    from solver.minds.players import numbers_of

    numbers = numbers_of("sheet-75")
    table_of_bonus = numbers[workshop.ruleset.n_categories :].reshape(-1, N_COLUMNS).astype(int).tolist()
    bounds = [-NO_LIMIT, *COLUMNS, NO_LIMIT + 1]
    rows = [
        (n_open, least, after - 1, worth)
        for n_open, cells in enumerate(table_of_bonus, start=1)
        for least, after, worth in zip(bounds[:-1], bounds[1:], cells, strict=True)
    ]
    return pd.DataFrame(rows, columns=["open_boxes", "least", "most", "worth"])


@table(ruleset="scandinavian")
def minds_mat_pars(workshop: Workshop) -> pd.DataFrame:
    """Give the pars that are printed on the mat; one row per box.

    Columns
    -------
    box (str): The box.
    par (int, points): What it usually brings.
    """
    from solver.minds.players import numbers_of

    names = list(workshop.ruleset.category_names)
    return pd.DataFrame({"box": names, "par": numbers_of("sheet-75")[: len(names)].astype(int)})


N_BATCHES, N_TESTED, SEED = 320, 32, 20261122
KEPT_LEAVES = 1000  # of the trees whose nodes are recorded; larger ones are told by their digest
SIZES = {
    "weighted": (10, 30, 100, 300, 1000, 3000, 10000, 30000),
    "plain": (100, 1000, 30000),
    "corrected": (1000,),
}


def shown_decisions(workshop: Workshop) -> list[Decisions]:
    """Return the decisions of perfect play that all imitate; make it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import shown

    return shown(perfect_cards(workshop.game), N_BATCHES, SEED)


def grown_trees(workshop: Workshop) -> dict[str, tuple[Nodes, ...]]:
    """Return the trees of each kind, as large as they are wanted; make it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import Course, corrected, imitate, pruned

    cards = perfect_cards(workshop.game)
    course = Course(N_BATCHES, N_TESTED, max(SIZES["weighted"]), SEED)
    decisions = workshop.once(shown_decisions)
    with ThreadPoolExecutor(n_processors()) as pool:
        plain = pool.submit(imitate, cards, decisions, max(SIZES["plain"]), False)
        trees = {"weighted": imitate(cards, decisions, max(SIZES["weighted"]), True), "plain": plain.result()}
    first = tuple(pruned(tree, KEPT_LEAVES) for tree in trees["weighted"])
    trees["corrected"] = imitate(cards, corrected(cards, decisions, first, course), KEPT_LEAVES, True)
    return trees


@recorded_table("trained", ruleset="scandinavian")
def minds_tree_nodes(workshop: Workshop) -> pd.DataFrame:
    """Give the nodes of the trees of a thousand leaves; one row per node, the root first.

    Columns
    -------
    kind (str): How the tree was grown: weighted or corrected.
    rerolls (int): Rerolls in hand, 0 for the box.
    feature (int): Place among the features, -1 for a leaf.
    threshold (int): Largest value that goes to the first child.
    first_child (int): Row of the first child in the tree, from 0; the other follows it.
    label (int): What the leaf says: a category, a keep, or the number of keeps to stop.
    rank (int): Number of the split, from 0, in the order in which they were made; -1 for a leaf.
    """
    from solver.minds.trees import pruned

    parts = []
    for kind in ("weighted", "corrected"):
        for rerolls, tree in enumerate(workshop.once(grown_trees)[kind]):
            columns = pruned(tree, KEPT_LEAVES)._asdict()
            columns["label"] = columns["label"].astype(int)
            parts.append(pd.DataFrame({"kind": kind, "rerolls": rerolls, **columns}))
    return pd.concat(parts, ignore_index=True)


@recorded_table("trained", ruleset="scandinavian")
def minds_trees(workshop: Workshop) -> pd.DataFrame:
    """Compare players of three trees that imitate perfect play, followed exactly; one row per player.

    Columns
    -------
    kind (str): Weighted by what is at stake, plain, or corrected by the player's own states.
    leaves (int): Of each tree, at most.
    numbers (int): Splits and leaves of the three trees together.
    same_box (float): Share of decisions of perfect play, not shown before, that the tree for the box makes too.
    same_keep_1 (float): The same with one reroll in hand.
    same_keep_2 (float): The same with two.
    mean (float, points): Expected final score.
    left (float, points): What is left to perfect play.
    bonus_rate (float, probability): Of the bonus.
    digest (str): SHA-256 of the nodes, most of which are not recorded.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import pruned, shown

    cards = perfect_cards(workshop.game)
    told = partial(row_of_trees, cards, shown(cards, N_TESTED, SEED + 2))
    players = [
        (kind, leaves, tuple(pruned(tree, leaves) for tree in trees))
        for kind, trees in workshop.once(grown_trees).items()
        for leaves in SIZES[kind]
    ]
    with ThreadPoolExecutor(n_processors()) as pool:
        return pd.DataFrame(list(pool.map(told, *zip(*players, strict=True))))


def row_of_trees(
    cards: Cards, tests: list[Decisions], kind: str, leaves: int, trees: tuple[Nodes, ...]
) -> dict[str, object]:
    """Return the row of three trees."""
    from solver.minds.fitting import follow
    from solver.minds.trees import TreePlayer, agreement, n_leaves, tree_size

    found = follow(cards, TreePlayer(f"{kind}-{leaves}", cards.game, trees))
    size = sum(tree_size(n_leaves(tree)) for tree in trees)
    return {
        **{"kind": kind, "leaves": leaves, "numbers": size},
        **dict(zip(("same_box", "same_keep_1", "same_keep_2"), agreement(trees, tests), strict=True)),
        "mean": found.mean,
        "left": float(found.loss_of_turn.sum()),
        "bonus_rate": found.bonus_rate,
        "digest": hashlib.sha256(b"".join(part.tobytes() for tree in trees for part in tree)).hexdigest(),
    }


LINE_UNITS = (0.25, 1.0)  # in which the shift and the length of the line are told
N_SETTLED = 200  # states of each layer: what looks best in so many needs no further step, each of which takes a minute


@recorded_table("trained", ruleset="scandinavian")
def minds_numbers(workshop: Workshop) -> pd.DataFrame:
    """Give the numbers of every formula, fitted or rounded, or of a tree's leaves; one row per number.

    Columns
    -------
    mind (str): Name of the player.
    place (int): Place of the number among those of the formula, from 0.
    number (float): The number: points, or for the bonus points of the upper total.
    """
    found = fitted(workshop)
    rows = [(name, place, float(one)) for name, numbers in found.items() for place, one in enumerate(numbers)]
    return pd.DataFrame(rows, columns=["mind", "place", "number"])


def fitted_pars(workshop: Workshop) -> Floats:
    """Return the seventeen numbers as they are fitted in perfect games; make it by ``workshop.once``."""
    from solver.minds.fitting import fit, perfect_cards
    from solver.minds.formulas import PARS, SEED

    cards = perfect_cards(workshop.game)
    return fit(cards, PARS.make(cards.game), PARS.start(cards.game, {}), PARS.stages, SEED, PARS.aim)


def settled(workshop: Workshop) -> Floats:
    """Return the seventeen in whole numbers, none of whose neighbours scores more."""
    import numpy as np

    from solver.minds.features import pars
    from solver.minds.fitting import perfect_cards, polish
    from solver.minds.formulas import SEED
    from solver.minds.neighbours import climb

    cards = perfect_cards(workshop.game)
    family, units = pars(cards.game), np.array([*[1.0] * cards.game.ruleset.n_categories, 0.1, 0.1])
    rounded, _mean = polish(cards, family, workshop.once(fitted_pars), units, SEED, N_SETTLED)
    numbers, _neighbours = climb(cards, family, levelled(cards, family, rounded), units)
    return numbers


def fitted(workshop: Workshop) -> dict[str, Floats]:
    """Return the numbers of all formulas, in the order in which they are told, and of those in whole numbers.

    Networks, other formulas, the leaves of a tree and matrices need nothing of each other, and are fitted side by side.
    """
    import numpy as np

    from solver.minds import features
    from solver.minds.fitting import perfect_cards, polish
    from solver.minds.formulas import FORMULAS, SEED
    from solver.minds.mat import Sheets
    from solver.minds.players import CHOOSING

    cards = perfect_cards(workshop.game)
    line, units = features.pars_and_line(cards.game), np.array([*[1.0] * cards.game.ruleset.n_categories, *LINE_UNITS])
    with ThreadPoolExecutor() as pool:
        leaves, networks = pool.submit(fitted_leaves, cards), pool.submit(fitted_in_order, workshop, is_network=True)
        matrices = pool.submit(fit_matrices, cards)
        others = fitted_in_order(workshop, is_network=False)
        ends = pool.submit(finished, cards, others)
        in_steps = pool.submit(polish, cards, line, others["line-17-decimals"], units, SEED)
        whole = workshop.once(settled)
        fits = others | networks.result() | ends.result()
        found = {name: fits[name] for name in FORMULAS} | {"par-17": whole, "line-17": in_steps.result()[0]}
    found["sheet-75"] = np.rint(found["sheet-75-decimals"]) + 0.0  # no zero with a sign
    families: dict[str, Family] = {
        "par-17-decimals": features.pars(cards.game),
        "par-17": features.pars(cards.game),
        "line-17-decimals": features.pars_and_line(cards.game),
        "line-17": features.pars_and_line(cards.game),
        "sheet-75": Sheets(cards.game),
    }
    found |= {name: levelled(cards, family, found[name]) for name, family in families.items()}
    matrices.result()
    return found | {CHOOSING: leaves.result()}


def fitted_in_order(workshop: Workshop, is_network: bool) -> dict[str, Floats]:
    """Return the numbers of the formulas that are networks, or of the others; later ones begin with earlier ones."""
    from solver.minds.fitting import fit, perfect_cards
    from solver.minds.formulas import FORMULAS, PARS, SEED

    cards, found = perfect_cards(workshop.game), dict[str, Floats]()
    for formula in FORMULAS.values():
        if (formula.kind == "network") != is_network:
            continue
        if formula.name == PARS.name:
            found[formula.name] = workshop.once(fitted_pars)
        else:
            start = formula.start(cards.game, found)
            found[formula.name] = fit(cards, formula.make(cards.game), start, formula.stages, SEED, formula.aim)
    return found


def finished(cards: Cards, fits: dict[str, Floats]) -> dict[str, Floats]:
    """Return the numbers of the formulas that are fitted on in their own games."""
    from solver.minds.fitting import finish
    from solver.minds.formulas import FORMULAS, OWN, SEED

    return {
        formula.name: finish(cards, formula.make(cards.game), fits[formula.name], OWN, SEED + 1)
        for formula in FORMULAS.values()
        if formula.is_finished
    }


def fitted_leaves(cards: Cards) -> Floats:
    """Return what the leaves of a tree say that was grown to be right and is then fitted to choose."""
    from solver.minds.fitting import Stage, fit
    from solver.minds.formulas import SEED
    from solver.minds.players import CHOOSING_LEAVES
    from solver.minds.trees import Leaves, value_tree

    family = Leaves(cards, value_tree(cards, CHOOSING_LEAVES))
    numbers = family.said
    for stage in (Stage(200, 30, (1.0, 0.3), (1.0, 0.5)), Stage(200, 50, (0.3, 0.1), (0.5, 0.05))):
        numbers = fit(cards, family, numbers, (stage,), SEED)
    return numbers


def fit_matrices(cards: Cards) -> None:
    """Fit matrices to choose; their numbers are kept on this machine, where the record of values finds them."""
    from solver.minds.formulas import CHOOSING_RANKS, numbers_to_choose

    for name in CHOOSING_RANKS:
        numbers_to_choose(cards, name, fresh=True)


def levelled(cards: Cards, family: Family, numbers: Floats) -> Floats:
    """Return pars with a whole number added to all of them, so that values are as near as that brings them.

    What is common to all boxes changes no decision, and no fit to choose sees it.
    """
    import numpy as np

    n_pars, off = cards.game.ruleset.n_categories, cards.value_of_state.copy()
    off -= family.values(numbers, cards.pages, cards.totals)
    n_open = n_pars - cards.layers
    weights = cards.visits_of_state * n_open
    common = np.rint((weights @ off) / (weights @ n_open))
    return np.concatenate([numbers[:n_pars] + common, numbers[n_pars:]])


MAT = "mat-7"
CHANGES = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6)  # of one par, in points


@recorded_table("trained", ruleset="scandinavian", mat=MAT)
def minds_turned(workshop: Workshop) -> pd.DataFrame:
    """Tell what the mat of seven rules scores when one of its pars is turned; one row per box and change.

    Columns
    -------
    box (str): The box whose par is turned.
    change (int, points): By how much; 0 is the mat as it is printed.
    par (int, points): The par after that.
    mean (float, points): Expected final score, followed exactly.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.mat import (
        MatPlayer,  # compiles
        Sheets,
    )
    from solver.minds.neighbours import Common
    from solver.minds.players import numbers_of, rules_of_record

    cards, rules, printed = perfect_cards(workshop.game), rules_of_record(MAT), numbers_of("sheet-75")

    def mat_with(place: int, change: int) -> MatPlayer:
        turned = printed.copy()
        turned[place] += change
        values = Sheets(cards.game).values(turned, cards.pages, cards.totals)
        return MatPlayer(f"{MAT}-{place}{change:+}", cards.game, rules, values)

    boxes, common = list(workshop.ruleset.category_names), Common(cards.game, mat_with(0, 0))
    as_printed, turned = float(common.rest[0, 0]), list(product(range(len(boxes)), CHANGES))
    with ThreadPoolExecutor(n_processors()) as pool:
        means = dict(zip(turned, pool.map(lambda one: common.mean(mat_with(*one), one[0]), turned), strict=True))
    rows = [
        (box, change, int(printed[place]) + change, means.get((place, change), as_printed))
        for place, box in enumerate(boxes)
        for change in sorted((0, *CHANGES))
    ]
    return pd.DataFrame(rows, columns=["box", "change", "par", "mean"])


N_RANKS = 12  # singular values that are told
ASKED = {  # each fitted to be right, and to choose, on the same inputs
    "seventeen numbers": ("par-17-decimals-right", "par-17-decimals"),
    "hundred and thirty numbers": ("pairs-130-right", "pairs-130"),
    "tree of 1,000 leaves": ("values-1000", "values-1000-choose"),
    "network, begun at random": ("net-577-random-right", "net-577-random"),
    "network, begun with edges": ("net-577-right", "net-577"),
    "matrix of rank two": ("rank-2", "rank-2-choose"),
}
BLURS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
THIRDS = {"turns_1_5": slice(0, 5), "turns_6_10": slice(5, 10), "turns_11_15": slice(10, 15)}


@recorded_table("trained", ruleset="scandinavian")
def minds_values(workshop: Workshop) -> pd.DataFrame:
    """Compare the minds that read a formula, a matrix or a tree of values, each followed exactly; one row per mind.

    Columns
    -------
    family (str): Name of the player.
    kind (str): What it reads: pars, pairs, tables, network, matrix, value tree.
    sees (str): What the numbers belong to.
    given (str): Shapes that are given beside the numbers.
    numbers (int): How many numbers were fitted or chosen.
    fit (str): How: choose, be_right by visits, be_right_everywhere, whole (rounded and searched).
    rmse (float, points): Root of the mean square by which values are missed, weighted by the visits of perfect play.
    rmse_in_layer (float, points): The same after what is common to all states with equally many filled boxes, which
        changes no decision.
    mean (float, points): Expected final score.
    left (float, points): What is left to perfect play.
    bonus_rate (float, probability): Of the bonus.
    turns_1_5 (float, points): What the first five turns lose on the mind's own way.
    turns_6_10 (float, points): What the next five lose.
    turns_11_15 (float, points): What the last five lose.
    digest (str): SHA-256 of the numbers of a mind that has too many to be recorded, found by one seed; of others
        nothing.
    on_frontier (bool): Whether no other mind of this table scores as much with as few numbers.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.players import all_minds

    cards = perfect_cards(workshop.game)
    with ThreadPoolExecutor(n_processors()) as pool:
        rows = [row for row in pool.map(partial(row_of, cards), all_minds().values()) if row is not None]
    return with_frontier(pd.DataFrame(rows).sort_values(["numbers", "mean"], kind="stable", ignore_index=True))


def row_of(cards: Cards, mind: Mind) -> dict[str, Any] | None:
    """Return the row of a mind, none if it reads no value of a scorecard."""
    from solver.minds.fitting import find_followed
    from solver.minds.formulas import digest_of
    from solver.play.player import TablePlayer

    player = mind.make(cards)
    if not isinstance(player, TablePlayer):
        return None
    found = find_followed(cards, player)
    what = {"family": mind.name, "kind": mind.kind, "sees": mind.sees, "given": mind.given}
    rmse, in_layer = misses(cards, player.value_of_state)
    how = {"numbers": mind.n_numbers, "fit": mind.fit, "rmse": rmse, "rmse_in_layer": in_layer}
    score = {"mean": found.mean, "left": float(found.loss_of_turn.sum()), "bonus_rate": found.bonus_rate}
    thirds = {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()}
    return what | how | score | thirds | {"digest": digest_of(cards, mind.name)}


def misses(cards: Cards, read: Floats) -> tuple[float, float]:
    """Return by how much values are missed, and by how much after what is common to a layer."""
    weights, off = cards.visits_of_state, read - cards.value_of_state
    sums = np.bincount(cards.layers, weights * off) / np.bincount(cards.layers, weights)
    unfinished = cards.layers < cards.game.ruleset.n_categories
    weights = weights * unfinished / (weights * unfinished).sum()
    # Summed in one order on every machine, as products of a library are not.
    squares = [np.bincount(cards.layers, weights * miss**2).sum() for miss in (off, off - sums[cards.layers])]
    return math.sqrt(squares[0]), math.sqrt(squares[1])


def with_frontier(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the column that tells which no other beats."""
    numbers, means = frame["numbers"].to_numpy(), frame["mean"].to_numpy()
    beaten = [
        bool(((numbers <= size) & (means >= mean) & ((numbers < size) | (means > mean))).any())
        for size, mean in zip(numbers, means, strict=True)
    ]
    return frame.assign(on_frontier=[not one for one in beaten])


@table(ruleset="scandinavian")
def minds_asked(workshop: Workshop) -> pd.DataFrame:
    """Compare what minds score that were asked to be right with what the same score asked to choose; one row per mind.

    Columns
    -------
    mind (str): What it is; its inputs and shapes are the same both ways.
    numbers (int): How many numbers it holds.
    right (float, points): Expected final score of the one that was fitted to be right.
    choose (float, points): Of the one that was fitted to choose.
    """
    from solver.minds.players import recorded_scores

    scores = {score.name: score for score in recorded_scores()}
    rows = [(mind, scores[pair[0]].numbers, *(scores[name].mean for name in pair)) for mind, pair in ASKED.items()]
    return pd.DataFrame(rows, columns=["mind", "numbers", "right", "choose"])


@table(ruleset="scandinavian")
def minds_par(workshop: Workshop) -> pd.DataFrame:
    """Give the seventeen numbers: a par for each box, and spread and shift of the bonus curve; one row per number.

    What is common to all pars changes no decision; the fitted ones are told with that of the whole ones.

    Columns
    -------
    box (str): The box, or spread or shift.
    integer (float, points): The number as printed: whole for a par, in tenths for spread and shift.
    decimal (float, points): The number as it is fitted when it need not be whole.
    """
    from solver.minds.players import numbers_of

    whole, decimals = numbers_of("par-17"), numbers_of("par-17-decimals")
    n_pars = workshop.ruleset.n_categories
    decimals[:n_pars] += (whole - decimals)[:n_pars].mean()
    rows = [(name, whole[place], decimals[place]) for place, name in enumerate(workshop.ruleset.category_names)]
    rows += [("spread", abs(whole[-1]), abs(decimals[-1])), ("shift", whole[-2], decimals[-2])]
    return pd.DataFrame(rows, columns=["box", "integer", "decimal"])


@table(ruleset="scandinavian")
def minds_matrix(workshop: Workshop) -> pd.DataFrame:
    """Give the singular values of the perfect values as a matrix, lower sets by upper states; one row per rank.

    Columns
    -------
    rank (int): From 1.
    singular_value (float): As a share of the first.
    numbers (int): Numbers of a matrix of this rank: one for each row and column and rank.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.formulas import Matrix, singular_values

    cards = perfect_cards(workshop.game)
    found, sizes = singular_values(cards)[:N_RANKS], sum(Matrix(cards.game).shape)
    ranks = np.arange(1, N_RANKS + 1)
    return pd.DataFrame({"rank": ranks, "singular_value": found / found[0], "numbers": ranks * sizes})


@recorded_table("trained", ruleset="scandinavian")
def minds_blur(workshop: Workshop) -> pd.DataFrame:
    """Blur the bonus curve of the seventeen whole numbers, followed exactly; one row per blur.

    Columns
    -------
    blur (float, points): Added to the width of the curve, as standard deviations add; once all boxes are filled the
        bonus is the bonus.
    mean (float, points): Expected final score.
    left (float, points): What is left to perfect play.
    turns_1_5 (float, points): What the first five turns lose.
    turns_6_10 (float, points): What the next five lose.
    turns_11_15 (float, points): What the last five lose.
    """
    from solver.minds.fitting import find_followed, perfect_cards
    from solver.minds.neighbours import blurred

    cards, rows = perfect_cards(workshop.game), []
    for blur in BLURS:
        found = find_followed(cards, blurred(cards, blur))
        score = {"blur": blur, "mean": found.mean, "left": float(found.loss_of_turn.sum())}
        rows.append(score | {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()})
    return pd.DataFrame(rows)


HIDDEN = (4, 14, 42)  # places of each network, so that three hold about as many numbers as three trees of the same kind
N_SEEDS = 3


@recorded_table("trained", ruleset="scandinavian")
def minds_networks(workshop: Workshop) -> pd.DataFrame:
    """Compare players of three networks that imitate perfect play, followed exactly; one row per size.

    They are shown the decisions that trees are shown, weighted by what is at stake.

    Columns
    -------
    hidden (int): Places of each network.
    numbers (int): Weights of the three networks together.
    seeds (int): Players that are summed up, begun with other numbers.
    same_box (float): Share of decisions of perfect play, not shown before, that their networks for the box make too.
    same_keep_1 (float): The same with one reroll in hand.
    same_keep_2 (float): The same with two.
    mean (float, points): Average of their expected final scores.
    worst (float, points): The lowest of them.
    best (float, points): The highest.
    left (float, points): What is left to perfect play, on average.
    digest (str): SHA-256 of the weights, which are not recorded.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import shown

    cards = perfect_cards(workshop.game)
    decisions, tests = workshop.once(shown_decisions), shown(cards, N_TESTED, SEED + 2)
    rows = [row_of_networks(cards, decisions, tests, hidden) for hidden in HIDDEN]
    return pd.DataFrame(rows)


def row_of_networks(cards: Cards, decisions: list[Decisions], tests: list[Decisions], hidden: int) -> dict[str, object]:
    """Return the row of players whose networks have so many places each."""
    from solver.minds.fitting import follow
    from solver.minds.networks import agreement, taught_player

    pupils = [taught_player(f"network-{hidden}", cards.game, decisions, hidden, seed) for seed in range(1, N_SEEDS + 1)]
    weights = [part for pupil in pupils for network in pupil.networks for part in vars(network).values()]
    alike = np.mean([agreement(cards.game, pupil.networks, tests) for pupil in pupils], axis=0).tolist()
    with ThreadPoolExecutor(n_processors()) as pool:
        means = [found.mean for found in pool.map(partial(follow, cards), pupils)]
    return {
        **{"hidden": hidden, "numbers": sum(part.size for part in weights) // N_SEEDS, "seeds": N_SEEDS},
        **dict(zip(("same_box", "same_keep_1", "same_keep_2"), alike, strict=True)),
        **{"mean": float(np.mean(means)), "worst": min(means), "best": max(means)},
        "left": float(cards.value_of_state[0] - np.mean(means)),
        "digest": hashlib.sha256(b"".join(part.tobytes() for part in weights)).hexdigest(),
    }


@recorded_table("trained", ruleset="scandinavian")
def minds_nearest(workshop: Workshop) -> pd.DataFrame:
    """Follow all neighbours of the seventeen whole numbers, and tell how the best does; one row.

    One number is moved by a unit or by two, or two numbers by one unit each.

    Columns
    -------
    tried (int): Neighbours.
    step (str): The best of them: what is moved, by how many units.
    mean (float, points): Expected final score of the best of them.
    loses (float, points): What it scores less than the seventeen.
    """
    from solver.minds.neighbours import around_seventeen
    from solver.minds.players import recorded_scores

    names = (*workshop.ruleset.category_names, "shift", "spread")
    found = around_seventeen(workshop.game).everyone(lambda *_done: None)
    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    step = ", ".join(f"{names[place]} {units:+.0f}" for place, units in found[0].step)
    return pd.DataFrame([{"tried": len(found), "step": step, "mean": found[0].mean, "loses": own - found[0].mean}])


OPEN = ("fives", "sixes")  # the upper boxes that are open; all lower ones are filled


@table(ruleset="scandinavian", open=list(OPEN))
def minds_step(workshop: Workshop) -> pd.DataFrame:
    """Tell what the bonus is worth to the seventeen numbers, sharp or blurred; one row per blur and upper total.

    Columns
    -------
    blur (float, points): Added to the width of the curve, as standard deviations add.
    total (int, points): Upper total, with fives and sixes still open.
    worth (float, points): What the seventeen numbers, blurred so, hold of the bonus.
    true (float, points): The bonus times the chance of it, as perfect play for the average gets it.
    """
    from solver.datasets.shared import perfect_bonus_chance
    from solver.minds.fitting import perfect_cards  # compiles
    from solver.minds.neighbours import blurred
    from solver.minds.players import numbers_of

    cards, names = perfect_cards(workshop.game), list(workshop.ruleset.category_names)
    is_open = [names.index(name) for name in OPEN]
    page = (1 << len(names)) - 1 - sum(1 << place for place in is_open)
    totals = np.flatnonzero(cards.game.space.reachable_slots[page])
    states = cards.game.space.states(np.full(len(totals), page), totals)
    pars, chance = numbers_of("par-17")[is_open].sum(), perfect_bonus_chance(workshop)[states]
    frames = [
        pd.DataFrame(
            {
                "blur": blur,
                "total": totals,
                "worth": blurred(cards, blur).value_of_state[states] - pars,
                "true": workshop.ruleset.bonus * chance,
            }
        )
        for blur in BLURS
    ]
    return pd.concat(frames, ignore_index=True)
