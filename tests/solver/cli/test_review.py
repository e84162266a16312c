"""The command ``review``: the report on recorded games, and errors for unreadable files."""

import json
import subprocess
from pathlib import Path

import pytest

from solver.reviewing.played import scorecards, total
from solver.reviewing.records import read_records, record_text

ROOT = Path(__file__).parents[3]
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


LAST_DICE = """yatzy 1
player Anna
1 55524 fives 15
2 14456 keep 44, 44411 full house 14
3 66666 chance 30
broken off 59
"""


@pytest.mark.usefixtures("solved")
def test_in_a_turn_with_only_its_last_dice_only_the_box_is_judged(command_line, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(LAST_DICE, encoding="utf-8")
    _code, out, _err = command_line("review", str(path), "--json")
    ((anna,),) = [game["players"] for game in json.loads(out)["games"]]
    first, second, third = anna["turns"]
    assert [turn["last_throw_only"] for turn in anna["turns"]] == [True, False, True]
    for turn in (first, third):
        (decision,) = turn["decisions"]
        assert (decision["rerolls"], decision["luck"], decision["best"]["action"]) == (0, 0, "score")
    assert first["decisions"][0]["is_best"]  # keeping 555 is better only with rerolls left
    assert third["decisions"][0]["best"]["category"] == "yatzy"
    assert [decision["rerolls"] for decision in second["decisions"]] == [2, 1]
    account = anna["start_value"] + anna["luck"] - anna["regret"] + anna["unknown"]
    assert anna["value"] == pytest.approx(account, abs=1e-9)
    assert anna["unknown"] != 0
    _code, out, _err = command_line("review", str(path))
    lines = out.splitlines()
    assert lines[1].endswith("in throws that are not recorded")
    assert lines[2] == "  only the last throw of 2 turns is recorded: the choice of the box is judged, keeps are not"
    assert any(line.startswith("  turn  3 last throw  66666  ") and "chance" in line for line in lines)
    # The page throws by a seed and records every throw.
    path.write_text(LAST_DICE.replace("player Anna", "seed S\nplayer Anna"), encoding="utf-8")
    _code, out, _err = command_line("review", str(path), "--json")
    ((anna,),) = [game["players"] for game in json.loads(out)["games"]]
    assert not any(turn["last_throw_only"] for turn in anna["turns"])
    assert anna["turns"][0]["decisions"][0]["rerolls"] == 2


@pytest.mark.usefixtures("solved")
def test_games_of_the_page_have_the_totals_of_its_cards(command_line, tmp_path):
    script = ROOT / "tests" / "js" / "yatzy" / "table" / "random-games.js"
    command = [str(ROOT / ".ci" / "setup"), "run", "node", str(script), "3"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout)
    assert len({game["edition"] for game in told}) == 8
    for game in told:
        (played,) = read_records(game["text"])  # refuses what cannot have been played, and other sums than it finds
        assert record_text(played) == game["text"]
        cards = [list(scorecards(played.ruleset, card.turns))[-1] for card in played.cards]
        assert [total(played.ruleset, card) for card in cards] == game["totals"]
    path = tmp_path / "games.txt"
    usual = [game for game in told if game["edition"] == "scandinavian"]
    path.write_text("\n".join(game["text"] for game in usual), encoding="utf-8")
    code, out, _err = command_line("review", str(path), "--json")
    assert code == 0
    reviewed = json.loads(out)["games"]
    assert [[player["points"] for player in game["players"]] for game in reviewed] == [game["totals"] for game in usual]


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
        (b"yatzy 9\n", ':1:7: this record has version "9"; versions 1 and 2 can be read'),
        ("yatzy 1\nplayer Åke".encode("latin-1"), ":2:8: this is not UTF-8; save the file as text in UTF-8"),
        (b"x" * 1_000_001, ":1:1: the file has more than 1,000,000 bytes, the most that is read"),
    ],
)
def test_an_error_has_file_line_and_column(command_line, tmp_path, content, message):
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert command_line("review", str(path)) == (1, "", f"error: {path}{message}\n")


def test_a_missing_file_is_reported(command_line, tmp_path):
    code, out, err = command_line("review", str(tmp_path / "no.txt"))
    assert (code, out) == (1, "")
    assert "no.txt" in err
    assert command_line("review")[0] == 2
