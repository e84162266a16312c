"""Data of the chapter "Small minds" that are trained or evaluated for minutes, and recorded."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
    from solver.minds.learning import Feedback, LearnerOptions
    from solver.minds.mat import Rule
    from solver.minds.neighbours import TunedMat
    from solver.minds.players import Mind
    from solver.minds.trees import Decisions
    from solver.play.player import Player


SEEDS = (1, 2, 3, 4, 5)
EARLY_STOPS, LATE_STOPS = (100, 300, 1000), (100, 300, 1000, 3000, 10000, 30000)  # of the linear learner
NETWORK_STOPS: dict[int, tuple[Feedback, ...]] = {
    100000: ("average", "one_throw", "final_score"),
    10000: ("average", "one_throw", "final_score"),
    1000: ("average",),
}
TABLE_STOPS = (10000, 100000)
NOTEBOOK_STOPS = (1000, 10000)
FEEDBACKS: tuple[Feedback, ...] = ("average", "one_throw", "final_score")
# Initial step size, and the number of games after which it is halved; smaller for noisier feedback.
STRIDES = {"average": (0.5, 100.0), "one_throw": (0.2, 200.0), "final_score": (0.05, 500.0)}
NETWORK_STRIDES = {"average": 0.004, "one_throw": 0.002, "final_score": 0.0006}
TABLE_STRIDES = {"average": (1.0, 30000.0), "one_throw": (0.5, 30000.0), "final_score": (0.1, 30000.0)}


@recorded_table("trained", ruleset="scandinavian")
def minds_learning(workshop: Workshop) -> pd.DataFrame:
    """Evaluate learners after numbers of their own games; one row per learner, feedback, seed and number of games.

    Columns
    -------
    learner (str): linear, network or tables, which use exact probabilities of the dice; or notebook, which uses only
        the throws that it has seen.
    numbers (int): Number of weights.
    told (str): Feedback: average of its turn, one_throw, or final_score.
    seed (int): Seed of its dice, from 1.
    games (int): Games played.
    looked_at (float): Approximate number of scorecards evaluated.
    mean (float, points): Expected final score of a player with its averaged weights; for a network with its last ones.
    """
    game, makers = workshop.game, list[Callable[[], Iterator[dict[str, Any]]]]()
    for stop, feedbacks in NETWORK_STOPS.items():  # the schedule of a learner depends on its number of games
        makers.append(partial(rows_of_learners, game, learners_of(network, feedbacks), (stop,)))
    makers.append(partial(rows_of_learners, game, learners_of(tables, FEEDBACKS), TABLE_STOPS))
    makers.append(partial(rows_of_learners, game, learners_of(linear, FEEDBACKS[2:]), LATE_STOPS))
    makers.append(partial(rows_of_learners, game, learners_of(linear, FEEDBACKS[:2]), EARLY_STOPS))
    makers += [partial(rows_of_notebook, game, NOTEBOOK_STOPS, seed) for seed in SEEDS]
    with ThreadPoolExecutor(n_processors()) as pool:
        learners = list(pool.map(lambda maker: list(maker()), makers))
    frame = pd.DataFrame([row for rows in learners for row in rows])
    return frame.sort_values(["learner", "told", "seed", "games"], ignore_index=True)


@recorded_table("trained", ruleset="scandinavian")
def minds_million(workshop: Workshop) -> pd.DataFrame:
    """Evaluate the network after a million of its own games, with the average of its turn as feedback; one row.

    Columns
    -------
    numbers (int): Number of weights.
    seed (int): Seed of its dice, the first of minds_learning.
    games (int): Games played.
    looked_at (float): Approximate number of scorecards evaluated.
    mean (float, points): Expected final score of a player with its last weights.
    """
    rows = rows_of_learners(workshop.game, [network("average", 1)], (10**6,))
    return pd.DataFrame(rows)[["numbers", "seed", "games", "looked_at", "mean"]]


@table(ruleset="scandinavian")
def minds_learned(_workshop: Workshop) -> pd.DataFrame:
    """Summarize learners over all seeds; one row per learner, feedback and number of games.

    Columns
    -------
    learner (str): linear, network or notebook, as in minds_learning.
    told (str): Feedback.
    games (int): Games played.
    looked_at (float): Approximate number of scorecards evaluated.
    numbers (int): Number of weights.
    seeds (int): Number of learners.
    mean (float, points): Mean of their expected final scores.
    worst (float, points): The lowest of them.
    best (float, points): The highest.
    """
    rows = read_record("minds_learning").groupby(["learner", "told", "games", "looked_at", "numbers"])["mean"]
    return rows.agg(seeds="size", mean="mean", worst="min", best="max").reset_index()


def linear(feedback: Feedback, seed: int) -> LearnerOptions:
    """Return the linear learner, with initial weights of zero."""
    from solver.minds.learning import LearnerOptions

    return LearnerOptions("linear", feedback, seed, *STRIDES[feedback])


def network(feedback: Feedback, seed: int) -> LearnerOptions:
    """Return the learner with a network of 577 weights."""
    from solver.minds.learning import LearnerOptions

    return LearnerOptions("network", feedback, seed, NETWORK_STRIDES[feedback], n_hidden=32)


def tables(feedback: Feedback, seed: int) -> LearnerOptions:
    """Return the learner with tables for sets of lower boxes and for upper states, with optimistic initial values."""
    from solver.minds.learning import LearnerOptions

    return LearnerOptions("tables", feedback, seed, *TABLE_STRIDES[feedback], has_tables=True)


def learners_of(
    make: Callable[[Feedback, int], LearnerOptions], feedbacks: tuple[Feedback, ...]
) -> list[LearnerOptions]:
    """Return learners of each feedback and seed, trained side by side."""
    return [make(feedback, seed) for feedback in feedbacks for seed in SEEDS]


def looked_at_in_game(game: Game) -> float:
    """Return the approximate number of scorecards evaluated in a game: all successors, at every turn."""
    steps = {*zip(game.outcomes.step.tolist(), game.outcomes.shift.tolist(), strict=True)}
    return len(steps) * (game.ruleset.n_categories + 1) / 2.0


def mean_of_player(game: Game, player: Player) -> float:
    """Return the exact expected final score of a player."""
    from solver.play.statistics import habits
    from solver.play.walk import walk

    found = habits(walk(game, player, is_passing=True))
    return float(found.means.sum() + game.ruleset.bonus * found.bonus_rate)


def rows_of_learners(game: Game, learners: list[LearnerOptions], stops: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Yield the rows of learners of one kind that use exact probabilities."""
    from solver.minds.learning import learner_values, train
    from solver.play.player import TablePlayer

    for stop, held in zip(stops, train(game, learners, stops), strict=True):
        for learner, weights in zip(learners, held, strict=True):
            mean = mean_of_player(game, TablePlayer(learner.name, learner_values(game, learner, weights)))
            what = {"learner": learner.name, "numbers": len(weights), "told": learner.feedback, "seed": learner.seed}
            yield what | {"games": stop, "looked_at": stop * looked_at_in_game(game), "mean": mean}


def rows_of_notebook(game: Game, stops: tuple[int, ...], seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of one learner that uses only the throws it has seen."""
    from solver.minds.learning import NotebookPlayer, train_notebook

    for stop, book in zip(stops, train_notebook(game, stops, seed), strict=True):
        mean = mean_of_player(game, NotebookPlayer(f"notebook of {stop} games", game, book))
        numbers = book.points.size + book.weights.size
        what = {"learner": "notebook", "numbers": numbers, "told": "one_throw", "seed": seed, "games": stop}
        yield what | {"looked_at": stop * looked_at_in_game(game), "mean": mean}


N_MAT_BATCHES, MAT_SEED = 150, 20261122
N_RULES = 14
N_LINES = 7  # of the mat that is printed
NO_LIMIT = 1000  # points; above all upper totals, for the open-ended cells of the table


def searched_rules(workshop: Workshop) -> list[list[Rule]]:
    """Return the rules found for each number of rules; call it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.mat import Sheets, all_rules, draw_trials, search
    from solver.minds.players import numbers_of

    cards, rules = perfect_cards(workshop.game), all_rules()
    sheet = Sheets(cards.game).values(numbers_of("sheet-75"), cards.pages, cards.totals)
    trials = draw_trials(cards, sheet, rules, N_MAT_BATCHES, MAT_SEED)
    return [[rules[place] for place in chosen] for chosen in search(trials, N_RULES)]


@recorded_table("trained", ruleset="scandinavian")
def minds_rules(workshop: Workshop) -> pd.DataFrame:
    """List the rules of mats, which decide the dice to keep, with one to fourteen rules; one row per rule.

    Columns
    -------
    mat (str): Name of the player.
    place (int): Number of the rule, from 1; the first rule that applies decides, and if none does all dice are thrown.
    kind (str): Kind of pattern: equal, two_pairs, at_least, run, or write.
    number (int): Number of equal dice or dice of the straight, the lowest face, or the least value of the box.
    wants (str): Box that must be open.
    throws (int): Required remaining throws, 0 for any number.
    words (str): The rule as printed.
    """
    rows = [
        (f"mat-{n_rules}", place, rule.kind, rule.number, rule.wants, rule.throws, rule.words)
        for n_rules, rules in enumerate(workshop.once(searched_rules), start=1)
        for place, rule in enumerate(rules, start=1)
    ]
    return pd.DataFrame(rows, columns=["mat", "place", "kind", "number", "wants", "throws", "words"])


TUNED = (N_LINES, 10, 14)  # numbers of rules of the tuned mats
CHANGES_OF_PAR = (-6, -4, -3, -2, -1, 1, 2, 3, 4, 6)  # points; readers turn the pars of the printed mat by them
OFTEN = 0.01  # least number of turns per game that begin in a cell that is changed


def tuned_mats(workshop: Workshop) -> dict[int, TunedMat]:
    """Return mats with tuned numbers by their numbers of rules; call it by ``workshop.once``.

    The search starts from the recorded numbers, so it ends at once if no neighbour of these is better. They were found
    from the sheet of 75 whole numbers, by steps of several numbers at a time.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.neighbours import tune_mat
    from solver.minds.players import mat_numbers, rules_of_record

    cards = perfect_cards(workshop.game)
    return {
        n_rules: tune_mat(cards, rules_of_record(f"mat-{n_rules}"), mat_numbers(n_rules), CHANGES_OF_PAR, OFTEN)
        for n_rules in TUNED
    }


@recorded_table("trained", ruleset="scandinavian")
def minds_mat_numbers(workshop: Workshop) -> pd.DataFrame:
    """List the numbers of tuned mats; one row per mat and number.

    Columns
    -------
    rules (int): How many rules the mat has.
    place (int): Place of the number, from 0: the pars by box, then the table of the bonus row by row.
    number (int, points): The number.
    """
    rows = [
        (n_rules, place, int(number))
        for n_rules, mat in workshop.once(tuned_mats).items()
        for place, number in enumerate(mat.numbers)
    ]
    return pd.DataFrame(rows, columns=["rules", "place", "number"])


@recorded_table("trained", ruleset="scandinavian")
def minds_mat_neighbours(workshop: Workshop) -> pd.DataFrame:
    """Evaluate the neighbours of tuned mats, none of which scores more; one row per mat, number and change.

    Columns
    -------
    rules (int): How many rules the mat has.
    place (int): Place of the number in minds_mat_numbers: a par, or a cell in which at least one turn in a hundred
        games begins; -1: of equal boxes not the first but the last on the scorecard is written.
    change (int, points): Change of the number.
    mean (float, points): Expected final score, exact.
    """
    rows = [
        (n_rules, place, change, mean)
        for n_rules, mat in workshop.once(tuned_mats).items()
        for (place, change), mean in mat.neighbours.items()
    ]
    return pd.DataFrame(rows, columns=["rules", "place", "change", "mean"])


@recorded_table("trained", ruleset="scandinavian")
def minds_mat(workshop: Workshop) -> pd.DataFrame:
    """Evaluate mats with one to fourteen rules exactly; one row per mat.

    Columns
    -------
    rules (int): Number of rules.
    mean (float, points): Expected final score.
    left (float, points): Difference from perfect play.
    bonus_rate (float, probability): Probability of the bonus.
    """
    from solver.minds.fitting import follow, perfect_cards
    from solver.minds.players import mat_player

    cards, rows = perfect_cards(workshop.game), []
    for n_rules in range(1, N_RULES + 1):
        found = follow(cards, mat_player(f"mat-{n_rules}", n_rules, cards))
        rows.append((n_rules, found.mean, float(found.loss_of_turn.sum()), found.bonus_rate))
    return pd.DataFrame(rows, columns=["rules", "mean", "left", "bonus_rate"])


@table(ruleset="scandinavian")
def minds_mat_nearest(_workshop: Workshop) -> pd.DataFrame:
    """Compare tuned mats with their best neighbours; one row per mat.

    Columns
    -------
    rules (int): How many rules the mat has.
    tried (int): Number of neighbours.
    loses (float, points): Difference of the best of them from the mat.
    """
    means, mats = read_record("minds_mat_neighbours").groupby("rules")["mean"], read_record("minds_mat")
    own = mats.set_index("rules")["mean"].loc[list(TUNED)].to_numpy()
    return pd.DataFrame({"rules": list(TUNED), "tried": means.size().to_numpy(), "loses": own - means.max().to_numpy()})


@table(ruleset="scandinavian")
def minds_sheet(workshop: Workshop) -> pd.DataFrame:
    """List the value of the bonus on tuned mats, in whole points; one row per mat and cell of the printed table.

    Columns
    -------
    rules (int): How many rules the mat has.
    open_boxes (int): Number of open upper boxes.
    least (int, points): Least upper total of the column, less three of a face in every filled upper box; -1000 if
        unbounded.
    most (int, points): Largest of the column; 1000 if unbounded.
    worth (int, points): Value of the bonus.
    is_read (bool): Whether a game can come to this cell; if not, nothing is printed.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.mat import COLUMNS, N_COLUMNS, Sheets
    from solver.minds.players import mat_numbers

    cards, bounds = perfect_cards(workshop.game), [-NO_LIMIT, *COLUMNS, NO_LIMIT + 1]
    read = set(Sheets(workshop.game).cells(cards.pages, cards.totals).tolist())
    rows = [
        (n_rules, cell // N_COLUMNS + 1, bounds[column], bounds[column + 1] - 1, int(worth), cell in read)
        for n_rules in TUNED
        for cell, worth in enumerate(mat_numbers(n_rules)[workshop.ruleset.n_categories :])
        for column in (cell % N_COLUMNS,)
    ]
    return pd.DataFrame(rows, columns=["rules", "open_boxes", "least", "most", "worth", "is_read"])


@table(ruleset="scandinavian")
def minds_sheet_rows(workshop: Workshop) -> pd.DataFrame:
    """List the values of ``minds_sheet`` by row, 0 where no game comes to; one row per mat and number of open boxes.

    Columns
    -------
    rules (int): How many rules the mat has.
    open_boxes (int): Number of open upper boxes.
    less (int): Value of the bonus in the unbounded column.
    minus_12 (int): From 12 points below three of a face on.
    minus_9 (int): From 9 below.
    minus_6 (int): From 6 below.
    minus_4 (int): From 4 below.
    minus_2 (int): From 2 below.
    even (int): From three of a face on.
    plus_2 (int): From 2 above.
    plus_4 (int): From 4 above.
    plus_7 (int): From 7 above.
    """
    cells = minds_sheet(workshop)
    cells["worth"] *= cells["is_read"]
    wide = cells.pivot(index=["rules", "open_boxes"], columns="least", values="worth")
    below, above = (
        ("less", "minus_12", "minus_9", "minus_6", "minus_4", "minus_2"),
        ("even", "plus_2", "plus_4", "plus_7"),
    )
    return wide.set_axis([*below, *above], axis=1).reset_index()


def title_of(name: str) -> str:
    """Return the name of a number of a list as printed."""
    return name.replace("_", " ").capitalize()


@table(ruleset="scandinavian")
def minds_mat_pars(workshop: Workshop) -> pd.DataFrame:
    """List the pars printed on tuned mats; one row per box.

    Columns
    -------
    box (str): The box.
    title (str): Its name as printed.
    par (int): Its par on the mat of seven rules.
    of_ten (int): Its par on the mat of ten.
    of_fourteen (int): Its par on the mat of fourteen.
    """
    from solver.minds.players import mat_numbers

    names = list(workshop.ruleset.category_names)
    pars = [mat_numbers(n_rules)[: len(names)].astype(int) for n_rules in TUNED]
    titles = [title_of(name) for name in names]
    return pd.DataFrame(
        {"box": names, "title": titles, **dict(zip(("par", "of_ten", "of_fourteen"), pars, strict=True))}
    )


@table(ruleset="scandinavian", mat=f"mat-{N_LINES}")
def minds_turned(workshop: Workshop) -> pd.DataFrame:
    """Evaluate the printed mat with one par changed; one row per box and change.

    Columns
    -------
    box (str): The box whose par is changed.
    change (int, points): Change of the par; 0 is the printed mat.
    par (int, points): The changed par.
    mean (float, points): Expected final score, exact.
    """
    pars, means = minds_mat_pars(workshop), read_record("minds_mat_neighbours")
    mats = read_record("minds_mat")
    (as_printed,) = mats[mats["rules"] == N_LINES]["mean"]
    found = means[(means["rules"] == N_LINES) & means["place"].between(0, len(pars) - 1)][["place", "change", "mean"]]
    same = pd.DataFrame({"place": range(len(pars)), "change": 0, "mean": as_printed})
    found = pd.concat([found, same]).sort_values(["place", "change"], ignore_index=True)
    box, par = (pars[name].to_numpy()[found["place"]] for name in ("box", "par"))
    return pd.DataFrame({"box": box, "change": found["change"], "par": par + found["change"], "mean": found["mean"]})


N_BATCHES, N_TESTED, SEED = 320, 32, 20261122
RECORDED_LEAVES = 1000  # of the recorded trees; of larger ones only the digest is recorded
SIZES = {
    "weighted": (10, 30, 100, 300, 1000, 3000, 10000, 30000),
    "plain": (100, 1000, 30000),
    "corrected": (1000,),
}


def shown_decisions(workshop: Workshop) -> list[Decisions]:
    """Return the decisions of perfect play that all imitate; call it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import sample_decisions

    return sample_decisions(perfect_cards(workshop.game), N_BATCHES, SEED)


def grown_trees(workshop: Workshop) -> dict[str, tuple[Nodes, ...]]:
    """Return the trees of each kind, at their largest size; call it by ``workshop.once``."""
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import TrainingSizes, imitate, pruned, with_corrections

    cards = perfect_cards(workshop.game)
    course = TrainingSizes(N_BATCHES, N_TESTED, max(SIZES["weighted"]), SEED)
    decisions = workshop.once(shown_decisions)
    with ThreadPoolExecutor(n_processors()) as pool:
        plain = pool.submit(imitate, cards, decisions, max(SIZES["plain"]), False)
        trees = {"weighted": imitate(cards, decisions, max(SIZES["weighted"]), True), "plain": plain.result()}
    first = tuple(pruned(tree, RECORDED_LEAVES) for tree in trees["weighted"])
    trees["corrected"] = imitate(cards, with_corrections(cards, decisions, first, course), RECORDED_LEAVES, True)
    return trees


@recorded_table("trained", ruleset="scandinavian")
def minds_tree_nodes(workshop: Workshop) -> pd.DataFrame:
    """List the nodes of the trees with a thousand leaves; one row per node, the root first.

    Columns
    -------
    kind (str): How the tree was grown: weighted or corrected.
    rerolls (int): Remaining throws, 0 for the box.
    feature (int): Index of the feature, -1 for a leaf.
    threshold (int): Largest value that goes to the first child.
    first_child (int): Row of the first child in the tree, from 0; the second one follows it.
    label (int): Decision of a leaf: a category, a keep, or the number of keeps to stop.
    rank (int): Number of the split, from 0, in the order of growth; -1 for a leaf.
    """
    from solver.minds.trees import pruned

    parts = []
    for kind in ("weighted", "corrected"):
        for rerolls, tree in enumerate(workshop.once(grown_trees)[kind]):
            columns = pruned(tree, RECORDED_LEAVES)._asdict()
            columns["label"] = columns["label"].astype(int)
            parts.append(pd.DataFrame({"kind": kind, "rerolls": rerolls, **columns}))
    return pd.concat(parts, ignore_index=True)


@recorded_table("trained", ruleset="scandinavian")
def minds_trees(workshop: Workshop) -> pd.DataFrame:
    """Evaluate players of three trees that imitate perfect play exactly; one row per player.

    Columns
    -------
    kind (str): Training: weighted by regret, plain, or corrected with the player's own states.
    leaves (int): Largest number of leaves of each tree.
    numbers (int): Splits and leaves of the three trees together.
    same_box (float): Share of unseen decisions of perfect play that the tree for the box reproduces.
    same_keep_1 (float): The same with one remaining throw.
    same_keep_2 (float): The same with two.
    mean (float, points): Expected final score.
    left (float, points): Difference from perfect play.
    bonus_rate (float, probability): Probability of the bonus.
    digest (str): SHA-256 of the nodes, most of which are not recorded.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import pruned, sample_decisions

    cards = perfect_cards(workshop.game)
    feedback = partial(row_of_trees, cards, sample_decisions(cards, N_TESTED, SEED + 2))
    players = [
        (kind, leaves, tuple(pruned(tree, leaves) for tree in trees))
        for kind, trees in workshop.once(grown_trees).items()
        for leaves in SIZES[kind]
    ]
    with ThreadPoolExecutor(n_processors()) as pool:
        return pd.DataFrame(list(pool.map(feedback, *zip(*players, strict=True))))


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


LINE_UNITS = (0.25, 1.0)  # units in which shift and length of the line are rounded
N_SETTLED = 200  # states of each layer used before the final steps, each of which takes a minute


@recorded_table("trained", ruleset="scandinavian")
def minds_numbers(workshop: Workshop) -> pd.DataFrame:
    """List the parameters of every formula, fitted or rounded, or of a tree's leaves; one row per number.

    Columns
    -------
    mind (str): Name of the player.
    place (int): Index of the number in the formula, from 0.
    number (float): The number: points, or points of the upper total for parameters of the bonus.
    """
    found = fitted(workshop)
    rows = [(name, place, float(one)) for name, numbers in found.items() for place, one in enumerate(numbers)]
    return pd.DataFrame(rows, columns=["mind", "place", "number"])


def fitted_pars(workshop: Workshop) -> Floats:
    """Return the seventeen numbers fitted in perfect games; call it by ``workshop.once``."""
    from solver.minds.fitting import fit, perfect_cards
    from solver.minds.formulas import PARS, SEED

    cards = perfect_cards(workshop.game)
    return fit(cards, PARS.make(cards.game), PARS.start(cards.game, {}), PARS.stages, SEED, PARS.aim)


def settled(workshop: Workshop) -> Floats:
    """Return the seventeen numbers rounded, such that no neighbour scores more."""
    import numpy as np

    from solver.minds.features import pars
    from solver.minds.fitting import perfect_cards, polish
    from solver.minds.formulas import SEED
    from solver.minds.neighbours import climb

    cards = perfect_cards(workshop.game)
    family, units = pars(cards.game), np.array([*[1.0] * cards.game.ruleset.n_categories, 0.1, 0.1])
    rounded, _mean = polish(cards, family, workshop.once(fitted_pars), units, SEED, N_SETTLED)
    numbers, _neighbours = climb(cards, family, with_best_constant(cards, family, rounded), units)
    return numbers


def fitted(workshop: Workshop) -> dict[str, Floats]:
    """Return the parameters of all formulas, in order of publication, and of the rounded ones.

    Networks, other formulas, leaves of a tree and matrices are independent of each other, and are fitted in parallel.
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
        ends = pool.submit(fitted_in_own_games, cards, others)
        in_steps = pool.submit(polish, cards, line, others["line-17-decimals"], units, SEED)
        whole = workshop.once(settled)
        fits = others | networks.result() | ends.result()
        found = {name: fits[name] for name in FORMULAS} | {"par-17": whole, "line-17": in_steps.result()[0]}
    found["sheet-75"] = np.rint(found["sheet-75-decimals"]) + 0.0  # avoid negative zeros
    families: dict[str, Family] = {
        "par-17-decimals": features.pars(cards.game),
        "par-17": features.pars(cards.game),
        "line-17-decimals": features.pars_and_line(cards.game),
        "line-17": features.pars_and_line(cards.game),
        "sheet-75": Sheets(cards.game),
    }
    found |= {name: with_best_constant(cards, family, found[name]) for name, family in families.items()}
    matrices.result()
    return found | {CHOOSING: leaves.result()}


def fitted_in_order(workshop: Workshop, is_network: bool) -> dict[str, Floats]:
    """Return the parameters of the formulas that are networks, or of the others; later fits start from earlier ones."""
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


def fitted_in_own_games(cards: Cards, fits: dict[str, Floats]) -> dict[str, Floats]:
    """Return the parameters of the formulas after fitting in their own games."""
    from solver.minds.fitting import finish
    from solver.minds.formulas import FORMULAS, OWN, SEED

    return {
        formula.name: finish(cards, formula.make(cards.game), fits[formula.name], OWN, SEED + 1)
        for formula in FORMULAS.values()
        if formula.is_finished
    }


def fitted_leaves(cards: Cards) -> Floats:
    """Return the leaf values of a tree grown to predict values and then fitted to choose."""
    from solver.minds.fitting import Stage, fit
    from solver.minds.formulas import SEED
    from solver.minds.players import CHOOSING_LEAVES
    from solver.minds.trees import Leaves, value_tree

    family = Leaves(cards, value_tree(cards, CHOOSING_LEAVES))
    numbers = family.leaf_values
    for stage in (Stage(200, 30, (1.0, 0.3), (1.0, 0.5)), Stage(200, 50, (0.3, 0.1), (0.5, 0.05))):
        numbers = fit(cards, family, numbers, (stage,), SEED)
    return numbers


def fit_matrices(cards: Cards) -> None:
    """Fit matrices to choose; their numbers are cached on this machine, where the record of values finds them."""
    from solver.minds.formulas import CHOOSING_RANKS, numbers_to_choose

    for name in CHOOSING_RANKS:
        numbers_to_choose(cards, name, fresh=True)


def with_best_constant(cards: Cards, family: Family, numbers: Floats) -> Floats:
    """Return pars with a constant added that minimizes the error of values.

    A constant common to all boxes changes no decision, so a fit to choose does not determine it.
    """
    import numpy as np

    n_pars, off = cards.game.ruleset.n_categories, cards.value_of_state.copy()
    off -= family.values(numbers, cards.pages, cards.totals)
    n_open = n_pars - cards.layers
    weights = cards.visits_of_state * n_open
    common = np.rint((weights @ off) / (weights @ n_open))
    return np.concatenate([numbers[:n_pars] + common, numbers[n_pars:]])


N_RANKS = 12  # singular values published
FIT_PAIRS = {  # pairs of players with the same inputs: fitted to predict values, and to choose
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
    """Evaluate the players that use a formula, a matrix or a tree of values exactly; one row per player.

    Columns
    -------
    family (str): Name of the player.
    kind (str): Kind of values: pars, pairs, tables, network, matrix, value tree.
    sees (str): Inputs of the numbers.
    given (str): Fixed shapes used with the numbers.
    numbers (int): Number of parameters.
    fit (str): Fit: choose (best decisions), be_right (least squares by visits), be_right_everywhere (unweighted), whole
        (rounded and searched).
    rmse (float, points): Root mean square error of values, weighted by the visits of perfect play.
    rmse_in_layer (float, points): The same after subtracting the mean error of each number of filled boxes, which
        changes no decision.
    mean (float, points): Expected final score.
    left (float, points): Difference from perfect play.
    bonus_rate (float, probability): Probability of the bonus.
    turns_1_5 (float, points): Loss in the first five turns of the player's own games.
    turns_6_10 (float, points): Loss in the next five.
    turns_11_15 (float, points): Loss in the last five.
    digest (str): SHA-256 of the numbers if there are too many to be recorded; else empty.
    on_frontier (bool): Whether no other player of this table scores as much with as few numbers.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.players import all_minds

    cards = perfect_cards(workshop.game)
    with ThreadPoolExecutor(n_processors()) as pool:
        rows = [row for row in pool.map(partial(row_of, cards), all_minds().values()) if row is not None]
    return with_frontier(pd.DataFrame(rows).sort_values(["numbers", "mean"], kind="stable", ignore_index=True))


def row_of(cards: Cards, mind: Mind) -> dict[str, Any] | None:
    """Return the row of a player, or None if it uses no values of scorecards."""
    from solver.minds.fitting import find_results
    from solver.minds.formulas import digest_of
    from solver.play.player import TablePlayer

    player = mind.make(cards)
    if not isinstance(player, TablePlayer):
        return None
    found = find_results(cards, player)
    what = {"family": mind.name, "kind": mind.kind, "sees": mind.sees, "given": mind.given}
    rmse, in_layer = errors_of_values(cards, player.value_of_state)
    how = {"numbers": mind.n_numbers, "fit": mind.fit, "rmse": rmse, "rmse_in_layer": in_layer}
    score = {"mean": found.mean, "left": float(found.loss_of_turn.sum()), "bonus_rate": found.bonus_rate}
    thirds = {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()}
    return what | how | score | thirds | {"digest": digest_of(cards, mind.name)}


def errors_of_values(cards: Cards, read: Floats) -> tuple[float, float]:
    """Return the errors of values, in total and after subtracting the mean error of each layer."""
    weights, off = cards.visits_of_state, read - cards.value_of_state
    sums = np.bincount(cards.layers, weights * off) / np.bincount(cards.layers, weights)
    unfinished = cards.layers < cards.game.ruleset.n_categories
    weights = weights * unfinished / (weights * unfinished).sum()
    # Summed in a fixed order, because libraries sum in an order that depends on the machine.
    squares = [np.bincount(cards.layers, weights * miss**2).sum() for miss in (off, off - sums[cards.layers])]
    return math.sqrt(squares[0]), math.sqrt(squares[1])


def with_frontier(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the column ``on_frontier``."""
    numbers, means = frame["numbers"].to_numpy(), frame["mean"].to_numpy()
    beaten = [
        bool(((numbers <= size) & (means >= mean) & ((numbers < size) | (means > mean))).any())
        for size, mean in zip(numbers, means, strict=True)
    ]
    return frame.assign(on_frontier=[not one for one in beaten])


@table(ruleset="scandinavian")
def minds_asked(workshop: Workshop) -> pd.DataFrame:
    """Compare players fitted to predict values with the same players fitted to choose; one row per player.

    Columns
    -------
    mind (str): Player; both fits have the same inputs and shapes.
    numbers (int): Number of parameters.
    right (float, points): Expected final score when fitted to predict values.
    choose (float, points): Expected final score when fitted to choose.
    """
    from solver.minds.players import recorded_scores

    scores = {score.name: score for score in recorded_scores()}
    rows = [(mind, scores[pair[0]].numbers, *(scores[name].mean for name in pair)) for mind, pair in FIT_PAIRS.items()]
    return pd.DataFrame(rows, columns=["mind", "numbers", "right", "choose"])


@table(ruleset="scandinavian")
def minds_par(workshop: Workshop) -> pd.DataFrame:
    """List the seventeen numbers: a par for each box, and spread and shift of the bonus curve; one row per number.

    A constant common to all pars changes no decision; the fitted pars have that of the rounded ones.

    Columns
    -------
    box (str): The box, or spread or shift.
    title (str): Its name as printed.
    integer (float, points): The number as printed: whole for a par, in tenths for spread and shift.
    decimal (float, points): The number as fitted, without rounding.
    """
    from solver.minds.players import numbers_of

    whole, decimals = numbers_of("par-17"), numbers_of("par-17-decimals")
    n_pars = workshop.ruleset.n_categories
    decimals[:n_pars] += (whole - decimals)[:n_pars].mean()
    rows = [(name, whole[place], decimals[place]) for place, name in enumerate(workshop.ruleset.category_names)]
    rows += [("spread", abs(whole[-1]), abs(decimals[-1])), ("shift", whole[-2], decimals[-2])]
    frame = pd.DataFrame(rows, columns=["box", "integer", "decimal"])
    frame.insert(1, "title", [title_of(name) for name in frame["box"]])
    return frame


@table(ruleset="scandinavian")
def minds_matrix(workshop: Workshop) -> pd.DataFrame:
    """Compute the singular values of the perfect values as a matrix, lower sets by upper states; one row per rank.

    Columns
    -------
    rank (int): Rank, from 1.
    singular_value (float): Singular value divided by the first.
    numbers (int): Number of parameters of a matrix of this rank.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.formulas import Matrix, singular_values

    cards = perfect_cards(workshop.game)
    found, sizes = singular_values(cards)[:N_RANKS], sum(Matrix(cards.game).shape)
    ranks = np.arange(1, N_RANKS + 1)
    return pd.DataFrame({"rank": ranks, "singular_value": found / found[0], "numbers": ranks * sizes})


@recorded_table("trained", ruleset="scandinavian")
def minds_blur(workshop: Workshop) -> pd.DataFrame:
    """Evaluate the seventeen rounded numbers exactly with a blurred bonus curve; one row per blur.

    Columns
    -------
    blur (float, points): Standard deviation added to the width of the curve, in quadrature; full cards are exact.
    mean (float, points): Expected final score.
    left (float, points): Difference from perfect play.
    turns_1_5 (float, points): Loss in the first five turns.
    turns_6_10 (float, points): Loss in the next five.
    turns_11_15 (float, points): Loss in the last five.
    """
    from solver.minds.fitting import find_results, perfect_cards
    from solver.minds.neighbours import blurred

    cards, rows = perfect_cards(workshop.game), []
    for blur in BLURS:
        found = find_results(cards, blurred(cards, blur))
        score = {"blur": blur, "mean": found.mean, "left": float(found.loss_of_turn.sum())}
        rows.append(score | {name: found.loss_of_turn[turns].sum() for name, turns in THIRDS.items()})
    return pd.DataFrame(rows)


HIDDEN = (4, 14, 42)  # hidden units; parameters are about as many as those of three trees of a kind
N_SEEDS = 3


@recorded_table("trained", ruleset="scandinavian")
def minds_networks(workshop: Workshop) -> pd.DataFrame:
    """Evaluate players of three networks that imitate perfect play exactly; one row per size.

    They are trained on the same decisions as the trees, weighted by regret.

    Columns
    -------
    hidden (int): Hidden units of each network.
    numbers (int): Weights of the three networks together.
    seeds (int): Number of players, with different initial weights.
    same_box (float): Share of unseen decisions of perfect play that their networks for the box reproduce.
    same_keep_1 (float): The same with one remaining throw.
    same_keep_2 (float): The same with two.
    mean (float, points): Mean of their expected final scores.
    worst (float, points): The lowest of them.
    best (float, points): The highest.
    left (float, points): Mean difference from perfect play.
    digest (str): SHA-256 of the weights, which are not recorded.
    """
    from solver.minds.fitting import perfect_cards
    from solver.minds.trees import sample_decisions

    cards = perfect_cards(workshop.game)
    decisions, tests = workshop.once(shown_decisions), sample_decisions(cards, N_TESTED, SEED + 2)
    rows = [row_of_networks(cards, decisions, tests, hidden) for hidden in HIDDEN]
    return pd.DataFrame(rows)


def row_of_networks(cards: Cards, decisions: list[Decisions], tests: list[Decisions], hidden: int) -> dict[str, object]:
    """Return the row of players whose networks have ``hidden`` units each."""
    from solver.minds.fitting import follow
    from solver.minds.networks import agreement, trained_player

    learners = [
        trained_player(f"network-{hidden}", cards.game, decisions, hidden, seed) for seed in range(1, N_SEEDS + 1)
    ]
    weights = [part for learner in learners for network in learner.networks for part in vars(network).values()]
    alike = np.mean([agreement(cards.game, learner.networks, tests) for learner in learners], axis=0).tolist()
    with ThreadPoolExecutor(n_processors()) as pool:
        means = [found.mean for found in pool.map(partial(follow, cards), learners)]
    return {
        **{"hidden": hidden, "numbers": sum(part.size for part in weights) // N_SEEDS, "seeds": N_SEEDS},
        **dict(zip(("same_box", "same_keep_1", "same_keep_2"), alike, strict=True)),
        **{"mean": float(np.mean(means)), "worst": min(means), "best": max(means)},
        "left": float(cards.value_of_state[0] - np.mean(means)),
        "digest": hashlib.sha256(b"".join(part.tobytes() for part in weights)).hexdigest(),
    }


@recorded_table("trained", ruleset="scandinavian")
def minds_nearest(workshop: Workshop) -> pd.DataFrame:
    """Evaluate all neighbours of the seventeen rounded numbers and report the best; one row.

    One number is changed by one or two units, or two numbers by one unit each.

    Columns
    -------
    tried (int): Number of neighbours.
    step (str): The best neighbour: changed numbers with their units.
    mean (float, points): Expected final score of the best neighbour.
    loses (float, points): Difference below the seventeen numbers.
    """
    from solver.minds.neighbours import around_seventeen
    from solver.minds.players import recorded_scores

    names = (*workshop.ruleset.category_names, "shift", "spread")
    found = around_seventeen(workshop.game).all_neighbours(lambda *_done: None)
    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    step = ", ".join(f"{names[place]} {units:+.0f}" for place, units in found[0].step)
    return pd.DataFrame([{"tried": len(found), "step": step, "mean": found[0].mean, "loses": own - found[0].mean}])


OPEN = ("fives", "sixes")  # the open upper boxes; all lower ones are filled


@table(ruleset="scandinavian", open=list(OPEN))
def minds_step(workshop: Workshop) -> pd.DataFrame:
    """Compute the value of the bonus by the seventeen numbers, sharp or blurred; one row per blur and upper total.

    Columns
    -------
    blur (float, points): Standard deviation added to the width of the curve, in quadrature.
    total (int, points): Upper total, with fives and sixes still open.
    worth (float, points): Value of the bonus according to the blurred numbers.
    true (float, points): The bonus times its probability under perfect play.
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
