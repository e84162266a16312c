"""Rules of thumb: ordered lists of aims, of which a person follows the first that is still to be had.

A rule is a function of the roll and the rerolls in hand that yields aims, the dearest first. An aim keeps some dice or
scores in a box, and counts only while one of the boxes that it is for is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Longs
from solver.baselines.boxes import BoxPlayer, empty_options
from solver.game.game import Game
from solver.kernels.baselines import Aims, follow_aims
from solver.play.player import Options
from solver.play.tables import Tables
from solver.rules.scoring import Roll


@dataclass(frozen=True)
class Aim:
    """Something to do with a roll: keep these dice, or, without dice, score the category of this name.

    It counts if one of the boxes ``wanted`` is open and none of the boxes ``unwanted``; both are bit masks.
    """

    wanted: int
    keep: Roll | None = None
    category: int = -1
    unwanted: int = 0


Rule = Callable[[Roll, int], Iterable[Aim]]


@dataclass(frozen=True, eq=False)
class AimPlayer(BoxPlayer):
    """A player who follows a rule of thumb and never looks at the upper total."""

    name: str
    game: Game
    rule: Rule

    @cached_property
    def aims(self) -> Aims:
        """Return the lists of all rolls as the kernel reads them."""
        lattice, n_rerolls = self.game.lattice, self.game.ruleset.n_rerolls
        first_aim = np.zeros((n_rerolls + 1, len(lattice.rolls)), dtype=np.int64)
        wanted: list[int] = []
        unwanted: list[int] = []
        option: list[int] = []
        for rerolls in range(n_rerolls + 1):
            for roll, dice in enumerate(lattice.rolls):
                first_aim[rerolls, roll] = len(option)
                number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
                for aim in self.rule(dice, rerolls):
                    wanted.append(aim.wanted)
                    unwanted.append(aim.unwanted)
                    option.append(len(number) + aim.category if aim.keep is None else number[aim.keep])
        return Aims(first_aim, np.array(wanted), np.array(unwanted), np.array(option, dtype=np.int16))

    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return what is done on some pages, see ``BoxPlayer``."""
        options = empty_options(tables, len(pages))
        follow_aims(self.aims, pages % tables.game.space.n_sets, options)
        return options
