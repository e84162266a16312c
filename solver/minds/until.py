"""Players who differ only while a box is open: what comes after it is filled is followed once for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.turn import Exits
from solver.kernels.walk import push_visits
from solver.play.parts import Part, steps_of_part
from solver.play.player import Player
from solver.play.statistics import rest_of_walk
from solver.play.tables import Tables
from solver.play.walk import exits_of, turns_of_layer, walk


@dataclass(frozen=True, eq=False)
class Common:
    """What a player gets that others play like once a box is filled."""

    game: Game
    player: Player

    @cached_property
    def tables(self) -> Tables:
        """Return the tables of the game."""
        return Tables(self.game)

    @cached_property
    def exits(self) -> Exits:
        """Return the outcomes of turns as the kernels read them."""
        return exits_of(self.tables)

    @cached_property
    def rest(self) -> Floats:
        """Return the points that are still to come from every state, the bonus too: float64[n_pages, n_totals]."""
        found = self.game.space.reachable_slots.astype(np.float64)
        way = walk(self.game, self.player, begins=found)
        rest, _later = rest_of_walk(way)
        found[way.page, way.total] = rest[:, :-1].sum(axis=1) + self.game.ruleset.bonus * rest[:, -1]
        return found

    def mean(self, other: Player, box: int) -> float:
        """Return the expected final score of another one, who plays differently only while a box is open."""
        space, gained = self.game.space, 0.0
        is_open = (np.arange(space.n_pages) >> box & 1) == 0
        visits = np.zeros((space.n_pages, space.n_totals))
        visits[0, 0] = 1.0
        for n_filled in range(self.game.ruleset.n_categories):
            is_here = is_open & (space.n_filled_of_set[np.arange(space.n_pages) % space.n_sets] == n_filled)
            is_visited = (visits > 0) & is_here[:, None]
            if is_visited.any():
                for part in map(*turns_of_layer(self.tables, other, n_filled, is_visited)):
                    push_visits(self.exits, steps_of_part(part), visits)
                    gained += self.gained(part, visits)
        return gained + float((visits * self.rest)[~is_open].sum())

    def gained(self, part: Part, visits: Floats) -> float:
        """Return the points that are written in the turns of some states, weighted by their visits."""
        gains = part.prob_of_entry * self.exits.gain[part.outcome_of_entry]
        sums = np.concatenate([[0.0], np.cumsum(gains)])[part.first_entry_of_turn]
        return float((visits[part.page, part.total] * np.diff(sums)[part.turn_of_state]).sum())
