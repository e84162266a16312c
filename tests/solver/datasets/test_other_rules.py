import pyarrow as pa
import pytest

from solver.datasets import other_rules
from solver.datasets.contract import Workshop
from solver.rules.games import find_ruleset
from tests.oracle import OracleGame
from tests.solver.games import ruleset


def test_more_freedom_never_lowers_the_worst_games():
    frame = other_rules.worst_share(Workshop(find_ruleset()))
    assert (frame.best >= frame.dial).all()
    assert (frame.dial >= frame.optimal).all()
    assert frame.best.is_monotonic_increasing


def test_a_small_game_has_the_results_of_other_rules(tmp_path, monkeypatch):
    monkeypatch.setenv("YATZY_CACHE_DIR", str(tmp_path))
    workshop = Workshop(ruleset(OracleGame(5, ("ones", "chance", "yatzy"), 20, 3)))
    spare, sure = other_rules.spare_throw(workshop), other_rules.sure_points(workshop)
    assert spare["mean"][0] == pytest.approx(workshop.solution.start_value + spare.worth[0])
    assert spare.worth[0] > 0
    assert 0 <= sure.points[0] < workshop.solution.start_value
    boxes = other_rules.last_two_boxes(workshop)
    assert len(boxes) == 9
    assert (boxes.gain >= 0).all()
    assert (boxes.gain > 0).any()


def test_two_pairs_against_yatzy_gain_most_from_a_look_at_both_cards(data):
    boxes = pa.ipc.open_file(data / "last_two_boxes.arrow").read_all().to_pandas()
    most = boxes.loc[boxes.gain.idxmax()]
    assert (most.mine, most.theirs) == ("two_pairs", "yatzy")
    assert most.behind > 0
