"""The command ``review``: the report of recorded games, and what it says of files that it cannot read."""

import json

import pytest

RECORD = """yatzy 1
game scandinavian
date 2026-11-22
seed 8F2K
player Anna
1 22655 keep 55, 55513 keep 555, 55524 fives 15
2 14456 keep 44, 44411 full house 14
3 twos 4
broken off 33
player Bo
broken off 0
"""


@pytest.fixture
def solved(monkeypatch, solution):
    """Answer from the solution of the session instead of solving again."""
    monkeypatch.setattr("solver.solving.solution.find_solution", lambda *_arguments, **_options: (solution, True))


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.mark.usefixtures("solved")
def test_the_report(command_line, record):
    code, out, err = command_line("review", str(record), "--json")
    ((game),) = json.loads(out)["games"]
    anna, bo = game["players"]
    assert (code, err, game["rules"]["name"], game["date"]) == (0, "", "scandinavian", "2026-11-22")
    assert (game["seed"], game["dice_of_seed"]) == ("8F2K", False)
    account = anna["start_value"] + anna["luck"] - anna["regret"] + anna["unknown"]
    assert anna["value"] == pytest.approx(account, abs=1e-9)
    assert (anna["points"], anna["finished"], len(anna["turns"])) == (33, False, 3)
    assert (bo["value"], bo["turns"], bo["luck"]) == (bo["start_value"], [], 0)
    mistake = anna["turns"][1]["decisions"][1]
    assert mistake["chosen"]["category"] == "full_house"
    assert (mistake["best"]["action"], mistake["best"]["dice"], mistake["best"]["regret"]) == ("keep", [4, 4, 4], 0)
    assert (mistake["verdict"], mistake["is_best"]) == ("clear", False)
    assert mistake["regret"] == pytest.approx(mistake["best"]["value"] - mistake["chosen"]["value"])
    assert anna["costliest"] == [{"turn": 2, "throw": 2}]


@pytest.mark.usefixtures("solved")
def test_the_report_for_people(command_line, record):
    code, out, err = command_line("review", str(record))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "scandinavian 2026-11-22 seed 8F2K, whose dice these are not",
        "Anna: broken off at 33 points, worth 224.0 = 248.4 at the start - 2.3 luck - 8.9 given away "
        "- 13.2 in turns without dice",
        "  turn  2 throw 2  11444  score full_house (14), 8.9 below keep 4 4 4: clear",
        "  costliest: turn 2 throw 2; together 8.9",
        "Bo: broken off at 0 points, worth 248.4 = 248.4 at the start + 0.0 luck - 0.0 given away",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (RECORD.replace("fives 15", "fives 16").encode(), ":6:46: 55524 in fives brings 15, not 16"),
        (b"yatzy 9\n", ':1:7: this record has version "9"; version 1 can be read'),
        ("yatzy 1\nplayer Åke".encode("latin-1"), ":2:8: this is not UTF-8; save the file as text in UTF-8"),
        (b"x" * 1_000_001, ":1:1: the file has more than 1,000,000 bytes, the most that is read"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_column(command_line, tmp_path, content, message):
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert command_line("review", str(path)) == (1, "", f"error: {path}{message}\n")


def test_a_file_that_is_not_there(command_line, tmp_path):
    code, out, err = command_line("review", str(tmp_path / "no.txt"))
    assert (code, out) == (1, "")
    assert "no.txt" in err
    assert command_line("review")[0] == 2
