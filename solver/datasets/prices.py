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

# The lists of prices that are played, each with the sentence that its player goes by.
SENTENCES: dict[PriceList, str] = {
    "written": "Writes where points minus the price of what is written is greatest.",
    "crossed_out": "Takes for the price of a box what crossing it out would cost, whatever is written.",
    "three_of_face": "Takes one price for each upper box, as if three of its face were written.",
}
GREEDY = "Writes where points are greatest, and asks no price."


@table(ruleset="scandinavian")
def prices(workshop: Workshop) -> pd.DataFrame:
    """Tell the price of every box on the empty card; one row per lower box, and per number of dice in an upper one.

    A price is what closing the box takes from everything still to come: the points that can be expected before the
    turn, less those that can be expected after it, both with the bonus in them and without what is written.

    Columns
    -------
    box (str): Name of the box.
    number (int, dice): How many dice of its face are written in an upper box; 0 in a lower one, whose price is always
        the same.
    points (int, points): What is then written in an upper box; 0 in a lower one.
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
    """Tell what solving the game comes to; one row.

    Both numbers stand in counter, which the first chapter would have to wait for.

    Columns
    -------
    start_value (float, points): Expected final score of perfect play.
    states (int, states): Scorecards that some game reaches, each of which has a value.
    """
    solution = workshop.solution
    return pd.DataFrame({"start_value": [solution.start_value], "states": [solution.game.space.n_states]})


@table(ruleset="scandinavian")
def box_means(workshop: Workshop) -> pd.DataFrame:
    """Tell what each box brings to a perfect game on average; one row per box.

    It is the mean of score_parts, which the first chapter would have to wait for.

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
    """Play by prices alone, whole games, exactly; one row per list of prices, and one for who asks no price.

    Columns
    -------
    player (str): The list: written, crossed_out or three_of_face; greedy for who has none, as in policies.
    sentence (str): What the player does, in a sentence; it keeps the dice from which the difference is greatest on
        average.
    mean (float, points): Expected final score.
    left (float, points): What is left to perfect play.
    bonus_rate (float, probability): Chance of the bonus.
    """
    from solver.baselines.prices import greedy_player, price_maker
    from solver.baselines.summary import kept_means  # compiles

    # Greed is told among the policies, too, with its distribution: the first chapter need not wait for that.
    makers = [(f"prices-{player}", price_maker(player)) for player in SENTENCES]
    found = [kept_means(workshop.game, name, make) for name, make in (*makers, ("greedy", greedy_player))]
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
