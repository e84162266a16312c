"""The mat: pars, a printed table for the bonus, and rules for the dice, found by search."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from solver.arrays import Bools, Floats, Longs
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.learning import boxes_by_mat
from solver.kernels.players import WRITE, MatAims, follow_mat
from solver.kernels.rows import N_LANES
from solver.minds.features import USUAL, Columns, faces_open, open_boxes
from solver.minds.fitting import Cards, Draw, draw_chains, scores_by
from solver.play.player import Decided, Options, Tables
from solver.rules.ruleset import FACES, Roll

Kind = Literal["equal", "two_pairs", "at_least", "run", "write", "nothing"]
Wants = Literal["", "upper", "lower", "any_box", "straight", "pairs", "chance"]

LOW_RUN, HIGH_RUN = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)
RUNS = {"small_straight": LOW_RUN, "large_straight": HIGH_RUN}
OF_A_KIND = ("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "full_house", "yatzy")
FROM = {2: OF_A_KIND, 3: OF_A_KIND[2:], 4: ("four_of_a_kind", "yatzy"), 5: ("yatzy",)}
MOST_WORDS = 12
NUMBERS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five"}
FACE_WORDS = {3: "threes", 4: "fours", 5: "fives", 6: "sixes"}
STRAIGHTS = {"small_straight": "the small straight", "large_straight": "the large straight"}


@dataclass(frozen=True)
class Rule:
    """One line of the mat.

    Attributes
    ----------
    kind : str
        Kind of pattern: equal dice, two pairs, all dice from a face up, dice of a straight, or a box to score.
    number : int
        Number of equal dice or dice of the straight, the lowest face, or the least value of the box.
    wants : str
        Box that must be open: that of the face, a lower one for equal dice, either of these; for runs the name of the
        straight; any, if empty.
    throws : int
        Required remaining throws, 0 for any number.
    """

    kind: Kind
    number: int = 0
    wants: str = ""
    throws: int = 0

    @property
    def words(self) -> str:
        """Return the rule as printed: at most twelve words."""
        return f"Last throw: {self.words_of_dice}" if self.throws == 1 else self.words_of_dice

    @property
    def words_of_dice(self) -> str:
        """Return the rule as printed, without the throws."""
        if self.kind == "write":
            return f"A box shows {self.number} or more: write it."
        if self.kind == "nothing":
            return "Else throw all dice."
        if self.kind == "at_least":
            high = "sixes" if self.number == FACES[-1] else f"{FACE_WORDS[self.number]} and higher"
            return f"Keep {high}{', if Chance is open' if self.wants == 'chance' else ''}."
        if self.kind == "run":
            return f"{NUMBERS[self.number]} dice of {STRAIGHTS[self.wants]}, if open: keep them."
        if self.kind == "two_pairs":
            return "Two pairs, if Two Pairs or Full House is open: keep them."
        of_box = {"": "", "upper": " whose upper box is open", "lower": " with a lower box open",
                  "any_box": " with a box open"}[self.wants]  # fmt: skip
        equal = "A die" if self.number == 1 else "A pair" if self.number == 2 else f"{NUMBERS[self.number]} equal"
        return f"{equal}{of_box}: keep {'the highest' if self.number < 3 else 'them'}."

    def keeps(self, game: Game, roll: Roll) -> Iterator[tuple[int, Roll]]:
        """Yield matching keeps of a roll, first choice first, with a bit mask of boxes, one of which must be open."""
        count = Counter(roll)
        if self.kind == "nothing":
            yield boxes(game), ()
        elif self.kind == "at_least":
            kept = tuple(face for face in roll if face >= self.number)
            if kept:
                yield boxes(game, *(("chance",) if self.wants == "chance" else ())), kept
        elif self.kind == "run":
            kept = tuple(sorted(set(RUNS[self.wants]) & set(roll)))
            if len(kept) >= self.number:
                yield boxes(game, self.wants), kept
        elif self.kind == "two_pairs":
            faces = [face for face in FACES if count[face] >= 2]
            if len(faces) == 2:
                yield boxes(game, "two_pairs", "full_house"), tuple(sorted(faces * 2))
        elif self.kind == "equal":
            for face in sorted(count, reverse=True):
                if count[face] >= self.number:
                    yield self.boxes_of_face(game, face), (face,) * count[face]

    def boxes_of_face(self, game: Game, face: int) -> int:
        """Return the boxes for equal dice of a face that the rule requires."""
        upper = boxes(game, game.ruleset.category_names[face - 1])
        lower = boxes(game, *FROM[max(2, self.number)])
        return {"": boxes(game), "upper": upper, "lower": lower, "any_box": upper | lower}[self.wants]


@lru_cache
def boxes(game: Game, *names: str) -> int:
    """Return the bit mask of the named boxes; without names, of all."""
    place = game.ruleset.category_names.index
    return sum(1 << place(name) for name in names or game.ruleset.category_names)


def all_rules() -> list[Rule]:
    """Return every rule that the search may use, except the last one of a mat: to throw all."""
    found = [Rule("equal", number, wants) for number in (1, 2, 3, 4) for wants in ("", "upper", "lower", "any_box")]
    found += [Rule("equal", 5, "lower"), Rule("two_pairs")]
    found += [Rule("at_least", face, wants) for face in FACE_WORDS for wants in ("", "chance")]
    found += [Rule("run", number, wants) for number in (2, 3, 4) for wants in RUNS]
    found += [Rule("write", least) for least in range(-4, 16)]
    last = [replace(rule, throws=1) for rule in found]
    return found + [rule for rule in last if len(rule.words.split()) <= MOST_WORDS]


# Lower bounds of the columns of the printed table, in upper total less three of a face in every filled upper box; the
# first column is unbounded.
COLUMNS = (-12, -9, -6, -4, -2, 0, 2, 4, 7)
N_COLUMNS = len(COLUMNS) + 1
MIDDLES = (-15, -10.5, -7.5, -5, -3, -1, 0.5, 2.5, 5, 9)  # of the columns; initial values of the fit


@dataclass(frozen=True, eq=False)
class Sheets:
    """The family of sheets; its parameters are the pars, then the table, row by row from one open upper box on."""

    game: Game

    @cached_property
    def boxes(self) -> Columns:
        """Return which boxes are open on each page."""
        return Columns(open_boxes(self.game))

    @cached_property
    def faces(self) -> Floats:
        """Return the open faces of each page."""
        return faces_open(self.game)

    @property
    def n_numbers(self) -> int:
        """Return the number of printed numbers."""
        return self.boxes.n_numbers + int(self.faces.shape[1]) * N_COLUMNS

    @property
    def strides(self) -> Floats:
        """Return the step size of each parameter."""
        return np.where(np.arange(self.n_numbers) < self.boxes.n_numbers, 0.1, 0.2)

    def cells(self, pages: Longs, totals: Longs) -> Longs:
        """Return the cell of each state in the table, -1 once the bonus is won, or all upper boxes are filled."""
        n_open = (self.faces > 0).sum(axis=1)[pages]
        surplus = totals + USUAL * self.faces.sum(axis=1)[pages].astype(np.int64) - self.game.ruleset.threshold
        column = np.searchsorted(COLUMNS, surplus, side="right")
        is_won = totals >= self.game.ruleset.threshold
        return np.where((n_open > 0) & ~is_won, (n_open - 1) * N_COLUMNS + column, -1)

    def pages_before(self, place: int) -> Bools:
        """Return the pages from which a number can be read, in that turn or later: bool[n_pages]."""
        n_boxes = self.boxes.n_numbers
        n_open = (self.faces > 0).sum(axis=1)
        is_open = np.arange(len(n_open)) >> place & 1 == 0
        found: Bools = is_open if place < n_boxes else n_open > (place - n_boxes) // N_COLUMNS
        return found

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total."""
        n_boxes, cells = self.boxes.n_numbers, self.cells(pages, totals)
        won = np.where(totals >= self.game.ruleset.threshold, float(self.game.ruleset.bonus), 0.0)
        found: Floats = self.boxes.sums(numbers[:n_boxes], pages) + np.where(cells < 0, won, numbers[n_boxes + cells])
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter."""
        n_cells = len(numbers) - self.boxes.n_numbers
        of_cells = np.bincount(self.cells(pages, totals) + 1, weights, n_cells + 1)[1:]
        return np.concatenate([self.boxes.shares(weights, pages), of_cells])

    def from_curve(self, pars: Floats, shift: float, spread: float) -> Floats:
        """Return the sheet of a normal curve, evaluated in the middle of each cell."""
        mean_square = float((self.faces[0] ** 2).mean())
        table = [
            self.game.ruleset.bonus
            * 0.5
            * math.erfc(-(middle + shift * n_open) / (abs(spread) * math.sqrt(2 * mean_square * n_open)))
            for n_open in range(1, self.faces.shape[1] + 1)
            for middle in MIDDLES
        ]
        return np.concatenate([pars, table])


@dataclass(frozen=True, eq=False)
class MatPlayer(Decided):
    """The player who keeps dice by rules in order and scores the box of largest value, see ``kernels.players``."""

    name: str
    game: Game
    rules: tuple[Rule, ...]
    value_of_state: Floats

    @cached_property
    def aims(self) -> MatAims:
        """Return the rules for the kernel."""
        lattice, n_rerolls = self.game.lattice, self.game.ruleset.n_rerolls
        first_aim = np.zeros((n_rerolls + 1, len(lattice.rolls)), dtype=np.int64)
        found: list[tuple[int, int, float]] = []
        for rerolls in range(1, n_rerolls + 1):
            rules = [rule for rule in self.rules if rule.throws in (0, rerolls)]
            for roll, dice in enumerate(lattice.rolls):
                first_aim[rerolls, roll] = len(found)
                found += aims_of_roll(self.game, rules, roll, dice)
        wanted, option, least = (list(part) for part in zip(*found, strict=True))
        return MatAims(first_aim, np.array(wanted), np.array(option, dtype=np.int16), np.array(least))

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        shape = len(rows.page), self.game.ruleset.n_rerolls + 1, len(self.game.lattice.rolls), N_LANES
        options = np.empty(shape, np.int16)
        _lattice, exits, choices, _n_rerolls, tie = tables.arrays
        follow_mat(exits, choices, rows, tables.spread_once(self.value_of_state), self.aims, tie, options)
        return options


def aims_of_roll(game: Game, rules: Sequence[Rule], roll: int, dice: Roll) -> list[tuple[int, int, float]]:
    """Return the aims of a roll: boxes of which one must be open, option, and the least value of the best box.

    If all dice are kept, a box is scored; after the last rule all dice are thrown.
    """
    lattice, found = game.lattice, []
    number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
    for rule in (*rules, Rule("nothing")):
        if rule.kind == "write":
            found.append((boxes(game), WRITE, float(rule.number)))
        for wanted, kept in rule.keeps(game, dice):
            found.append((wanted, number.get(kept, WRITE), -np.inf))
    return found


N_AT_ONCE = 15  # states of each layer whose turns are computed at a time


@dataclass(frozen=True, eq=False)
class Trials:
    """Losses of every rule in some situations: float64[n_rules, n_situations]; and whether it applies.

    The last rule is to throw all dice.
    """

    losses: Floats
    applies: Bools


def draw_trials(cards: Cards, sheet: Floats, rules: Sequence[Rule], n_batches: int, seed: int) -> Trials:
    """Return losses of rules in sampled situations with remaining throws; boxes are scored by the sheet."""
    random, tables = np.random.default_rng(seed), Tables(cards.game)
    draw = Draw(cards, cards.visits_of_state)
    every = (*rules, Rule("nothing"))
    keeps_of_rule = [rule_table(cards, rule) for rule in every]
    found = [batch_of_trials(draw, tables, sheet, every, keeps_of_rule, random) for _ in range(n_batches)]
    losses, applies = zip(*found, strict=True)
    return Trials(np.concatenate(losses, axis=1), np.concatenate(applies, axis=1))


def rule_table(cards: Cards, rule: Rule) -> list[list[tuple[int, int]]]:
    """Return for every roll the keeps of a rule: pairs of a bit mask of boxes and a keep, -1 for all dice."""
    lattice = cards.game.lattice
    return [
        [(wanted, lattice.index_of_keep[kept] if len(kept) < len(roll) else -1) for wanted, kept in
         rule.keeps(cards.game, roll)]
        for roll in lattice.rolls
    ]  # fmt: skip


def batch_of_trials(
    draw: Draw, tables: Tables, sheet: Floats, rules: Sequence[Rule],
    keeps_of_rule: list[list[list[tuple[int, int]]]], random: np.random.Generator,
) -> tuple[Floats, Bools]:  # fmt: skip
    """Return losses and applicability of all rules in the situations of some turns."""
    cards, states = draw.cards, draw.shuffled(random, N_AT_ONCE)
    chains, tie = draw_chains(cards, tables, states, random), tables.arrays[-1]
    shown = scores_by(cards, tables, states, sheet) - sheet[states, None]
    losses, applies = [], []
    for rerolls in range(1, chains.rolls.shape[2]):
        met = np.flatnonzero(chains.rolls[:, 0, rerolls] >= 0)
        rolls, filled = chains.rolls[met, 0, rerolls], cards.pages[states[met]]
        written = np.zeros((len(met), 2))
        boxes_by_mat(tables.choices, filled, rolls, shown[met], chains.scores[met], tie, written)
        best = chains.best[met, rerolls, rolls]
        # The last column is to score, identified by the keep -1.
        worth = np.concatenate([chains.keeps[met, rerolls - 1], written[:, 1:]], axis=1)
        taken = np.array([
            [keep_of_rule(cards, rule, table, rerolls, roll, is_filled, shows)
             for roll, is_filled, shows in zip(rolls.tolist(), filled.tolist(), written[:, 0].tolist(), strict=True)]
            for rule, table in zip(rules, keeps_of_rule, strict=True)
        ])  # fmt: skip
        applies.append(taken > -2)
        losses.append(np.where(taken > -2, best - worth[np.arange(len(met)), taken], 0.0))
    return np.concatenate(losses, axis=1), np.concatenate(applies, axis=1)


def keep_of_rule(
    cards: Cards, rule: Rule, table: list[list[tuple[int, int]]], rerolls: int, roll: int, filled: int, shows: float
) -> int:
    """Return the keep of a rule in a situation, -1 to score, -2 if the rule does not apply."""
    if rule.throws not in (0, rerolls):
        return -2
    if rule.kind == "write":
        return -1 if shows >= rule.number else -2
    return next((keep for wanted, keep in table[roll] if wanted & ~filled & boxes(cards.game)), -2)


def search(trials: Trials, n_rules: int) -> list[list[int]]:
    """Return the best lists of one rule, of two, and so on, as row numbers: greedy insertion, then exchanges."""
    lists: list[list[int]] = [[]]
    for _ in range(n_rules):
        longer = exchange(trials, insert_best(trials, lists[-1]))
        if loss_of(trials, longer) >= loss_of(trials, lists[-1]):
            break  # no further rule reduces the loss
        lists.append(longer)
    return lists[1:]


def exchange(trials: Trials, chosen: list[int]) -> list[int]:
    """Return the list after exchanging rules one at a time, as long as that reduces the loss."""
    loss = loss_of(trials, chosen)
    while True:
        others = [insert_best(trials, chosen[:place] + chosen[place + 1 :]) for place in range(len(chosen))]
        losses = [loss_of(trials, other) for other in others]
        if min(losses) >= loss - 1e-12:
            return chosen
        chosen, loss = others[losses.index(min(losses))], min(losses)


def decider_of(trials: Trials, chosen: list[int]) -> tuple[list[int], Longs]:
    """Return the rules in order, with throwing all dice last, and the index of the rule that decides each situation."""
    order = [*chosen, len(trials.losses) - 1]
    return order, np.argmax(trials.applies[order], axis=0)


def loss_of(trials: Trials, chosen: list[int]) -> float:
    """Return the total loss of a list of rules."""
    order, decider = decider_of(trials, chosen)
    return float(trials.losses[np.array(order)[decider], np.arange(trials.losses.shape[1])].sum())


def insert_best(trials: Trials, chosen: list[int]) -> list[int]:
    """Return the list with the best additional rule inserted at its best position."""
    order, decider = decider_of(trials, chosen)
    now = trials.losses[np.array(order)[decider], np.arange(trials.losses.shape[1])]
    saved = np.where(trials.applies, now - trials.losses, 0.0)
    of_decider = np.stack([np.bincount(decider, ours, len(order)) for ours in saved])
    gains = of_decider[:, ::-1].cumsum(axis=1)[:, ::-1]  # for each position, of all situations decided there or later
    rule, place = np.unravel_index(np.argmax(gains), gains.shape)
    return [*chosen[:place], int(rule), *chosen[place:]]
