"""Exact evaluation of a policy that is greedy with respect to a value table.

At every decision it takes the option of largest value by the table, ties in the project's order (see
``advice.choices``).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.following import Places, follow_blocks
from solver.kernels.turn import Table
from solver.play.player import Tables
from solver.solving.backwards import layer_blocks
from solver.threads import n_processors, run_slices


def mean_of_policy(game: Game, values_read: Floats) -> Floats:
    """Return the expected points still to come, from every state, of the player greedy by ``values_read``."""
    ruleset = game.ruleset
    final = [float(ruleset.bonus_at(total)) for total in range(game.space.n_totals)]
    tables = Tables(game)
    return expectation(tables, values_read, tables.outcomes.gain, np.array(final))


def bonus_chance_of_policy(game: Game, values_read: Floats) -> Floats:
    """Return the probability of the bonus, from every state, for the player greedy by ``values_read``."""
    final = np.arange(game.space.n_totals) >= game.ruleset.threshold
    tables = Tables(game)
    return expectation(tables, values_read, np.zeros_like(tables.outcomes.gain), final.astype(np.float64))


def expectation(tables: Tables, values_read: Floats, gain_of_outcome: Floats, final_of_total: Floats) -> Floats:
    """Return the expectation, from every state, of a sum of gains in the player's games.

    Parameters
    ----------
    values_read : float64[n_states]
        The values that the player is greedy with respect to.
    gain_of_outcome : float64[n_outcomes]
        Gain of each outcome of a turn.
    final_of_total : float64[threshold + 1]
        Gain of a finished scorecard, by its upper total.

    Notes
    -----
    Table values and expectations are swept in parallel; decisions use the former only. If the table is equal in all
    dead totals, so are the decisions, and one of them is enough. Scandinavian Yatzy: 1.5 s on two cores.
    """
    game, space = tables.game, tables.game.space
    layout = tables.layout
    read, true = tables.spread(values_read), layout.nan_table()
    for page in space.finished_pages.tolist():
        first, stop = true.first_slot[page : page + 2].tolist()
        true.values[first : min(stop, first + space.n_totals)] = final_of_total[: stop - first]
    layout.repeat_last_total(true, space.finished_pages)
    reads_dead_alike = layout.fill_dead_totals(read)
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = layer_blocks(space, n_filled, coalesce=reads_dead_alike)
            places = Places(blocks.page, blocks.lane, blocks.filled)
            work = partial(follow_slice, tables, gain_of_outcome, places, (read, true))
            run_slices(pool, len(blocks.page), work)
            pages = np.unique(blocks.page)
            layout.repeat_last_total(true, pages)
            if reads_dead_alike:
                layout.repeat_last_dead_total(true, pages)
    return tables.gather(true)


def follow_slice(
    tables: Tables, gain_of_outcome: Floats, places: Places, values: tuple[Table, Table], start: int, stop: int
) -> None:
    """Compute the expectation over one turn for the rows ``start`` to ``stop``."""
    follow_blocks(*tables.arrays, gain_of_outcome, places, (start, stop), values)
