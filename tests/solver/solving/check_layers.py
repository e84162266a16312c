"""Check a stored game in layers: sampled scorecards of every layer against turns computed again.

``python -m tests.solver.solving.check_layers --rules maxi-saved [--cards 30] [--seed 1]`` reads the layers stored by
``python -m solver solve --rules maxi-saved`` (4 minutes and 2.9 GB of disk on two processors; without them it solves
the game first). For each layer it draws scorecards, computes their values in float64 for every number of saved throws
from the float32 values of the next layer, by another program (see ``layer_checks.py``), and prints the largest
difference from the stored values and the possible rounding to float32: half a unit in the last place of the layer's
largest value. Since errors are not amplified from layer to layer, the error of a game in which every layer satisfies
this is at most the sum, which is ``error_bound``. Exit status 1 if a difference is larger, or a value decreases with
one more saved throw.
"""

from __future__ import annotations

import sys

import click
import numpy as np

from solver.rules.games import find_ruleset
from solver.solving.layers import Layers
from solver.solving.solution import find_solution
from tests.solver.solving.layer_checks import Definition, check_layer


@click.command()
@click.option("--rules", default="maxi-saved", show_default=True)
@click.option("--cards", default=30, show_default=True, help="Scorecards drawn in each layer.")
@click.option("--seed", default=1, show_default=True)
def main(rules: str, cards: int, seed: int) -> None:
    """Check sampled scorecards of every layer of a stored game."""
    solution = find_solution(find_ruleset(rules), announce=lambda text: click.echo(text, err=True))[0]
    layers = solution.values
    if not isinstance(layers, Layers):
        raise click.UsageError(f"{rules} is kept in one table; choose a game that is kept in layers")
    definition, random = Definition(solution.game.ruleset), np.random.default_rng(seed)
    rounding = solution.error_bound - solution.stored_error
    found = []
    for n_filled in reversed(range(solution.game.ruleset.n_categories)):
        one = check_layer(definition, layers, n_filled, cards, random)
        found.append(one)
        click.echo(
            f"{n_filled:2} filled: {one.values:6,} values, largest difference {one.difference:.3g} of {one.allowed:.3g}"
        )
    n_values, total = sum(one.values for one in found), sum(one.difference for one in found)
    click.echo(f"{n_values:,} values; the differences sum to {total:.3g}; stated error {solution.error_bound:.3g}")
    fall = max(one.fall for one in found)
    click.echo(f"with one more saved throw a value gains at least {abs(fall):.3g} points")
    if fall > 0 or any(one.difference > one.allowed + rounding for one in found):
        click.echo("error: the layers do not keep to what is stated", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
