"""Learning from own games, with and without exact probabilities of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Literal

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.learning import (
    AVERAGE,
    FINAL_SCORE,
    LINEAR,
    NETWORK,
    ONE_THROW,
    TABLES,
    Learners,
    Notebook,
    Scorecards,
    Sheet,
    follow_notebook,
    learn_games,
    learn_notebook,
)
from solver.kernels.rows import N_LANES
from solver.minds.features import USUAL, faces_open, one_number, open_boxes, places_of
from solver.minds.formulas import Matrix
from solver.minds.networks import OUTPUT_SCALE, Network
from solver.play.player import Decided, Options, Tables

Feedback = Literal["average", "one_throw", "final_score"]
FEEDBACK: dict[Feedback, int] = {"average": AVERAGE, "one_throw": ONE_THROW, "final_score": FINAL_SCORE}
N_AT_ONCE = 100  # games whose dice are drawn at a time
HOPE = 25.0  # initial value of every open box in tables, in points


@dataclass(frozen=True)
class LearnerOptions:
    """A learner: linear, a network, or tables with optimistic initial values.

    Attributes
    ----------
    feedback : str
        Its feedback.
    seed : int
        Of its dice.
    stride, n_half : float
        Initial step size, and the number of games after which it is halved; that of a network falls to zero with its
        last game.
    """

    name: str
    feedback: Feedback
    seed: int
    stride: float
    n_half: float = inf
    n_hidden: int = 0
    has_tables: bool = False

    @property
    def kind(self) -> int:
        """Return the number of its kind for kernels."""
        return TABLES if self.has_tables else NETWORK if self.n_hidden else LINEAR

    def network(self, game: Game) -> Network:
        """Return the family of its networks, whose input is the distance from the threshold, in eighths of it."""
        return Network(game, self.n_hidden, 0, 8.0, 1.0)


def scorecards(game: Game, learner: LearnerOptions) -> Scorecards:
    """Return a learner's features: the open boxes, and a bonus curve or the distance from the threshold."""
    space, matrix = game.space, Matrix(game)
    upper_sets, totals = np.nonzero(space.reachable_of_upper_set)
    pages_of_upper_set = np.array([int(np.flatnonzero(space.upper_set_of_page == one)[0]) for one in
                                   range(space.n_upper_sets)])  # fmt: skip
    if learner.n_hidden:
        curve = learner.network(game).seen_of(totals)
    else:
        curve = one_number(game).values(np.ones(1), pages_of_upper_set[upper_sets], totals) / space.ruleset.bonus
    return Scorecards(
        open_boxes(game),
        curve,
        matrix.first_column[space.upper_set_of_page],
        space.rank_of_total[space.upper_set_of_page],
        matrix.lower_of_page,
        np.array([float(space.ruleset.bonus_at(total)) for total in range(space.n_totals)]),
    )


def initial_weights(game: Game, learner: LearnerOptions) -> Floats:
    """Return initial parameters of a learner: zeros, a random network, or optimistic tables."""
    if learner.has_tables:
        matrix, is_open = Matrix(game), open_boxes(game)
        rows, columns = np.empty(matrix.shape[0]), np.empty(matrix.shape[1])
        pages, totals = np.nonzero(game.space.reachable_slots)
        row, column = matrix.places(pages, totals)
        rows[row] = HOPE * is_open[:, places_of(game, False)].sum(axis=1)[pages]
        columns[column] = HOPE * is_open[:, places_of(game, True)].sum(axis=1)[pages]
        return np.concatenate([columns, rows])
    return learner.network(game).start(learner.seed) if learner.n_hidden else np.zeros(game.ruleset.n_categories + 1)


def train(game: Game, learners: Sequence[LearnerOptions], stops: tuple[int, ...]) -> Iterator[Floats]:
    """Yield parameters of learners of one kind after numbers of games: averages in which later games count more.

    For networks these are the last parameters, because averages of different networks are meaningless. At most
    ``N_LANES`` learners are trained side by side, independently.
    """
    assert len(learners) <= N_LANES
    first, weights = learners[0], np.stack([initial_weights(game, learner) for learner in learners])
    n_weights, cards = weights.shape[1], scorecards(game, first)
    if first.n_hidden:
        weights = np.pad(weights, ((0, 0), (0, -n_weights % N_LANES)))
    averages, means, squares = (np.zeros_like(weights) for _ in range(3))
    feedback = np.array([FEEDBACK[learner.feedback] for learner in learners])
    strides = np.array([learner.stride for learner in learners])
    moving = feedback, strides, np.array([learner.n_half for learner in learners])
    state = Learners(first.kind, first.n_hidden, weights, averages, means, squares, OUTPUT_SCALE, *moving)
    randoms = [np.random.default_rng(learner.seed) for learner in learners]
    lattice, exits, choices, n_rerolls, tie = Tables(game).arrays
    shape = game.ruleset.n_categories, n_rerolls + 1, game.ruleset.n_dice
    played = 0
    for stop in stops:
        while played < stop:
            n_games = min(N_AT_ONCE, stop - played)
            games, chances = (played, played + n_games), np.stack([one.random((n_games, *shape)) for one in randoms])
            if first.n_hidden:
                state = state._replace(stride=strides * (1.0 - played / stops[-1]))
            learn_games(lattice, exits, choices, n_rerolls, tie, cards, state, games, chances)
            played += n_games
        yield (state.weights if first.n_hidden else state.averages)[:, :n_weights].copy()


def learner_values(game: Game, learner: LearnerOptions, weights: Floats) -> Floats:
    """Return a learner's value of every state; finished scorecards have their bonus."""
    pages, totals = (part.astype(np.int64) for part in np.nonzero(game.space.reachable_slots))
    cards = scorecards(game, learner)
    if learner.n_hidden:
        held = learner.network(game).values(weights, pages, totals)
    elif learner.has_tables:
        row, column = Matrix(game).places(pages, totals)
        held = weights[column] + weights[len(cards.curve) + row]
    else:
        curve = cards.curve[cards.first_column[pages] + cards.rank_of_total[pages, totals]]
        held = cards.inputs[pages] @ weights[:-1] + weights[-1] * curve
    finished = pages == game.space.n_sets - 1
    return np.where(finished, cards.bonus_of_total[totals], held)


CURIOUS = 5.0  # points, exploration bonus
STRIDES = 0.2, 200.0  # of the pars: initial step size, and the number of games after which it is halved


def sheet_of(game: Game) -> Sheet:
    """Return the features of cards: the bonus as a curve of spread one, and the usual points of upper boxes."""
    space, ruleset = game.space, game.ruleset
    usual = np.full(ruleset.n_categories, np.nan)
    usual[places_of(game, True)] = USUAL * faces_open(game)[0]
    shift = int(np.nanmax(usual, initial=0.0))
    totals = np.arange(-shift, space.n_totals + N_LANES + int(game.points_of_roll.max()) + 1)
    page_of_set = np.array([int(np.flatnonzero(space.upper_set_of_page == one)[0]) for one in
                            range(space.n_upper_sets)])  # fmt: skip
    pages, sums = np.repeat(page_of_set, len(totals)), np.tile(totals, len(page_of_set))
    curve = one_number(game).values(np.ones(1), pages, sums).reshape(len(page_of_set), -1) / ruleset.bonus
    curve[-1] = totals >= ruleset.threshold  # with all upper boxes filled
    upper_sets = np.asarray(space.upper_set_of_page, dtype=np.int64)
    return Sheet(curve, shift, upper_sets, usual, space.n_sets - 1, float(ruleset.bonus))


def empty_notebook(game: Game) -> Notebook:
    """Return an empty notebook."""
    shape = game.ruleset.n_rerolls, game.lattice.first_roll
    n_boxes = game.ruleset.n_categories
    return Notebook(np.zeros((*shape, n_boxes)), np.zeros(shape), np.zeros(n_boxes + 1), np.zeros(n_boxes + 1))


def train_notebook(game: Game, stops: tuple[int, ...], seed: int) -> Iterator[Notebook]:
    """Yield the notebook after given numbers of games; it is always the same object."""
    random, sheet, book = np.random.default_rng(seed), sheet_of(game), empty_notebook(game)
    lattice, exits, choices, n_rerolls, tie = Tables(game).arrays
    shape = game.ruleset.n_categories, n_rerolls + 1, game.ruleset.n_dice
    played, last = 0, game.space.n_totals - 1
    for stop in stops:
        while played < stop:
            n_games = min(N_AT_ONCE, stop - played)
            chances, games = random.random((n_games, *shape)), (played, played + n_games)
            learn_notebook(lattice, exits, choices, tie, sheet, book, last, CURIOUS, STRIDES, games, chances)
            played += n_games
        yield book


@dataclass(frozen=True, eq=False)
class NotebookPlayer(Decided):
    """The player who keeps the dice with the largest average over par in a notebook, without exploration."""

    name: str
    game: Game
    book: Notebook

    @cached_property
    def sheet(self) -> Sheet:
        """Return the features of cards."""
        return sheet_of(self.game)

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        shape = len(rows.page), self.game.ruleset.n_rerolls + 1, len(self.game.lattice.rolls), N_LANES
        options: Options = np.zeros(shape, np.int16)
        _lattice, exits, choices, _n_rerolls, tie = tables.arrays
        follow_notebook(exits, choices, tie, self.sheet, self.book, rows, options)
        return options
