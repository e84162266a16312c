import errno
import json
import os
import subprocess
import sys

import pytest

from solver.rules.games import find_ruleset

PYTHON_M_SOLVER = [sys.executable, "-m", "solver"]
QUICK = "--option", "in_order=true"  # so few states that it is solved at once


@pytest.fixture
def command(command_line, cache):
    """The command line with an empty cache folder."""
    return command_line


def test_rules(command):
    code, out, _ = command("rules", "--json")
    rulesets = {ruleset["name"]: ruleset for ruleset in json.loads(out)["rulesets"]}
    assert list(rulesets) == ["scandinavian", "scandinavian-saved", "maxi", "maxi-saved", "yahtzee"]
    scandinavian = rulesets["scandinavian"]
    assert code == 0
    assert [category["name"] for category in scandinavian["categories"]] == list(find_ruleset().category_names)
    assert [category["largest_score"] for category in scandinavian["categories"]] == [
        5, 10, 15, 20, 25, 30, 12, 22, 18, 24, 15, 20, 28, 30, 50,
    ]  # fmt: skip
    assert {option["name"]: option["default"] for option in scandinavian["options"]} == dict(find_ruleset().options)
    assert {option["name"]: option["values"] for option in scandinavian["options"]} == {
        "bonus": {"from": 0, "to": 1000},
        "threshold": {"from": 0, "to": 105},
        "five_of_a_kind_is_full_house": [False, True],
        "four_of_a_kind_is_two_pairs": [False, True],
        "in_order": [False, True],
    }
    assert rulesets["scandinavian-saved"] == {**scandinavian, "name": "scandinavian-saved"}
    best = {name: ruleset["best_final_score"] for name, ruleset in rulesets.items()}
    assert best == {"scandinavian": 374, "scandinavian-saved": 374, "maxi": 649, "maxi-saved": 649, "yahtzee": 1575}
    joker = next(option for option in rulesets["yahtzee"]["options"] if option["name"] == "joker")
    assert (joker["default"], joker["values"]) == ("free", ["free", "forced", "none"])
    assert joker["allowed"] == "free, forced or none"


def test_rules_for_people(command):
    code, out, err = command("rules")
    assert (code, err) == (0, "")
    assert "scandinavian: 5 dice, at most 374 points" in out
    assert "--option bonus=50" in out
    assert "--option joker=free" in out


def test_solve(command):
    arguments = "solve", "--json", *QUICK
    code, out, _ = command(*arguments)
    report = json.loads(out)
    assert code == 0
    assert set(report) == {
        "rules", "theta", "start_value", "reachable_states", "solve_seconds", "compile_seconds", "from_cache",
        "error_bound",
    }  # fmt: skip
    assert report["rules"] == {"name": "scandinavian", "options": dict(find_ruleset().options) | {"in_order": True}}
    assert (report["theta"], report["from_cache"]) == (0, False)
    assert json.loads(command(*arguments)[1]) == {**report, "from_cache": True}
    assert json.loads(command(*arguments, "--fresh")[1])["from_cache"] is False


def test_solve_with_house_rules(command):
    options = ["bonus=35", "threshold=60", "four_of_a_kind_is_two_pairs=true", "in_order=false"]
    _, out, _ = command("solve", "--json", *(word for option in options for word in ("--option", option)))
    report = json.loads(out)
    assert report["rules"]["options"] == {
        "bonus": 35, "threshold": 60, "five_of_a_kind_is_full_house": False, "four_of_a_kind_is_two_pairs": True,
        "in_order": False,
    }  # fmt: skip
    # From a program of another kind, with a matrix of transitions.
    assert report["start_value"] == pytest.approx(239.421679481625, abs=1e-9)
    assert report["reachable_states"] == 1_397_760


def test_solve_for_people(command, solved):
    code, out, err = command("solve")
    assert (code, err) == (0, "")
    assert "248.439989378" in out
    assert "1,430,528" in out


def test_a_damaged_solution_is_reported_on_stderr(command, cache):
    command("solve", *QUICK)
    (path,) = cache.glob("values-*.result")
    path.write_bytes(path.read_bytes()[:-1])
    done = subprocess.run([*PYTHON_M_SOLVER, "solve", "--json", *QUICK], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["from_cache"] is False
    assert "damaged" in done.stderr


def test_advise_ranks_every_option(command, solved):
    code, out, _ = command("advise", "--dice", "65556", "--rerolls", "2", "--json")
    report = json.loads(out)
    assert code == 0
    best = report["options"][0]
    assert best["action"] == "keep"
    assert best["dice"] == [5, 5, 5]
    assert best["regret"] == 0
    assert report["value"] == best["value"]
    assert len(report["options"]) == 15 + 4 * 3 - 1
    assert {"action", "category", "points", "value", "regret"} in [set(option) for option in report["options"]]
    values = [option["value"] for option in report["options"]]
    assert values == sorted(values, reverse=True)


def test_advise_includes_written_points(command, solved):
    full = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,one_pair=12,two_pairs=22,three_of_a_kind=18"
    rest = "four_of_a_kind=0,small_straight=15,large_straight=20,full_house=28,chance=25"
    _, out, _ = command("advise", "--scored", f"{full},{rest},yatzy=0", "--json")
    assert json.loads(out) == {"value": 63 + 50 + 12 + 22 + 18 + 15 + 20 + 28 + 25}
    _, out, _ = command("advise", "--scored", f"{full},{rest}", "--dice", "33333", "--rerolls", "0", "--json")
    assert json.loads(out)["options"] == [
        {"action": "score", "category": "yatzy", "points": 50, "value": 303.0, "regret": 0.0}
    ]


def test_advise_with_extra_yahtzees(command_line, data):
    scored = "ones=3,twos=6,threes=9,fours=12,sixes=18,three_of_a_kind=20,four_of_a_kind=0,full_house=25,chance=22"
    card = f"{scored},small_straight=30,large_straight=40,yahtzee=50"
    arguments = "advise", "--rules", "yahtzee", "--dice", "55555", "--rerolls", "0", "--json", "--scored"
    _, out, _ = command_line(*arguments, f"{card},extra_yahtzee_bonus=200")
    written, fives = 3 + 6 + 9 + 12 + 18 + 20 + 25 + 22 + 30 + 40 + 50 + 200, 25 + 100 + 35
    assert json.loads(out)["options"] == [
        {"action": "score", "category": "fives", "points": 25, "value": written + fives, "regret": 0.0}
    ]
    _, out, _ = command_line(*arguments, card.replace("yahtzee=50", "yahtzee=0"))
    assert json.loads(out)["value"] == written - 250 + fives - 100


def test_advise_with_saved_throws(command_line, data):
    """From the stored solution of the data sets: this game has 24 million states."""
    names = find_ruleset().category_names
    card = ",".join(f"{name}={5 if name == 'chance' else 0}" for name in names if name not in ("ones", "yatzy"))
    arguments = "advise", "--rules", "scandinavian-saved", "--json", "--scored", card
    _, out, _ = command_line(*arguments, "--dice", "33333", "--rerolls", "28")
    options = json.loads(out)["options"]
    assert len(options) == 2 + 5
    assert (options[0]["action"], options[0]["category"], options[0]["points"]) == ("score", "yatzy", 50)
    # 28 throws are left over for the ones: with 30 after the first, all five will show a one.
    assert options[0]["value"] == pytest.approx(5 + 50 + 5, abs=0.1)
    values = [
        json.loads(command_line(*arguments[:-1], f"{card}{saved}")[1])["value"]
        for saved in ("", ",saved_throws=0", ",saved_throws=26")
    ]
    assert values[0] == values[1] < values[2]


def test_advise_for_people(command, solved):
    _, out, _ = command("advise", "--dice", "11111", "--rerolls", "1", "--scored", "ones=3, one_pair=10")
    lines = out.splitlines()
    assert lines[0].startswith("expected final score ")
    assert lines[1].split() == ["score", "yatzy", "(50)", lines[0].split()[-1], "0.0000"]
    assert "keep nothing" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("advise --dice 5556 --rerolls 2", 1, "--dice '5556': 4 dice; 'scandinavian' is played with 5"),
        ("advise --dice 555566 --rerolls 2", 1, "6 dice; "),
        ("advise --dice= --rerolls 2", 1, "0 dice; "),
        ("advise --dice 55567 --rerolls 2", 1, "'7' is not a face; write each die as a digit from 1 to 6"),
        ("advise --dice 5556x --rerolls 2", 1, "'x' is not a face"),
        (
            "advise --dice 55566 --rerolls 3",
            1,
            "--rerolls '3': the number of remaining throws must be a whole number from 0 to 2",
        ),
        ("advise --dice 55566 --rerolls -1", 1, "--rerolls '-1'"),
        ("advise --dice 55566 --rerolls two", 1, "--rerolls 'two'"),
        ("advise --dice 55566", 2, "--dice requires --rerolls"),
        ("advise --rerolls 2", 2, "--rerolls requires --dice"),
        (
            "advise --rules yahtzee --scored extra_yahtzee_bonus=100",
            1,
            "it must be 0, because no Yahtzee has scored points",
        ),
        (
            "advise --rules yahtzee --scored yahtzee=50,ones=3,extra_yahtzee_bonus=150",
            1,
            "--scored: extra_yahtzee_bonus '150': with these categories filled it must be 0 to 100 in steps of 100",
        ),
        (
            "advise --rules yahtzee --option extra_yahtzee_bonus=0 --scored extra_yahtzee_bonus=0",
            1,
            "unknown category 'extra_yahtzee_bonus'",
        ),
        ("advise --scored saved_throws=1", 1, "unknown category 'saved_throws'"),
        (
            "advise --rules scandinavian-saved --scored ones=3,saved_throws=3",
            1,
            "--scored: saved_throws '3': with 1 filled categories it is a whole number from 0 to 2",
        ),
        (
            "advise --rules scandinavian-saved --scored ones=3 --dice 11111 --rerolls 5",
            1,
            "--rerolls '5': the number of remaining throws must be a whole number from 0 to 4",
        ),
        ("distribution --rules scandinavian-saved --policy random", 1, "policy 'random' does not support saved throws"),
        ("distribution --rules maxi-saved", 1, "would take about 146.0 GB of memory; at most 8 GB are allowed"),
        ("target --rules scandinavian-saved", 1, "would take about 25.2 GB of memory; at most 4 GB are allowed"),
        ("solve --rules maxi --option joker=free", 1, "its options are bonus, threshold, full_straight"),
        ("solve --rules yahtzee --option joker=maybe", 1, "'joker' has the invalid value 'maybe'; use free"),
        ("advise --scored pair=10", 1, "--scored: unknown category 'pair'; the categories are ones, twos"),
        ("advise --scored ones=3,ones=3", 1, "category 'ones' is specified twice"),
        ("advise --scored ones=6", 1, "no roll gives '6' points in 'ones'; possible are 0, 1, 2, 3, 4, 5"),
        ("advise --scored ones", 1, "no roll gives '' points in 'ones'"),
        ("advise --scored chance=4", 1, "no roll gives '4' points in 'chance'; possible are 0, 5, 6"),
        (f"advise --dice 55566 --rerolls {'9' * 5000}", 1, "--rerolls '999"),
        (f"advise --scored ones={'9' * 5000}", 1, "no roll gives '999"),
        (f"solve --option bonus={'9' * 5000}", 1, "use a whole number from 0 to 1000"),
        ("advise --scored ones=²", 1, "no roll gives '²'"),
        ("advise --rules maximal", 1, "--rules: unknown ruleset 'maximal'; choose one of scandinavian"),
        ("solve --option jokers=free", 1, "--option: ruleset 'scandinavian' has no option 'jokers'; its options are"),
        ("solve --option bonus=many", 1, "--option: 'bonus' has the invalid value 'many'; use a whole"),
        ("solve --option bonus", 1, "--option 'bonus': write it as NAME=VALUE"),
        ("solve --option bonus=1 --option bonus=2", 1, "--option: 'bonus' is specified twice, as '1' and '2'"),
        ("solve --tetha 1", 2, "No such option '--tetha'"),
        ("solve --theta bold", 1, "'bold' is not a valid float"),
        ("target --score bold", 1, "--score 'bold': a final score is a whole number"),
        ("solve --rules", 2, "requires an argument"),
        ("resolve", 2, "No such command 'resolve'"),
        ("advise 55566", 2, "unexpected extra argument"),
        ("datasets --only everything", 1, "--only 'everything': unknown data set; choose one of "),
        ("bench --against /nowhere", 1, "'/nowhere' does not exist"),
    ],
)
def test_errors_are_reported(command, arguments, code, message):
    given, out, err = command(*arguments.split(" "))
    assert given == code
    assert out == ""
    assert message in err
    assert "Traceback" not in err


def test_advise_rejects_a_full_scorecard(command):
    full = ",".join(f"{name}=0" for name in find_ruleset().category_names)
    code, out, err = command("advise", "--scored", full, "--dice", "11111", "--rerolls", "0")
    assert (code, out) == (1, "")
    assert "--dice '11111': the scorecard in --scored is full" in err


def test_an_error_without_a_file_is_reported(command, monkeypatch):
    def no_room(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("solver.cli.main.report", no_room)
    assert command("rules") == (1, "", "error: No space left on device\n")


def test_an_interruption_is_reported(command, monkeypatch):
    def interrupt(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.solving.backwards.run_slices", interrupt)
    code, out, err = command("solve", "--fresh")
    assert (code, out, err.strip()) == (130, "", "error: interrupted")


def test_no_command_shows_the_commands(command):
    code, out, err = command()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: ")
    assert "YATZY_CACHE_DIR" in err


def test_python_m_solver_leaves_no_traceback():
    done = subprocess.run([*PYTHON_M_SOLVER, "advise", "--dice", "9"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: --dice requires --rerolls; omit both to print the value of the scorecard\n"


def read_screen(screen):
    """Return what a terminal shows next, nothing when the program that wrote there has ended."""
    try:
        return os.read(screen, 4096)
    except OSError:  # Linux reports the end in this way
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are files elsewhere")
def test_progress_is_shown_in_a_terminal(cache):
    screen, terminal = os.openpty()
    environment = {**os.environ, "YATZY_CACHE_DIR": str(cache), "TERM": "xterm", "COLUMNS": "80"}
    command = [*PYTHON_M_SOLVER, "solve", "--fresh", "--json", *QUICK]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=terminal) as running:
        os.close(terminal)
        seen = b"".join(iter(lambda: read_screen(screen), b""))  # as it is written: a terminal holds only 4 KB
        assert running.stdout is not None
        assert json.loads(running.stdout.read())["from_cache"] is False
    os.close(screen)
    assert running.returncode == 0
    assert b"solving scandinavian" in seen


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m solver rules | head -c 1", shell=True, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_advice_from_the_cache_needs_no_compiler(command, cache):
    environment = {**os.environ, "YATZY_CACHE_DIR": str(cache)}
    assert command("solve", *QUICK)[0] == 0
    script = (
        f"import sys; sys.argv = ['solver', 'advise', '--dice', '11234', '--rerolls', '1', *{QUICK}]\n"
        "from solver.cli.main import run\n"
        "try:\n    run()\n"
        "finally:\n    print(sorted({'numba', 'pandas', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "arguments", [("distribution",), ("distribution", "--policy", "greedy"), ("target",), ("sweep",)]
)
def test_unsupported_commands_of_the_largest_game_fail_before_it_is_solved(command_line, cache, arguments):
    code, out, err = command_line(*arguments, "--rules", "maxi-saved")
    assert (code, out) == (1, "")
    assert err.startswith(("error: ruleset 'maxi-saved': ", "error: the targets of these rules would take about"))
    assert err.count("\n") == 1
    assert not cache.exists()
