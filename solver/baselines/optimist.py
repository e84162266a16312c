"""The optimist, and hopeful players between mean and maximum over throws.

A player with hope w values a throw by (1 - w) mean + w maximum, over all possible rolls. w = 0 is perfect play; w = 1
is the optimist, who expects a perfect game and for whom nearly all options are ties: its true score depends on the tie
rule.

With large w all options are nearly equal: a difference one throw later counts (1 - w) times. So values are stored as
the shortfall below the highest points still possible. These are whole numbers, and the shortfall has full relative
precision. From w = 0.97 on that is not enough: at w = 0.999 a difference one turn later counts a billionth, and one two
turns later is below the 16 digits of a float64. There the values have 32 digits.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from solver.arrays import Floats, Ints
from solver.baselines.boxes import empty_options, project_order
from solver.baselines.registry import player
from solver.game.game import Game
from solver.kernels.deciding import Ties
from solver.kernels.following import Places
from solver.kernels.players import (
    SMALLEST,
    hope_in_order,
    hope_precisely,
    hope_rows,
    judge_ties,
    solve_hopeful,
    solve_hopeful_precisely,
)
from solver.kernels.turn import Blocks, Table
from solver.play.player import Decided, Options, Player, Tables
from solver.rules.ruleset import Roll
from solver.solving.backwards import layer_blocks
from solver.solving.objectives import TIE
from solver.threads import n_processors, run_slices

SHARE = 1e-13  # a hundred times the rounding error of equal options
MANY_DIGITS = 0.97  # with more hope values have 32 digits
SMALL_SHARE = 1e-28  # the same for values with 32 digits


@dataclass(frozen=True, eq=False)
class Belief:
    """The values of a hopeful player, for every state.

    Attributes
    ----------
    highest : float64[n_states]
        The highest points still to come.
    short : float64[n_states]
        The player's value minus these, negative.
    short_low : float64[n_states] or None
        Second part of ``short`` if values have 32 digits.
    """

    highest: Floats
    short: Floats
    short_low: Floats | None = None

    @property
    def values(self) -> Floats:
        """Return the player's values in points still to come."""
        return self.highest + self.short


def hopeful_belief(game: Game, hope: float) -> Belief:
    """Return the values of a hopeful player.

    Parameters
    ----------
    hope : float
        w, from 0 (perfect play) to 1 (no shortfall).

    Notes
    -----
    Scandinavian Yatzy: 0.8 s on two idle cores, and as much again for the highest points, once per game.
    """
    tables, highest = Tables(game), highest_points(game)
    short = Table(np.zeros_like(highest.values), highest.first_slot)
    if MANY_DIGITS < hope < 1.0:
        short_low = Table(np.zeros_like(highest.values), highest.first_slot)
        lattice, exits, _choices, n_rerolls, _tie = tables.arrays
        leading = lattice, exits, n_rerolls, hope, rounded_off(game), highest
        solve_layers(tables, lambda blocks, bounds: solve_hopeful_precisely(*leading, blocks, bounds, short, short_low))
        return Belief(tables.gather(highest), tables.gather(short), tables.gather(short_low))
    if hope < 1.0:
        solve_short(tables, hope, highest, short)
    return Belief(tables.gather(highest), tables.gather(short))


def rounded_off(game: Game) -> Floats:
    """Return the excess of the probability of each roll over its float64: float64[n_rolls]."""
    n_throws = 6**game.ruleset.n_dice
    return np.array(
        [float(Fraction(round(p * n_throws), n_throws) - Fraction(float(p))) for p in game.lattice.prob_of_roll]
    )


@lru_cache(maxsize=1)
def highest_points(game: Game) -> Table:
    """Return the highest points still to come, which are the values of a player with hope 1."""
    tables = Tables(game)
    highest = tables.layout.empty_table()
    solve_short(tables, 1.0, Table(np.zeros_like(highest.values), highest.first_slot), highest)
    return highest


def solve_short(tables: Tables, hope: float, highest: Table, short: Table) -> None:
    """Compute ``short``, given its values of finished scorecards."""
    lattice, exits, _choices, n_rerolls, _tie = tables.arrays
    leading = lattice, exits, n_rerolls, hope, highest
    solve_layers(tables, lambda blocks, bounds: solve_hopeful(*leading, blocks, bounds, short))


def solve_layers(tables: Tables, solve: Callable[[Blocks, tuple[int, int]], None]) -> None:
    """Call ``solve`` with slices of the rows of every layer, the last layer first."""
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(tables.game.ruleset.n_categories)):
            blocks = tables.layout.blocks(n_filled)
            run_slices(pool, len(blocks.page), partial(solve_slice, solve, blocks))


def solve_slice(solve: Callable[[Blocks, tuple[int, int]], None], blocks: Blocks, start: int, stop: int) -> None:
    """Solve the rows ``start`` to ``stop`` of ``blocks``."""
    solve(blocks, (start, stop))


@dataclass(frozen=True, eq=False)
class HopefulPlayer(Decided):
    """A hopeful player with its own order of ties.

    Attributes
    ----------
    hope : float
        w, from 0 to 1.
    belief : Belief
        Its values.
    order : int32[n_rolls, n_options]
        The options of every roll, first choice first; see ``project_order``.
    share : float
        Options are equal if their shortfalls differ by at most this share; 0 for the tolerance of all other players, a
        billionth of a point.
    """

    name: str
    hope: float
    belief: Belief
    order: Ints
    share: float = SHARE

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        options = empty_options(tables, len(rows.page))
        highest, short = tables.spread_once(self.belief.highest), tables.spread_once(self.belief.short)
        leading, game = tables.arrays, tables.game
        if self.belief.short_low is not None:
            low = tables.spread_once(self.belief.short_low)
            lattice, exits, choices, n_rerolls, _tie = leading
            turn = lattice, exits, choices, n_rerolls, self.order, self.hope, self.share
            hope_precisely(*turn, rows, highest, short, low, options)
        elif self.hope < 1.0 and self.order is project_order(game.ruleset.n_dice, game.ruleset.n_categories):
            ties = Ties(1.0 + self.share, -SMALLEST if self.share > 0.0 else -TIE)
            hope_in_order(*leading[:-1], ties, self.hope, rows, highest, short, options)
        else:
            hope_rows(*leading, self.order, self.hope, self.share, rows, highest, short, options)
        return options


def hopeful(game: Game, hope: float) -> HopefulPlayer:
    """Return a hopeful player with the project's order of ties."""
    order = project_order(game.ruleset.n_dice, game.ruleset.n_categories)
    share = SMALL_SHARE if MANY_DIGITS < hope < 1.0 else SHARE if hope > 0.0 else 0.0
    return HopefulPlayer(f"hope-{hope:g}", hope, hopeful_belief(game, hope), order, share)


def hopeful_maker(hope: float) -> Callable[[Game], HopefulPlayer]:
    """Return the function that creates the hopeful player for a game."""
    return lambda game: hopeful(game, hope)


@player("max", "the optimist: believes that every throw will show the best it can; ties in the project's order")
def optimist(game: Game) -> HopefulPlayer:
    """Return the published optimist."""
    return replace(hopeful(game, 1.0), name="max")


Key = Callable[[int, Roll], tuple[Any, ...]]


@dataclass(frozen=True)
class TieRule:
    """An order of options for breaking ties.

    ``key`` sorts the options: its arguments are the index of a category and no dice, or -1 and the dice of a keep.
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
        TieRule("backwards", "throwing first; boxes from the bottom up; dice in lexicographic order backwards",
                lambda category, dice: (category >= 0, -category, *(-die for die in dice), 0)),
    )
}  # fmt: skip


def tie_maker(rule: TieRule) -> Callable[[Game], HopefulPlayer]:
    """Return the function that creates the optimist with a tie rule for a game."""
    return lambda game: HopefulPlayer(f"max-{rule.name}", 1.0, hopeful_belief(game, 1.0), rule.order(game))


def fair_maker(sign: float) -> Callable[[Game], Player]:
    """Return the function that creates the optimist with the best (1) or the worst (-1) of all tie rules."""

    def make(game: Game) -> Player:
        believed = hopeful_belief(game, 1.0).highest
        return FairOptimist(f"max-{sign:g}", sign, believed, fair_values(game, believed, sign))

    return make


def fair_values(game: Game, value_of_state: Floats, sign: float) -> Floats:
    """Return the true expectation of an optimist who breaks ties by the best or worst true value.

    No tie rule scores more, or less: float64[n_states].

    Parameters
    ----------
    value_of_state : float64[n_states]
        Its values: the highest points still to come.
    sign : float
        1 for the best, -1 for the worst.
    """
    tables, space = Tables(game), game.space
    believed, true = tables.spread(value_of_state), tables.layout.empty_table()
    np.multiply(sign, true.values, out=true.values)
    believes_dead_alike = tables.layout.fill_dead_totals(believed)
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = layer_blocks(space, n_filled, coalesce=believes_dead_alike)
            places = Places(blocks.page, blocks.lane, blocks.filled)
            run_slices(pool, len(blocks.page), partial(fair_slice, tables, sign, places, (believed, true)))
            pages = np.unique(blocks.page)
            tables.layout.repeat_last_total(true, pages)
            if believes_dead_alike:
                tables.layout.repeat_last_dead_total(true, pages)
    return sign * tables.gather(true)


def fair_slice(tables: Tables, sign: float, places: Places, values: tuple[Table, Table], start: int, stop: int) -> None:
    """Value the rows ``start`` to ``stop`` of ``places``."""
    judge_ties(*tables.arrays, sign, places, (start, stop), values, empty_options(tables, 0))


@dataclass(frozen=True, eq=False)
class FairOptimist(Decided):
    """An optimist who breaks ties by true values; attributes as in ``fair_values``."""

    name: str
    sign: float
    value_of_state: Floats
    true_value_of_state: Floats

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        options = empty_options(tables, len(rows.page))
        believed, true = tables.spread_once(self.value_of_state), tables.spread_once(self.true_value_of_state)
        signed = true._replace(values=self.sign * true.values)
        judge_ties(*tables.arrays, self.sign, rows, (0, len(rows.page)), (believed, signed), options)
        return options
