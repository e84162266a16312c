"""The kernel of players who never look at the upper total: what they can expect, many players side by side."""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.rows import N_LANES, Floats, Longs, fill_row, load_row, store_row
from solver.kernels.turn import Exits


@kernel
def expect_pages(
    exits: Exits,
    n_totals: int,
    pages: Longs,
    place_of_page: Longs,
    prob_of_outcome: Floats,
    later: tuple[Floats, Floats],
    here: tuple[Floats, Floats],
) -> None:
    """Find what players can expect from some pages, given the next layer.

    Parameters
    ----------
    pages : int64[n]
        All with equally many categories filled.
    place_of_page : int64[n_pages]
        Where the pages of a layer lie in the arrays below.
    prob_of_outcome : float64[n, n_players, n_outcomes]
        How likely a turn from the page ends in each outcome.
    later, here : float64[n_pages_of_layer, n_players], float64[n_pages_of_layer, n_players, width]
        Expected points still to come, the bonus aside; and the chance of the bonus by upper total, that of the
        threshold being repeated past it for as far as outcomes lead. Out: those of the pages.
    """
    last = n_totals - 1
    for number in range(pages.shape[0]):
        place = place_of_page[pages[number]]
        for one in range(prob_of_outcome.shape[1]):
            mean, chances, width = 0.0, here[1][place, one], here[1].shape[2]
            chances[:] = 0.0
            for outcome in range(prob_of_outcome.shape[2]):
                prob = prob_of_outcome[number, one, outcome]
                if prob > 0.0:
                    after, weight = place_of_page[pages[number] + exits.step[outcome]], fill_row(prob)
                    mean += prob * (exits.gain[outcome] + later[0][after, one])
                    first = (after * later[1].shape[1] + one) * width + exits.shift[outcome]
                    for total in range(0, n_totals, N_LANES):
                        share = weight * load_row(later[1], first + total)
                        store_row(chances, total, load_row(chances, total) + share)
            here[0][place, one] = mean
            chances[n_totals:] = chances[last]
