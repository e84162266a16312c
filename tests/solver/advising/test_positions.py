"""Scorecards as a person writes them: what every box of every game can hold, and what goes with it."""

import pytest

from solver.advising.positions import Scorecard, read_scorecard
from solver.errors import PositionError
from solver.game.game import Game
from solver.rules.games import RULESETS, find_ruleset

GAMES = [*((name, {}) for name in RULESETS), ("yahtzee", {"joker": "forced"}), ("yahtzee", {"joker": "none"})]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: "-".join([game[0], *game[1].values()]))
def game(request):
    name, options = request.param
    return Game(find_ruleset(name, options))


def test_every_box_can_be_crossed_out(game):
    for place, name in enumerate(game.ruleset.category_names):
        assert read_scorecard(game, f"{name}=0") == Scorecard(filled=1 << place, upper_total=0, points=0), name


def test_every_box_holds_the_points_of_every_roll_and_no_others(game):
    for place, category in enumerate(game.ruleset.categories):
        possible = {0, *map(int, game.points_of_roll[:, place])}
        for points in range(max(possible) + 2):
            if points in possible:
                card = read_scorecard(game, f"{category.name}={points}")
                upper_total = points if category.is_upper else 0
                assert (card.filled, card.points, card.upper_total) == (1 << place, points, upper_total)
                continue
            with pytest.raises(PositionError, match=f"no roll gives '{points}' points in '{category.name}'"):
                read_scorecard(game, f"{category.name}={points}")


@pytest.mark.parametrize(
    ("written", "extra", "points"),
    [
        ("yahtzee=50", 1, 50),
        ("yahtzee=50,chance=0", 1, 50),
        ("yahtzee=50,chance=0,extra_yahtzee_bonus=100", 1, 150),
        ("yahtzee=0,chance=0", 0, 0),
        ("yahtzee=0,chance=0,extra_yahtzee_bonus=0", 0, 0),
        ("yahtzee=0,chance=0,extra_yahtzee_bonus=100", None, "it must be 0, because no Yahtzee has scored points"),
        ("yahtzee=50,extra_yahtzee_bonus=100", None, "it must be 0"),
    ],
)
def test_a_yahtzee_box_with_zero_earns_no_bonus_for_others(written, extra, points):
    game = Game(find_ruleset("yahtzee"))
    if extra is None:
        with pytest.raises(PositionError, match=points):
            read_scorecard(game, written)
    else:
        card = read_scorecard(game, written)
        assert (card.extra, card.points) == (extra, points)


@pytest.mark.parametrize("name", ["scandinavian-saved", "maxi-saved"])
def test_a_box_that_is_crossed_out_saves_throws_like_any_other(name):
    game = Game(find_ruleset(name))
    assert read_scorecard(game, "chance=0,saved_throws=2").extra == 2
    with pytest.raises(PositionError, match="a whole number from 0 to 2"):
        read_scorecard(game, "chance=0,saved_throws=3")
