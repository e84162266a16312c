"""A player who does not know the chances of dice: the notes, and learning from games."""

import numpy as np
import pytest

from solver.minds.features import USUAL
from solver.minds.learning import NotebookPlayer, sheet_of, train_notebook
from solver.play.distribution import score_distribution
from solver.play.player import Tables
from solver.play.walk import visited_rows, walk

GAMES = 4000


@pytest.fixture(scope="module")
def book(small_cards):
    return list(train_notebook(small_cards.game, (GAMES,), 1))[-1]


def mean_of(game, book):
    return score_distribution(walk(game, NotebookPlayer("notebook", game, book))).mean


def test_a_player_without_chances_learns_from_games(small_cards, book):
    game = small_cards.game
    initial_weights = mean_of(game, list(train_notebook(game, (1,), 1))[-1])
    assert initial_weights + 1 < mean_of(game, book) <= small_cards.value_of_state[0]


def test_one_seed_notes_the_same(small_cards):
    first, again = (list(train_notebook(small_cards.game, (30, 60), 2))[-1] for _ in range(2))
    for ours, theirs in zip(first, again, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_notes_converge_to_the_chances(small_cards, book):
    """Before the last throw: the mean points of each box over all throws of the missing dice."""
    game = small_cards.game
    lattice, first_roll = game.lattice, game.lattice.first_roll
    true = np.zeros((len(lattice.keeps), game.ruleset.n_categories))
    true[first_roll:] = game.points_of_roll
    for keep in reversed(range(first_roll)):
        true[keep] = true[lattice.extensions_of_keep[keep]].mean(axis=0)
    often = book.tries[0] > 300
    assert often.any()
    assert np.abs(book.points[0] - true[:first_roll])[often].max() < 0.15 * true.max()


def near(sheet, upper_set, total):
    """Return how near the bonus is, on a straight line between whole totals."""
    totals = np.arange(sheet.curve.shape[1]) - sheet.shift
    return float(np.interp(total, totals, sheet.curve[upper_set]))


def test_a_player_takes_the_best_option_of_its_notebook(small_cards, book):
    """Row by row by its words: points over par, and the change of the bonus; only tried keeps count."""
    game, sheet = small_cards.game, sheet_of(small_cards.game)
    tables, player = Tables(game), NotebookPlayer("notebook", game, book)
    upper = [place for place, category in enumerate(game.ruleset.categories) if category.is_upper]
    faces = dict(zip(upper, (1, 2, 6), strict=True))
    rows = visited_rows(game.space, 2, small_cards_visits(small_cards))
    options, seen = player.decide(tables, rows), 0
    pars, worth = book.averages[:-1], book.averages[-1]
    for row in range(0, len(rows.page), 3):
        page, lane = int(rows.page[row]), 0
        total = int(rows.lane[row]) + lane
        is_open = [box for box in range(len(pars)) if not page >> box & 1]
        for roll, dice in enumerate(game.lattice.rolls):
            found = {}
            for box in is_open:
                points = int(game.points_of_roll[roll, box])
                after = sheet.upper_set_of_page[page | 1 << box]
                bonus = worth * near(sheet, after, total + points * (box in upper))
                found[box] = points - pars[box] + bonus
            best = max(is_open, key=lambda box: (round(found[box], 9), -box))
            n_keeps = len(game.lattice.choices_of_roll[roll])
            assert options[row, 0, roll, lane] == n_keeps + best, (page, total, dice)
            taken, most = n_keeps + best, found[best]
            for place, keep in enumerate(game.lattice.choices_of_roll[roll]):
                for box in is_open if book.tries[0, keep] else []:
                    points = book.points[0, keep, box]
                    usual = USUAL * faces[box] if box in upper else 0
                    surplus = points - usual if box in upper else 0.0
                    hope = points - pars[box] + worth * near(sheet, sheet.upper_set_of_page[page], total + surplus)
                    if hope > most + 1e-9:
                        taken, most = place, hope
            assert options[row, 1, roll, lane] == taken, (page, total, dice)
            seen += taken < n_keeps
    assert seen > 10


def small_cards_visits(cards):
    """Return the visits of perfect play by page and upper total."""
    visits = np.zeros((cards.game.space.n_pages, cards.game.space.n_totals))
    visits[cards.game.space.reachable_slots] = cards.visits_of_state
    return visits
