"""The optimist, and the dial from the average of the dice to the best of the dice.

A player who hopes values a throw by (1 - w) mean + w best, over all that the thrown dice can show. At w = 0 that is
perfect play; at w = 1 the optimist, who believes in a perfect game and to whom nearly all choices are ties: what it
truly scores depends on the order in which it looks at its options.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from solver.baselines.boxes import empty_options, project_order
from solver.baselines.facts import Facts, facts_of
from solver.baselines.registry import player
from solver.dice import Floats, Ints
from solver.kernels.optimist import Hope, hope_blocks, hope_rows, judge_blocks, judge_rows, solve_hopeful
from solver.kernels.play import Places
from solver.kernels.turn import Blocks, Exits, Lattice, Table
from solver.play.moments import Moments, moments
from solver.play.players import Decided, Options, Player
from solver.play.tables import Tables
from solver.rules import Roll
from solver.solution import Game
from solver.solve import n_processors, run_slices


def hopeful_values(game: Game, hope: float) -> Floats:
    """Return the points still to come that a player who hopes believes in: float64[n_states].

    Parameters
    ----------
    hope : float
        w, from 0 (the value table of perfect play) to 1 (the largest reachable scores).

    Notes
    -----
    Scandinavian Yatzy: 0.5 s on two idle cores.
    """
    tables = Tables(game)
    lattice, exits, _choices, n_rerolls, _tie = tables.arrays
    table = tables.layout.empty_table()
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = tables.layout.blocks(n_filled)
            run_slices(pool, len(blocks.page), partial(hope_slice, (lattice, exits, n_rerolls, hope), blocks, table))
    return tables.gather(table)


def hope_slice(leading: tuple[Lattice, Exits, int, float], blocks: Blocks, table: Table, start: int, stop: int) -> None:
    """Solve the rows ``start`` to ``stop`` of ``blocks``."""
    solve_hopeful(*leading, blocks, (start, stop), table)


def kernel_hope(game: Game, hope: float, tie: float, order: Ints) -> Hope:
    """Return a player who hopes as the kernels read it; the project's order, which they know, is left out."""
    is_known = np.array_equal(order, project_order(game.ruleset.n_dice, game.ruleset.n_categories))
    return Hope(hope, tie, order[:0] if is_known else order)


@dataclass(frozen=True, eq=False)
class HopefulPlayer(Decided):
    """A player who hopes, and takes the first of equal options in an order of its own.

    Attributes
    ----------
    hope : float
        w, from 0 to 1.
    value_of_state : float64[n_states]
        What it believes in, see ``hopeful_values``.
    order : int32[n_rolls, n_options]
        The options of every roll, first choice first; see ``project_order``.
    """

    name: str
    hope: float
    value_of_state: Floats
    order: Ints

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        lattice, exits, choices, n_rerolls, tie = tables.arrays
        options, hope = empty_options(tables, len(rows.page)), kernel_hope(tables.game, self.hope, tie, self.order)
        table = tables.spread_once(self.value_of_state)
        hope_rows(lattice, exits, choices, n_rerolls, hope, rows, table, options)
        return options


def hopeful(game: Game, hope: float) -> HopefulPlayer:
    """Return a player who hopes, with the project's order of ties."""
    order = project_order(game.ruleset.n_dice, game.ruleset.n_categories)
    return HopefulPlayer(f"hope-{hope:g}", hope, hopeful_values(game, hope), order)


def hopeful_facts(game: Game, hope: float, order: Ints) -> Facts:
    """Return what a player who hopes believes in and what it earns, found in one pass backwards."""
    tables = Tables(game)
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    table, hoping = tables.layout.empty_table(), kernel_hope(game, hope, tie, order)

    def decide(blocks: Blocks, bounds: tuple[int, int]) -> Options:
        options = empty_options(tables, bounds[1] - bounds[0])
        hope_blocks(lattice, exits, choices, n_rerolls, hoping, blocks, bounds, table, options)
        return options

    found = moments(tables, decide, coalesce=True)
    return facts_of(float(table.values[table.first_slot[0]]), found)


def hope_maker(hope: float) -> Callable[[Game], list[Facts]]:
    """Return the function that finds the facts of a stop of the dial for a game, ties in the project's order."""
    return lambda game: [hopeful_facts(game, hope, project_order(game.ruleset.n_dice, game.ruleset.n_categories))]


@player("max", "the optimist: believes that every throw will show the best it can; ties in the project's order")
def optimist(game: Game) -> HopefulPlayer:
    """Return the optimist as it is published."""
    return replace(hopeful(game, 1.0), name="max")


Key = Callable[[int, Roll], tuple[Any, ...]]


@dataclass(frozen=True)
class TieRule:
    """An order in which an optimist looks at its options.

    ``key`` sorts them: it is told the place of a category and no dice, or -1 and the dice of a keep.
    """

    name: str
    description: str
    key: Key

    def order(self, game: Game) -> Ints:
        """Return the options of every roll, first choice first: int32[n_rolls, n_options]."""
        lattice, n_categories = game.lattice, game.ruleset.n_categories
        order = project_order(game.ruleset.n_dice, n_categories).copy()
        for roll, keeps in enumerate(lattice.choices_of_roll):
            options: list[tuple[int, Roll]] = [(-1, lattice.keeps[keep]) for keep in keeps]
            options += [(category, ()) for category in range(n_categories)]
            keys = [self.key(*option) for option in options]
            numbers = sorted(range(len(options)), key=keys.__getitem__)
            order[roll, : len(numbers)] = numbers
        return order


TIE_RULES = {
    rule.name: rule
    for rule in (
        TieRule("project", "scoring first; boxes from the top of the scorecard; dice in lexicographic order",
                lambda category, dice: (category < 0, category, dice)),
        TieRule("bottom-up", "scoring first; boxes from the bottom of the scorecard; dice in lexicographic order",
                lambda category, dice: (category < 0, -category, dice)),
        TieRule("most-dice", "scoring first; boxes from the top of the scorecard; the most dice kept, highest first",
                lambda category, dice: (category < 0, category, -len(dice), *(-die for die in dice))),
        TieRule("throw-first", "throwing first, as many dice as can be; boxes from the top of the scorecard",
                lambda category, dice: (category >= 0, category, len(dice), *dice)),
        TieRule("backwards", "the project's order backwards",
                lambda category, dice: (category >= 0, -category, *(-die for die in dice), -len(dice))),
    )
}  # fmt: skip


def tie_maker(rule: TieRule) -> Callable[[Game], Player]:
    """Return the function that makes the optimist with a tie rule for a game."""
    return lambda game: HopefulPlayer(f"max-{rule.name}", 1.0, hopeful_values(game, 1.0), rule.order(game))


def tie_facts_maker(rule: TieRule) -> Callable[[Game], list[Facts]]:
    """Return the function that finds the facts of the optimist with a tie rule for a game."""
    return lambda game: [hopeful_facts(game, 1.0, rule.order(game))]


def fair_facts_maker(sign: float) -> Callable[[Game], list[Facts]]:
    """Return the function that finds the facts of the optimist with the best (1) or the worst (-1) of all tie rules."""

    def find(game: Game) -> list[Facts]:
        believed = hopeful_values(game, 1.0)
        return [facts_of(float(believed[0]), judge(Tables(game), believed, sign)[0])]

    return find


def judge(tables: Tables, value_of_state: Floats, sign: float) -> tuple[Moments, Table]:
    """Return what an optimist earns who takes the truly best of what it believes equal, and from where, times ``sign``.

    Parameters
    ----------
    value_of_state : float64[n_states]
        What it believes in, see ``hopeful_values``.
    sign : float
        1 for the truly best, -1 for the truly worst.
    """
    believed, true = tables.spread(value_of_state), tables.layout.empty_table()
    np.multiply(sign, true.values, out=true.values)

    def decide(blocks: Blocks, bounds: tuple[int, int]) -> Options:
        options = empty_options(tables, bounds[1] - bounds[0])
        judge_blocks(*tables.arrays, sign, blocks, bounds, (believed, true), options)
        return options

    return moments(tables, decide), true


def fair_maker(sign: float) -> Callable[[Game], FairOptimist]:
    """Return the function that makes the optimist with the best (1) or the worst (-1) of all tie rules."""

    def make(game: Game) -> FairOptimist:
        believed = hopeful_values(game, 1.0)
        return FairOptimist(f"max-{sign:g}", sign, believed, fair_values(game, believed, sign))

    return make


def fair_values(game: Game, value_of_state: Floats, sign: float) -> Floats:
    """Return the true expectation of an optimist who takes the truly best, or worst, of what it believes equal.

    No tie rule scores more, or less: float64[n_states]. Parameters as in ``judge``.
    """
    tables = Tables(game)
    return sign * tables.gather(judge(tables, value_of_state, sign)[1])


@dataclass(frozen=True, eq=False)
class FairOptimist(Decided):
    """An optimist who takes the truly best, or worst, of what it believes equal; attributes as in ``fair_values``."""

    name: str
    sign: float
    value_of_state: Floats
    true_value_of_state: Floats

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        options = empty_options(tables, len(rows.page))
        believed, true = tables.spread_once(self.value_of_state), tables.spread_once(self.true_value_of_state)
        signed = true._replace(values=self.sign * true.values)
        judge_rows(*tables.arrays, self.sign, rows, (believed, signed), options)
        return options
