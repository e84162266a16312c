"""The same dice for several players."""

import numpy as np
import pytest

from solver.baselines.duel import DiceQueues, kept_dice, play_games, rolls_of_faces
from solver.baselines.turn import greedy
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer, Tables
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.solver.walks import game_of

NAME = "three dice"


@pytest.fixture(scope="module")
def games():
    game = game_of(NAME)
    player = TablePlayer("optimal", solve(game.ruleset).value_of_state)
    luck = DiceQueues.of_seeds(game, range(1, 2001))
    return game, player, luck, play_games(game, player, luck)


def test_among_equal_dice_the_leftmost_are_kept():
    faces = np.array([[5, 2, 5, 5, 1]], dtype=np.int8)
    kept = np.array([[1, 0, 0, 0, 2, 0]], dtype=np.int32)
    assert kept_dice(faces, kept).tolist() == [[True, False, True, False, True]]


def test_rolls_do_not_depend_on_the_order_of_the_dice():
    tables = Tables(game_of(NAME))
    rolls = rolls_of_faces(tables, np.array([[6, 1, 3], [3, 6, 1]], dtype=np.int8))
    assert [tables.game.lattice.rolls[roll] for roll in rolls] == [(1, 3, 6), (1, 3, 6)]


def test_every_die_has_its_own_queue(games):
    """Replayed in plain Python: a die that is thrown shows the next face of its queue, one that stays its old one."""
    game, player, luck, played = games
    tables = Tables(game)
    for number in range(0, 2000, 97):
        place, faces, filled, total, score = [0] * 3, [0] * 3, 0, 0, 0
        for turn in range(game.ruleset.n_categories):
            thrown = [True] * 3
            options = player.decide(tables, rows_at(filled, total))[0]
            for throw in range(game.ruleset.n_rerolls + 1):
                for die in np.flatnonzero(thrown).tolist():
                    faces[die] = int(luck.queue[number, die, place[die]])
                    place[die] += 1
                assert played.dice[number, turn, throw].tolist() == faces
                roll = game.lattice.rolls.index(tuple(sorted(faces)))
                option = int(options[game.ruleset.n_rerolls - throw, roll, 0])
                assert played.option[number, turn, throw] == option
                keeps = game.lattice.choices_of_roll[roll]
                if option >= len(keeps):
                    break
                left = list(game.lattice.keeps[keeps[option]])
                for die, face in enumerate(faces):
                    thrown[die] = face not in left
                    if face in left:
                        left.remove(face)
            category = option - len(keeps)
            points = int(game.points_of_roll[roll, category])
            assert (played.option[number, turn, throw + 1 :] == -1).all()
            filled |= 1 << category
            score += points
            upper = points if game.ruleset.categories[category].is_upper else 0
            total = min(total + upper, game.ruleset.threshold)
        assert played.final_score[number] == score + game.ruleset.bonus_at(total)


def rows_at(filled, total):
    from solver.kernels.following import Places

    return Places(np.array([filled]), np.array([total]), np.array([filled]))


def test_the_mean_of_many_games_is_the_exact_one(games):
    game, player, _luck, played = games
    exact = score_distribution(walk(game, player))
    error = exact.sd / len(played.final_score) ** 0.5
    assert abs(played.final_score.mean() - exact.mean) < 4 * error


def test_players_who_decide_alike_see_the_same_dice(games):
    game, _player, luck, played = games
    other = play_games(game, greedy(game), luck)
    assert (other.dice[:, 0, 0] == played.dice[:, 0, 0]).all()
    together = np.ones(len(other.dice), dtype=bool)
    for turn in range(game.ruleset.n_categories):
        for throw in range(game.ruleset.n_rerolls + 1):
            assert (other.dice[together, turn, throw] == played.dice[together, turn, throw]).all()
            together &= other.option[:, turn, throw] == played.option[:, turn, throw]
    assert 0 < together.sum() < len(together)
