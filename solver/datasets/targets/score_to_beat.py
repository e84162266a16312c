"""Data sets on a score to beat: what its figure draws, in few digits, for it travels with a page; and the sums."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.targets.chances import past_score
from solver.datasets.targets.dial import dial_loss, dial_of_thetas
from solver.datasets.targets.last_turns import DICE, TARGET

DIGITS = 6
FIRST, LAST = 100, 340  # below, nobody fails; above, nobody succeeds
POINT = 0.01  # of probability: one game in a hundred


@table(first=FIRST, last=LAST, digits=DIGITS)
def score_to_beat(workshop: Workshop) -> pd.DataFrame:
    """Tell the chance of a target under three ways to play, rounded; one row per target.

    Columns
    -------
    score : int, points
        The target: a final score of at least this.
    best : float, probability
        Largest probability of reaching it, for a player who sees the points so far.
    dial : float, probability
        The largest by any theta of theta_frontier.
    theta : float, per point
        That theta.
    optimal : float, probability
        By perfect play for the mean.
    """
    loss = dial_loss(workshop)
    told = loss[loss["score"].between(FIRST, LAST)].reset_index(drop=True)
    return pd.DataFrame(
        {
            "score": told["score"],
            "best": told["best_probability"].round(DIGITS),
            "dial": told["theta_probability"].round(DIGITS),
            "theta": told["theta"],
            "optimal": told["optimal_probability"].round(DIGITS),
        }
    )


@table(point=POINT)
def dial_verdict(workshop: Workshop) -> pd.DataFrame:
    """Sum up what the best theta falls short of play for the target; one row.

    Columns
    -------
    widest_score : int, points
        Target where it falls short most.
    widest_gap : float, probability
        By how much.
    games_in_hundred : float, games
        The same, of a hundred.
    settings : int, thetas
        Settings of theta that were tried.
    first_over : int, points
        Lowest target where it falls short by more than a point of probability.
    last_over : int, points
        Highest such target.
    share_score : int, points
        Of the targets from first_over to last_over, that where it falls short most as a share of what can be had.
    largest_share : float, share
        That share.
    """
    loss = dial_loss(workshop)
    over = loss[loss["gap"] > POINT]
    widest = loss.sort_values("gap").to_dict("records")[-1]
    dearest = over.sort_values("relative_gap").to_dict("records")[-1]
    row = {
        "widest_score": int(widest["score"]),
        "widest_gap": widest["gap"],
        "games_in_hundred": 100.0 * widest["gap"],
        "settings": len(workshop.once(dial_of_thetas).thetas),
        "first_over": int(over["score"].min()),
        "last_over": int(over["score"].max()),
        "share_score": int(dearest["score"]),
        "largest_share": dearest["relative_gap"],
    }
    return pd.DataFrame([row])


@table()
def past_verdict(workshop: Workshop) -> pd.DataFrame:
    """Sum up past_score over a game, as far as it was followed; one row per target.

    Columns
    -------
    target : int, points
        Final score to be reached.
    decisions : float, decisions
        Decisions a game has at least, on average, while the target is open, with more than one option.
    needs_past : float, decisions
        Those of them for which the best option of a player who does not know the points so far is not best.
    followed : float, probability
        Of the games, that did not come to points so far too rare to be followed.
    """
    by_turn = past_score(workshop)
    frame = by_turn.groupby("target", as_index=False)[["decisions", "needs_past"]].sum()
    frame["followed"] = 1.0 - by_turn.groupby("target")["left_out"].max().to_numpy()
    return frame


@table()
def past_peak(workshop: Workshop) -> pd.DataFrame:
    """Tell the turn in which the largest share of decisions needs the points so far; one row.

    Columns
    -------
    turn : int, turns
        The turn, from 1.
    share : float
        Its share of decisions.
    one_in : float, decisions
        Of how many such decisions one needs them.
    """
    peak = past_score(workshop).sort_values("share").to_dict("records")[-1]
    return pd.DataFrame([{"turn": int(peak["turn"]), "share": peak["share"], "one_in": 1.0 / peak["share"]}])


@table()
def last_box_past(workshop: Workshop) -> pd.DataFrame:
    """Tell the numbers of the worked example; one row.

    Columns
    -------
    target : int, points
        Final score to be reached.
    written : int, points
        What the dice on the table bring in the last box.
    safe : int, points
        Fewest points so far with which that is enough.
    """
    written = sum(DICE)
    return pd.DataFrame([{"target": TARGET, "written": written, "safe": TARGET - written}])
