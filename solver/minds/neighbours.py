"""Players near one another: with a changed parameter, a blurred bonus, or different while one box is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, product
from typing import TypeVar

import numpy as np

from solver.arrays import Bools, Floats
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.kernels.turn import Exits, Table
from solver.kernels.walk import push_visits
from solver.minds.features import Curves, bonus_curve, pars
from solver.minds.fitting import Cards, exact_mean, follow, perfect_cards, to_units
from solver.minds.mat import MatPlayer, Rule, Sheets
from solver.minds.players import numbers_of
from solver.play.player import Player, TablePlayer, Tables
from solver.play.statistics import rest_of_walk
from solver.play.walk import Part, exits_of, steps_of_part, turns_of_layer, walk
from solver.solving.backwards import layer_blocks
from solver.studies.evaluate import follow_slice, mean_of_policy
from solver.threads import n_processors, run_slices

RARE = 1e-7  # probability that a game visits a row of states; rarer rows are not evaluated at first

Step = tuple[tuple[int, float], ...]  # indices of the changed parameters, and by how many units
Progress = Callable[[int, int, str], object]
Numbers = TypeVar("Numbers", Bools, Floats)


@dataclass(frozen=True)
class Neighbour:
    """A neighbour: the step to it, and its score if ``is_exact``, else an upper bound."""

    step: Step
    mean: float
    is_exact: bool


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """All neighbours of a formula's player.

    Attributes
    ----------
    units : float64[n_numbers]
        Units of the steps.
    rare : float
        Rows visited less than this are not evaluated; with 0 all are, and the result is exact.
    """

    cards: Cards
    family: Curves
    numbers: Floats
    units: Floats
    rare: float = RARE

    @cached_property
    def tables(self) -> Tables:
        """Return the tables of the game."""
        return Tables(self.cards.game)

    @cached_property
    def perfect(self) -> Table:
        """Return the perfect values of all states."""
        return self.tables.spread(self.cards.value_of_state)

    @cached_property
    def own(self) -> Table:
        """Return the player's own expectations in all states."""
        return self.tables.spread(mean_of_policy(self.cards.game, self.values(self.numbers)))

    @cached_property
    def layers(self) -> list[Places]:
        """Return the rows that are evaluated, those of the last turn first."""
        game, space = self.cards.game, self.cards.game.space
        visits = np.zeros((space.n_pages, space.n_totals + N_LANES))
        way = walk(game, TablePlayer("near", self.values(self.numbers)))
        visits[:, : space.n_totals][space.reachable_slots] = way.visits_of_state
        sums = np.pad(np.cumsum(visits, axis=1), ((0, 0), (1, 0)))
        found = []
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = layer_blocks(space, n_filled, coalesce=False)
            often = sums[blocks.page, blocks.lane + N_LANES] - sums[blocks.page, blocks.lane] >= self.rare
            found.append(Places(blocks.page[often], blocks.lane[often], blocks.filled[often]))
        return found

    @cached_property
    def reads(self) -> list[Bools]:
        """Return the pages on which each parameter matters, in this turn or in a later one: bool[n_pages] each."""
        game, found = self.cards.game, []
        own = self.values(self.numbers)
        for place in range(len(self.numbers)):
            changes = self.values(self.moved(((place, 1.0),))) != own
            later = np.bincount(self.cards.pages, changes, game.space.n_pages) > 0
            after = [(np.flatnonzero(~np.arange(len(later)) >> box & 1), 1 << box)
                     for box in range(game.ruleset.n_categories)]  # fmt: skip
            for pages, bit in after:
                later[pages] |= later[pages + bit]
            is_read = np.zeros_like(later)
            for pages, bit in after:
                is_read[pages] |= later[pages + bit]
            found.append(is_read)
        return found

    def moved(self, step: Step) -> Floats:
        """Return the parameters after a step."""
        found = self.numbers.copy()
        for place, times in step:
            found[place] += times * self.units[place]
        return to_units(found, self.units)

    def values(self, numbers: Floats) -> Floats:
        """Return the formula's value of every state."""
        return self.family.values(numbers, self.cards.pages, self.cards.totals)

    def on_slots(self, of_page: Numbers) -> Numbers:
        """Expand an array by page to slots; those beyond the last page belong to the last."""
        width = np.diff(self.own.first_slot)
        width[-1] += len(self.own.values) - self.own.first_slot[-1]
        return np.repeat(of_page, width)

    def follow(self, read: Table, known: Table, is_read: Bools, pool: ThreadPoolExecutor) -> Table:
        """Return an upper bound of a neighbour's expectation in every state.

        Parameters
        ----------
        known : Table
            The same on pages where not all changed parameters matter.
        is_read : bool[n_pages]
            The other pages.
        """
        tables = self.tables
        true = Table(np.where(self.on_slots(is_read), self.perfect.values, known.values), self.own.first_slot)
        for layer in self.layers:
            rows = Places(*(part[is_read[layer.page]] for part in layer))
            work = partial(follow_slice, tables, tables.outcomes.gain, rows, (read, true))
            run_slices(pool, len(rows.page), work)
            tables.layout.repeat_last_total(true, np.unique(rows.page))
        return true

    def singles(self, times: tuple[float, ...]) -> Iterator[tuple[Step, Table]]:
        """Yield the steps of one parameter by ``times`` units, and the upper bounds after each."""
        with ThreadPoolExecutor(n_processors()) as pool:
            for place, is_read in enumerate(self.reads):
                for one in times:
                    step = ((place, one),)
                    read = self.tables.spread(self.values(self.moved(step)))
                    yield step, self.follow(read, self.own, is_read, pool)

    @cached_property
    def ones(self) -> dict[Step, Table]:
        """Return the upper bounds after each step of one parameter by one unit."""
        return dict(self.singles((-1.0, 1.0)))

    def doubles(self) -> Iterator[tuple[Step, Table]]:
        """Yield the steps of two parameters by one unit each, and the upper bounds after each."""
        with ThreadPoolExecutor(n_processors()) as pool:
            for step, first in self.ones.items():
                ((place, _times),) = step
                base = self.tables.spread(self.values(self.moved(step)))
                is_read = self.on_slots(self.reads[place])
                for other, second in self.ones.items():
                    if other[0][0] >= place:
                        break
                    known = Table(np.where(is_read, first.values, second.values), first.first_slot)
                    both = self.reads[place] & self.reads[other[0][0]]
                    yield (*other, *step), self.follow(self.moved_further(base, other, step), known, both, pool)

    def moved_further(self, base: Table, other: Step, step: Step) -> Table:
        """Return the formula's value of every state after two steps, given that after the second one."""
        ((place, times),) = other
        n_summed = sum(feature.n_numbers for kind, feature, _place in self.family.sections if kind == "worth")
        if place >= n_summed:
            return self.tables.spread(self.values(self.moved((*other, *step))))
        change = np.zeros(len(self.numbers))
        change[place] = times * self.units[place]
        more = self.family.sums(change, "worth", np.arange(self.cards.game.space.n_pages))
        return Table(base.values + self.on_slots(more), base.first_slot)

    def all_neighbours(self, progress: Progress) -> list[Neighbour]:
        """Return all neighbours, best first; ``progress`` is called with the number done and the total."""
        n_numbers = len(self.numbers)
        n_all = 4 * n_numbers + 2 * n_numbers * (n_numbers - 1)

        def candidates() -> Iterator[tuple[Step, Table]]:
            steps = chain(self.singles((-2.0, 2.0)), self.ones.items(), self.doubles())
            for done, found in enumerate(steps):
                progress(done, n_all, "neighbours")
                yield found

        return self.best_first(candidates())

    def best_first(self, steps: Iterable[tuple[Step, Table]]) -> list[Neighbour]:
        """Return neighbours, best first; all that could be the best are evaluated exactly."""
        mean, found = exact_mean(self.cards, self.family), []
        for step, after in steps:
            found.append(Neighbour(step, float(after.values[after.first_slot[0]]), False))
        while not (best := max(found, key=lambda one: one.mean)).is_exact:
            found[found.index(best)] = Neighbour(best.step, mean(self.moved(best.step)), True)
        return sorted(found, key=lambda one: -one.mean)


def around_seventeen(game: Game) -> Neighbourhood:
    """Return the neighbourhood of the seventeen recorded rounded numbers."""
    units = np.array([*[1.0] * game.ruleset.n_categories, 0.1, 0.1])
    return Neighbourhood(perfect_cards(game), pars(game), numbers_of("par-17"), units)


def climb(
    cards: Cards, family: Curves, numbers: Floats, units: Floats, rare: float = RARE
) -> tuple[Floats, list[Neighbour]]:
    """Return the local optimum of steepest ascent from ``numbers``, and its neighbours, none of which scores more.

    Steps change one parameter by one unit.
    """
    top = exact_mean(cards, family)(numbers)
    while True:
        around = Neighbourhood(cards, family, numbers, units, rare)
        found = around.best_first(around.ones.items())
        if found[0].mean <= top:
            return numbers, found
        numbers, top = around.moved(found[0].step), found[0].mean


@dataclass(frozen=True, eq=False)
class Common:
    """The expectations of a player that others equal once a box is filled."""

    game: Game
    player: Player

    @cached_property
    def tables(self) -> Tables:
        """Return the tables of the game."""
        return Tables(self.game)

    @cached_property
    def exits(self) -> Exits:
        """Return the outcomes of turns for kernels."""
        return exits_of(self.tables)

    @cached_property
    def rest(self) -> Floats:
        """Return the points still to come from every state, the bonus included: float64[n_pages, n_totals]."""
        found = self.game.space.reachable_slots.astype(np.float64)
        way = walk(self.game, self.player, begins=found)
        rest, _later = rest_of_walk(way)
        found[way.page, way.total] = rest[:, :-1].sum(axis=1) + self.game.ruleset.bonus * rest[:, -1]
        return found

    def mean(self, other: Player, is_affected: Bools) -> float:
        """Return the expected final score of another player.

        Parameters
        ----------
        is_affected : bool[n_pages]
            Pages from which the other plays differently, now or later.
        """
        space, gained, tables = self.game.space, 0.0, Tables(self.game)  # new ones, because they store what is read
        visits = np.zeros((space.n_pages, space.n_totals))
        visits[0, 0] = 1.0
        for n_filled in range(self.game.ruleset.n_categories):
            is_here = is_affected & (space.n_filled_of_set[np.arange(space.n_pages) % space.n_sets] == n_filled)
            is_followed = (visits > 0) & is_here[:, None]
            if is_followed.any():
                for part in map(*turns_of_layer(tables, other, n_filled, is_followed)):
                    push_visits(self.exits, steps_of_part(part), visits)
                    gained += self.gained(part, visits)
                visits[is_followed] = 0.0
        return gained + float((visits * self.rest).sum())

    def gained(self, part: Part, visits: Floats) -> float:
        """Return the expected points of the turns of some states, weighted by their visits."""
        gains = part.prob_of_entry * self.exits.gain[part.outcome_of_entry]
        sums = np.concatenate([[0.0], np.cumsum(gains)])[part.first_entry_of_turn]
        return float((visits[part.page, part.total] * np.diff(sums)[part.turn_of_state]).sum())


def blurred(cards: Cards, blur: float) -> TablePlayer:
    """Return the player of the seventeen rounded numbers with ``blur`` added to the width of its curve.

    Standard deviations add in quadrature. Finished scorecards are exact.
    """
    curve = bonus_curve(cards.game)
    family = replace(pars(cards.game), curves=(replace(curve, blunt=curve.blunt + blur**2),))
    values = family.values(numbers_of("par-17"), cards.pages, cards.totals)
    is_finished = cards.layers == cards.game.ruleset.n_categories
    return TablePlayer(f"par-17-blur-{blur:g}", np.where(is_finished, cards.value_of_state, values))


TIES = -1  # place of the neighbour that writes the last, not the first, of equal boxes
LATER = 1e-3  # points for each box above, less than a difference of numbers in all
ROUNDED = 1e-9  # points; smaller differences are those of sums in another order
CHANGES_OF_CELL = (-1, 1)  # points


@dataclass(frozen=True, eq=False)
class TunedMat:
    """A mat that no neighbour beats.

    Attributes
    ----------
    numbers : float64[n_numbers]
        Pars, then the table of the bonus, see ``mat.Sheets``; whole numbers.
    mean : float, points
        Its expected final score, exact.
    neighbours : dict
        That of each mat with one number changed, by the place of the number and the change, or with another order of
        equal boxes, see ``TIES``.
    """

    numbers: Floats
    mean: float
    neighbours: dict[tuple[int, int], float]


def tune_mat(
    cards: Cards, rules: tuple[Rule, ...], numbers: Floats, changes_of_par: tuple[int, ...], often: float
) -> TunedMat:
    """Take the best step to a neighbour until none scores more: a par changed so much, or a cell by one point.

    ``often`` is the least number of turns per game that begin in a cell, so that the cell is changed.
    """
    sheets = Sheets(cards.game)
    n_boxes = sheets.boxes.n_numbers

    def moved(place: int, change: int) -> Floats:
        after: Floats = numbers + change * (np.arange(len(numbers)) == place)
        return after

    def mat(numbers: Floats) -> MatPlayer:
        return MatPlayer("mat", cards.game, rules, sheets.values(numbers, cards.pages, cards.totals))

    def mean_after(common: Common, step: tuple[int, int]) -> float:
        return common.mean(mat(moved(*step)), sheets.pages_before(step[0]))

    while True:
        common = Common(cards.game, mat(numbers))
        mean, way = float(common.rest[0, 0]), walk(cards.game, common.player)
        begun = np.bincount(1 + sheets.cells(way.page.astype(np.int64), way.total.astype(np.int64)), way.visits)[1:]
        steps = [
            *product(range(n_boxes), changes_of_par),
            *product((n_boxes + np.flatnonzero(begun >= often)).tolist(), CHANGES_OF_CELL),
        ]
        with ThreadPoolExecutor(n_processors()) as pool:
            means = list(pool.map(partial(mean_after, common), steps))
        best = int(np.argmax(means))
        if means[best] <= mean + ROUNDED:
            break
        numbers = moved(*steps[best])
    later = numbers - LATER * np.pad(np.arange(n_boxes), (0, len(numbers) - n_boxes))
    last_box = follow(cards, mat(later)).mean
    return TunedMat(numbers, mean, {**dict(zip(steps, means, strict=True)), (TIES, 1): last_box})
