"""The mat: pars, a printed table for the bonus, and rules for the dice; who plays by it computes no chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.mat import WRITE, MatAims, follow_mat
from solver.kernels.play import Places
from solver.kernels.rows import N_LANES
from solver.minds.mat_rules import Rule, boxes
from solver.play.player import Decided, Options
from solver.play.tables import Tables
from solver.rules.scoring import Roll


@dataclass(frozen=True, eq=False)
class MatPlayer(Decided):
    """Who keeps dice by rules in order and writes the box that shows most, see ``kernels.mat``."""

    name: str
    game: Game
    rules: tuple[Rule, ...]
    value_of_state: Floats

    @cached_property
    def aims(self) -> MatAims:
        """Return the rules as the kernel reads them."""
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
        """Return what is done in every situation, see ``Decided``."""
        shape = len(rows.page), self.game.ruleset.n_rerolls + 1, len(self.game.lattice.rolls), N_LANES
        options = np.empty(shape, np.int16)
        _lattice, exits, choices, _n_rerolls, tie = tables.arrays
        follow_mat(exits, choices, rows, tables.spread_once(self.value_of_state), self.aims, tie, options)
        return options


def aims_of_roll(game: Game, rules: Sequence[Rule], roll: int, dice: Roll) -> list[tuple[int, int, float]]:
    """Return the aims of a roll: boxes of which one must be open, option, and what the best box must show.

    All dice kept are a box to write; after the last rule all dice are thrown.
    """
    lattice, found = game.lattice, []
    number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
    for rule in (*rules, Rule("nothing")):
        if rule.kind == "write":
            found.append((boxes(game), WRITE, float(rule.number)))
        for wanted, kept in rule.keeps(game, dice):
            found.append((wanted, number.get(kept, WRITE), -np.inf))
    return found
