"""The commands of the exact analysis, answering from what the data sets have left in the cache."""

import json

import pytest

BEST_FINAL_SCORE = 374
IN_ORDER = "--option", "in_order=true"  # has few states, so that all targets take a second


@pytest.fixture
def command(command_line, data):
    """The command line with the cache that the data sets were made with."""
    return command_line


def test_solve_with_theta(command):
    reports = [json.loads(command("solve", "--json", "--theta", theta)[1]) for theta in ("-0.05", "0", "0.05")]
    assert [report["theta"] for report in reports] == [-0.05, 0, 0.05]
    values = [report["start_value"] for report in reports]
    assert values == sorted(values)
    assert values[1] == pytest.approx(248.439989378, abs=1e-8)
    assert "certainty equivalent" in command("solve", "--theta", "0.05")[1]


@pytest.mark.parametrize("theta", ["5", "-3.01", "nan", "inf"])
@pytest.mark.parametrize("name", ["solve", "distribution", "advise"])
def test_thetas_out_of_range_are_rejected(command, name, theta):
    code, out, err = command(name, "--theta", theta)
    assert (code, out) == (1, "")
    assert "--theta: " in err
    assert "from -3 to 3" in err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("distribution", "--theta", "0.1", "--policy", "greedy"), "--theta and --policy"),
        (("advise", "--theta", "0.1", "--target", "250"), "--theta and --target"),
    ],
)
def test_objectives_are_mutually_exclusive(command, arguments, named):
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert named in err


def test_distribution(command):
    code, out, _ = command("distribution", "--json")
    report = json.loads(out)
    assert code == 0
    assert list(report) == ["mean", "sd", "skewness", "kurtosis", "percentiles", "pmf"]
    assert list(report["percentiles"]) == ["1", "5", "10", "25", "50", "75", "90", "95", "99"]
    assert len(report["pmf"]) == BEST_FINAL_SCORE + 1
    assert report["mean"] == pytest.approx(248.439989378, abs=1e-8)
    assert sum(score * chance for score, chance in enumerate(report["pmf"])) == pytest.approx(report["mean"], abs=1e-9)
    assert "standard deviation" in command("distribution")[1]


def test_distribution_of_another_player(command):
    greedy = json.loads(command("distribution", "--json", "--policy", "greedy")[1])
    assert greedy["mean"] < 248
    code, out, err = command("distribution", "--policy", "gready")
    assert (code, out) == (1, "")
    assert "--policy" in err
    assert "greedy_penalty" in err


def test_target(command):
    report = json.loads(command("target", *IN_ORDER, "--score", "120", "--json")[1])
    best = report["best_probability"]
    assert (report["score"], report["probability"]) == (120, best[120])
    assert 0 < best[120] < 1
    assert len(best) == BEST_FINAL_SCORE + 1
    assert best == sorted(best, reverse=True)


@pytest.mark.parametrize("score", ["-1", "many", "2.5", "10000000"])
def test_invalid_targets_are_rejected(command, score):
    code, out, err = command("target", "--score", score)
    assert (code, out) == (1, "")
    assert f"--score {score!r}: a final score is a whole number from 0" in err


ALL_BUT_CHANCE = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,one_pair=12,two_pairs=22,three_of_a_kind=18,four_of_a_kind=0,"
    "small_straight=0,large_straight=0,full_house=0,yatzy=0"
)
WRITTEN = 165  # with the bonus


def test_advise_with_a_target(command):
    """Last turn, Yatzy open, three equal dice: one throw gives it in 1 of 36 cases, and any box gives nothing."""
    scored = ALL_BUT_CHANCE.replace("yatzy=0", "chance=20")
    written = WRITTEN + 20
    position = "advise", *IN_ORDER, "--dice", "22233", "--rerolls", "1", "--scored", scored, "--target"
    lines = command(*position, str(written))[1].splitlines()
    assert lines[0] == f"largest probability of at least {written} points 1"
    assert lines[1].split()[:2] == ["score", "yatzy"]
    report = json.loads(command(*position, str(written + 50), "--json")[1])
    best = report["options"][0]
    assert (best["action"], best["dice"]) == ("keep", [2, 2, 2])
    assert report["value"] == best["value"] == pytest.approx(1 / 36)
    assert all(option["regret"] == pytest.approx(best["value"] - option["value"]) for option in report["options"])


def test_advise_with_theta(command):
    """Last turn, Ones open: theta sets the price of the sure points against throwing for more."""
    scored = ALL_BUT_CHANCE.replace("ones=3", "chance=20")
    position = "--dice", "11234", "--rerolls", "1", "--scored", scored
    thetas = "-3", "-0.1", "0", "0.1", "3"
    reports = [json.loads(command("advise", *position, "--theta", theta, "--json")[1]) for theta in thetas]
    values = [report["options"][0]["value"] for report in reports]
    assert values == sorted(values)
    assert all(report["options"][0]["dice"] == [1, 1] for report in reports)
    sure = next(option for option in reports[0]["options"] if option["action"] == "score")
    assert all(sure["value"] <= value for value in values)
