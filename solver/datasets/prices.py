"""Data of the first chapter: prices of boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract import Workshop, table
from solver.datasets.records import recorded_table
from solver.datasets.shared import way_of_optimum

if TYPE_CHECKING:
    from solver.baselines.prices import PriceList


EMPTY_CARD = 0

# Lists of prices, each with a description of its player for readers.
SENTENCES: dict[PriceList, str] = {
    "written": "Writes where points minus the price of what is written is greatest.",
    "crossed_out": "Takes for the price of a box what crossing it out would cost, whatever is written.",
    "three_of_face": "Takes one price for each upper box, as if three of its face were written.",
}
GREEDY = "Writes where points are greatest, and asks no price."


@table(ruleset="scandinavian")
def prices(workshop: Workshop) -> pd.DataFrame:
    """Compute the price of every box on the empty card; one row per lower box, and per number of dice in an upper one.

    The price is the loss of points still to come by filling the box: those before the turn minus those after it, bonus
    included, points of the turn excluded.

    Columns
    -------
    box (str): Name of the box.
    number (int, dice): Number of dice scored in an upper box; 0 in a lower one, whose price does not depend on the
        points.
    points (int, points): Points scored in an upper box; 0 in a lower one.
    price (float, points): The price.
    """
    game, solution, rows = workshop.game, workshop.solution, []
    for place, category in enumerate(game.ruleset.categories):
        most = game.ruleset.n_dice if category.is_upper else 0
        for number in range(most + 1):
            points = number * (place + 1) if category.is_upper else 0
            after = float(solution.value_of_state[game.space.state(EMPTY_CARD | 1 << place, points)])
            price = solution.start_value - after
            rows.append({"box": category.name, "number": number, "points": points, "price": price})
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def solved(workshop: Workshop) -> pd.DataFrame:
    """Summarize the solution of the game; one row.

    The same numbers as in counter, available earlier for the first chapter.

    Columns
    -------
    start_value (float, points): Expected final score of perfect play.
    states (int, states): Reachable scorecards, each of which has a value.
    """
    solution = workshop.solution
    return pd.DataFrame({"start_value": [solution.start_value], "states": [solution.game.space.n_states]})


@table(ruleset="scandinavian")
def box_means(workshop: Workshop) -> pd.DataFrame:
    """Compute the mean points of each box in a perfect game; one row per box.

    The same means as in score_parts, available earlier for the first chapter.

    Columns
    -------
    box (str): Name of the box, in scorecard order.
    mean (float, points): Expected points in it.
    """
    from solver.play.statistics import habits  # compiles

    found = habits(way_of_optimum(workshop.solution))
    return pd.DataFrame({"box": workshop.ruleset.category_names, "mean": found.means})


@recorded_table("computed", ruleset="scandinavian")
def price_players(workshop: Workshop) -> pd.DataFrame:
    """Evaluate players that use prices, exactly; one row per list of prices, and one without prices.

    Columns
    -------
    player (str): The list: written, crossed_out or three_of_face; greedy for none, as in policies.
    sentence (str): Description of the player; it keeps the dice with the greatest expected difference.
    mean (float, points): Expected final score.
    left (float, points): Difference from perfect play.
    bonus_rate (float, probability): Chance of the bonus.
    """
    from solver.baselines.prices import greedy_player, price_maker
    from solver.baselines.summary import cached_means  # compiles

    # Greedy play is also in ``policies``, with its distribution; its mean alone is available earlier.
    makers = [(f"prices-{player}", price_maker(player)) for player in SENTENCES]
    found = [cached_means(workshop.game, name, make) for name, make in (*makers, ("greedy", greedy_player))]
    means = np.array([one.mean for one in found])
    return pd.DataFrame(
        {
            "player": [*SENTENCES, "greedy"],
            "sentence": [*SENTENCES.values(), GREEDY],
            "mean": means,
            "left": workshop.solution.start_value - means,
            "bonus_rate": [one.bonus_rate for one in found],
        }
    )
