"""Reports of the commands, as objects for JSON and as lines of text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solver.game.dice import dice_text
from solver.game.game import Game
from solver.reviewing.played import PlayedGame
from solver.reviewing.review import CardReview, Decision, JudgedTurn
from solver.reviewing.seeded_dice import has_dice_of_seed
from solver.rules.games import HOUSE_RULES
from solver.rules.ruleset import Option, Ruleset

if TYPE_CHECKING:
    from solver.advising.advice import Advice, Choice
    from solver.play.distribution import Distribution
    from solver.risk.thetas import Swept
    from solver.solving.solution import Solution
    from solver.studies.bench import Bench
    from solver.targets.chances import Targets


def rules_report(ruleset: Ruleset) -> dict[str, Any]:
    """Return the categories of a ruleset in scorecard order with their largest scores, and its options."""
    game = Game(ruleset)
    largest = game.points_of_roll.max(axis=0).tolist()
    return {
        "name": ruleset.name,
        "dice": ruleset.n_dice,
        "best_final_score": game.best_final_score,
        "categories": [
            {"name": category, "largest_score": score}
            for category, score in zip(ruleset.category_names, largest, strict=True)
        ],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "values": option_values(option),
                "allowed": option.allowed,
                "meaning": option.meaning,
            }
            for option in HOUSE_RULES[ruleset.name]
        ],
    }


def option_values(option: Option) -> Any:
    """Return the allowed values of a house rule: a list, or the range of a number."""
    if option.words:
        return list(option.words)
    return [False, True] if isinstance(option.default, bool) else {"from": 0, "to": option.largest}


def rules_lines(report: dict[str, Any]) -> list[str]:
    """Return a ruleset's report as text."""
    lines = [f"{report['name']}: {report['dice']} dice, at most {report['best_final_score']} points"]
    lines += [f"  {category['name']:<20}{category['largest_score']:>4}" for category in report["categories"]]
    lines += [
        f"  --option {option['name']}={str(option['default']).lower()}  {option['meaning']}; {option['allowed']}"
        for option in report["options"]
    ]
    return lines


def solve_report(solution: Solution, from_cache: bool) -> dict[str, Any]:
    """Return the report of ``solve``."""
    ruleset = solution.game.ruleset
    return {
        "rules": {"name": ruleset.name, "options": dict(ruleset.options)},
        "theta": solution.theta,
        "start_value": solution.start_value,
        "reachable_states": solution.game.space.n_states,
        "solve_seconds": solution.solve_seconds,
        "compile_seconds": solution.compile_seconds,
        "from_cache": from_cache,
        "error_bound": solution.error_bound,
    }


def solve_lines(report: dict[str, Any]) -> list[str]:
    """Return the report of ``solve`` as text."""
    source = "from cache" if report["from_cache"] else f"compiled in {report['compile_seconds']:.1f} s"
    return [
        f"{name_of_value(report['theta']):<22}{report['start_value']:.9f} (error below {report['error_bound']:.0e})",
        f"reachable states      {report['reachable_states']:,}",
        f"solved in             {report['solve_seconds']:.2f} s, {source}",
    ]


def name_of_value(theta: float) -> str:
    """Return the name of the value of a position for this risk parameter."""
    return "certainty equivalent" if theta else "expected final score"


def sweep_report(ruleset: Ruleset, swept: list[Swept]) -> dict[str, Any]:
    """Return the report of ``sweep``."""
    return {
        "rules": {"name": ruleset.name, "options": dict(ruleset.options)},
        "values": [
            {
                "theta": one.theta,
                "start_value": one.certainty_equivalent,
                "solve_seconds": one.solve_seconds,
                "from_cache": one.from_cache,
            }
            for one in swept
        ],
    }


def sweep_lines(report: dict[str, Any]) -> list[str]:
    """Return the report of ``sweep`` as text."""
    lines = [f"{one['theta']:>8g}{one['start_value']:>18.9f}{one['solve_seconds']:>8.2f} s" for one in report["values"]]
    return [f"{'theta':>8}{'start value':>18}{'solved':>10}", *lines]


def choice_report(choice: Choice) -> dict[str, Any]:
    """Return one option of the report of ``advise``."""
    worth = {"value": choice.value, "regret": choice.regret}
    if choice.action == "keep":
        return {"action": "keep", "dice": list(choice.dice), **worth}
    return {"action": "score", "category": choice.category, "points": choice.points, **worth}


def advice_report(advice: Advice) -> dict[str, Any]:
    """Return the value of a position and, if dice are given, its options, best first."""
    options = [choice_report(choice) for choice in advice.options]
    return {"value": advice.value} | ({"options": options} if options else {})


def advice_lines(advice: Advice, theta: float) -> list[str]:
    """Return the value of a position and its options as text."""
    lines = [f"{name_of_value(theta)} {advice.value:.4f}"]
    for choice in advice.options:
        lines.append(f"  {choice_words(choice):<30}{choice.value:>10.4f}{0.0 - choice.regret:>10.4f}")
    return lines


def choice_words(choice: Choice) -> str:
    """Describe an option."""
    kept = " ".join(map(str, choice.dice)) or "nothing"
    return f"keep {kept}" if choice.action == "keep" else f"score {choice.category} ({choice.points})"


def bench_lines(result: Bench, slowdown: float | None) -> list[str]:
    """Return the figures of a benchmark as text."""
    lines = [f"compile   {result.compile_seconds:8.3f} s", f"tables    {result.table_seconds:8.3f} s"]
    lines += [f"layer {layer:<4}{seconds:8.3f} s" for layer, seconds in enumerate(result.layer_seconds)]
    lines += [
        f"total     {result.total_seconds:8.3f} s, the median of the warm runs",
        f"theta     {result.theta_seconds:8.3f} s for exponential utility, {result.theta_factor:.2f} times the mean",
        f"{result.operations:,} operations; a nanosecond in the kernel {result.kernel_throughput / 1e9:.0f}, at best "
        f"{result.machine_throughput / 1e9:.0f} (in registers): {result.share_of_machine:.0%}",
    ]
    if slowdown is not None:
        lines.append(f"{abs(slowdown):.0%} {'slower' if slowdown > 0 else 'faster'} than the saved run")
    return lines


def profile_lines(longest_first: Sequence[tuple[str, float]], chain: Sequence[tuple[str, float]]) -> list[str]:
    """Return the seconds of data sets and of shared steps as text, then the chain that determined the duration."""

    def rows(steps: Sequence[tuple[str, float]], least: float) -> list[str]:
        return [f"  {seconds:8.2f} s  {name}" for name, seconds in steps if seconds >= least]

    total, duration = (sum(seconds for _, seconds in steps) for steps in (longest_first, chain))
    return [
        f"{total:.1f} s in total over all threads; nested steps are not included",
        *rows(longest_first, 0.005),
        f"{duration:.1f} s from the first to the last step: the chain of steps, each waiting for the one before",
        *rows(chain, 0.1),
    ]


def distribution_report(distribution: Distribution) -> dict[str, Any]:
    """Return the report of ``distribution``."""
    return {
        "mean": distribution.mean,
        "sd": distribution.sd,
        "skewness": distribution.skewness,
        "kurtosis": distribution.kurtosis,
        "percentiles": {str(percent): score for percent, score in distribution.percentiles.items()},
        "pmf": distribution.prob_of_score.tolist(),
    }


def distribution_lines(distribution: Distribution) -> list[str]:
    """Return the report of ``distribution`` as text."""
    scores = ", ".join(f"{percent}%: {score}" for percent, score in distribution.percentiles.items())
    worst, best = distribution.mean_of_worst(0.05), distribution.mean_of_best(0.05)
    return [
        f"mean {distribution.mean:.9f}, standard deviation {distribution.sd:.6f}",
        f"skewness {distribution.skewness:.6f}, kurtosis {distribution.kurtosis:.6f} (a normal distribution has 3)",
        f"percentiles {scores}",
        f"the worst 5% of games: {worst:.3f} on average; the best 5%: {best:.3f}",
    ]


def target_advice_lines(advice: Advice, target: int) -> list[str]:
    """Return the chance of the target and the options as text."""
    lines = [f"largest probability of at least {target} points {advice.value:.9g}"]
    for option in advice.options:
        lines.append(f"  {choice_words(option):<30}{option.value:>13.9f}{0.0 - option.regret:>13.9f}")
    return lines


def target_report(targets: Targets, from_cache: bool, score: int | None = None) -> dict[str, Any]:
    """Return the report of ``target``."""
    asked = {} if score is None else {"score": score, "probability": targets.chance_of(score)}
    return asked | {
        "best_probability": targets.best_probability.tolist(),
        "solve_seconds": targets.solve_seconds,
        "compile_seconds": targets.compile_seconds,
        "from_cache": from_cache,
        "error_bound": targets.error_bound,
    }


def target_lines(report: dict[str, Any]) -> list[str]:
    """Return the report of ``target`` as text: the requested score, or a line for every tenth score and the highest."""
    best = report["best_probability"]
    source = "from cache" if report["from_cache"] else f"compiled in {report['compile_seconds']:.1f} s"
    told = [report["score"]] if "score" in report else sorted({*range(0, len(best), 10), len(best) - 1})
    chances = [best[score] if score < len(best) else 0.0 for score in told]
    return [
        f"largest probability of reaching each score (error below {report['error_bound']:.0e})",
        *(f"  {score:>4}  {chance:.9g}" for score, chance in zip(told, chances, strict=True)),
        f"solved in {report['solve_seconds']:.1f} s, {source}",
    ]


Reviewed = Sequence[tuple[PlayedGame, Sequence[CardReview]]]
FINEST = 2**30  # steps per point; numbers that differ by less differ only by rounding


def review_report(games: Reviewed) -> dict[str, Any]:
    """Return the report of ``review``."""
    return {
        "games": [
            {
                "rules": {"name": played.ruleset.name, "options": dict(played.ruleset.options)},
                "date": played.date,
                "seed": played.seed,
                "dice_of_seed": has_dice_of_seed(played),
                "players": [card_report(card) for card in cards],
            }
            for played, cards in games
        ]
    }


def card_report(review: CardReview) -> dict[str, Any]:
    """Return the review of a player: ``value`` = ``start_value`` + ``luck`` - ``regret`` + ``unknown``."""
    decisions = list(review.decisions)
    return {
        "name": review.card.name,
        "points": review.points,
        "finished": review.is_finished,
        "went_home": review.card.is_gone,
        "start_value": review.start,
        "value": review.value,
        "luck": review.luck,
        "regret": review.regret,
        "unknown": review.unknown,
        "turns": [
            turn_report(review, number, turn, [one for one in decisions if one.turn == number])
            for number, turn in enumerate(review.turns, start=1)
        ],
        "costliest": [{"turn": one.turn, "throw": one.throw + 1} for one in review.costliest],
    }


def turn_report(review: CardReview, number: int, turn: JudgedTurn, decisions: Sequence[Decision]) -> dict[str, Any]:
    """Return a turn: the values before and after it, and its decisions."""
    return {
        "turn": number,
        "category": review.game.ruleset.category_names[turn.played.category],
        "points": turn.played.points,
        "on_top": turn.played.on_top,
        "first_throw": turn.played.first_throw,
        "last_throw_only": turn.played.last_only,
        "value_before": turn.before,
        "value_after": turn.after,
        "decisions": [decision_report(decision) for decision in decisions],
    }


def decision_report(decision: Decision) -> dict[str, Any]:
    """Return a throw with its luck, and the decision after it."""
    return {
        "throw": decision.throw + 1,
        "dice": list(decision.roll),
        "rerolls": decision.rerolls,
        "luck": decision.luck,
        "chosen": choice_report(decision.chosen),
        "best": choice_report(decision.best),
        "regret": decision.regret,
        "verdict": decision.verdict,
        "is_best": decision.is_best,
        "is_tied": decision.is_tied,
    }


def review_lines(games: Reviewed) -> list[str]:
    """Return the review of games as text."""
    lines = list[str]()
    for played, cards in games:
        lines.append(" ".join(filter(None, [played.ruleset.name, played.date, seed_words(played)])))
        for card in cards:
            lines += card_lines(card)
    return lines


def seed_words(played: PlayedGame) -> str:
    """Return the seed of a game, and whether its dice match it."""
    if not played.seed:
        return ""
    told = {True: ", whose dice these are", False: ", whose dice these are not", None: ""}[has_dice_of_seed(played)]
    return f"seed {played.seed}{told}"


def card_lines(review: CardReview) -> list[str]:
    """Return the review of a player as text: the account, a line for each mistake, and the costliest."""
    end = "went home" if review.card.is_gone else "broken off"
    what = f"{review.points} points" if review.is_finished else f"{end} at {review.points} points, worth"
    value = "" if review.is_finished else f" {tenths(review.value)}"
    n_last_only = sum(turn.played.last_only for turn in review.turns)
    where = "throws that are not recorded" if n_last_only else "turns without dice"
    is_unknown = n_last_only > 0 or any(not turn.throws for turn in review.turns)
    unknown = f" {signed(review.unknown)} in {where}" if is_unknown else ""
    lines = [
        f"{review.card.name}: {what}{value} = {tenths(review.start)} at the start {signed(review.luck)} luck "
        f"- {tenths(review.regret)} given away{unknown}"
    ]
    if n_last_only:
        turns = "1 turn" if n_last_only == 1 else f"{n_last_only} turns"
        lines.append(f"  only the last throw of {turns} is recorded: the choice of the box is judged, keeps are not")
    lines += [f"  {mistake_words(decision)}" for decision in review.mistakes]
    if review.costliest:
        costs = ", ".join(one.place.replace("  ", " ") for one in review.costliest)
        share = sum(one.regret for one in review.costliest)
        lines.append(f"  costliest: {costs}; together {tenths(share)}")
    return lines


def mistake_words(decision: Decision) -> str:
    """Describe a decision with a regret."""
    where = f"{decision.place}  {dice_text(decision.roll)}"
    told = f"{choice_words(decision.chosen)}, {tenths(decision.regret)} below {choice_words(decision.best)}"
    return f"{where}  {told}: {decision.verdict}"


def tenths(value: float) -> str:
    """Format points in tenths; a half is rounded up, as on the page."""
    settled = math.floor(value * FINEST + 0.5) / FINEST
    return f"{math.floor(settled * 10 + 0.5) / 10 + 0.0:.1f}"


def signed(value: float) -> str:
    """Format points with a sign."""
    text = tenths(value)
    return f"- {text[1:]}" if text.startswith("-") else f"+ {text}"
