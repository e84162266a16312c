"""Figure "How far do throws spread?": all throws of a game by their sigma, divided into regimes by theta."""

from __future__ import annotations

import pandas as pd

from site_builder.explore import frame, slider

NAMES = ["as good as the mean", "leaning", "torn", "closer to the extreme", "ruled by the extreme"]
COLORS = ["var(--s1)", "var(--s2)", "var(--s3)", "var(--s5)", "var(--s6)"]
LARGEST_SIGMA, TALLEST = 16, 0.17  # at the right edge and at the top
WIDTH, HEIGHT = 390, 170  # of the plot, in pixels on a wide screen
ROW = 30  # height of a line of the list

BOLD = [
    *[0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08],
    *[0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3],
]
theta = slider(stops=[*(-one for one in reversed(BOLD)), 0, *BOLD], start=0.1, label="Dial of risk, theta")
throw_sigmas = frame("throw_sigmas")
regime_map = frame("regime_map")
former = r"(?P<theta>-?[\d.]+)"

caption = "**How far do throws spread?** Turn the dial, and watch how many throws are weighed by more than their mean."
alt_text = "The throws of a whole game by how far their outcomes spread, divided into regimes, and the share of each."


def shares_of(theta: float, regime_map: pd.DataFrame) -> list[float]:
    """Return the share of the throws in each regime; without risk every throw is worth its mean."""
    if theta == 0:
        return [1.0, 0.0, 0.0, 0.0, 0.0]
    return [float(share) for share in regime_map.loc[regime_map["theta"] == abs(theta), "share"]]


def across(sigma: float) -> float:
    """Return the horizontal place of a sigma."""
    return round(WIDTH * min(sigma, LARGEST_SIGMA) / LARGEST_SIGMA)


def text(x: float, y: float, words: str, color: str = "--ink", anchor: str = "") -> str:
    """Return an SVG text in the size of the page's text, also on a phone."""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x}" y="{y}"{anchored}><tspan font-size="16" fill="var({color})">{words}</tspan></text>'


def picture(theta: float, throw_sigmas: pd.DataFrame, regime_map: pd.DataFrame) -> str:
    """Draw the figure: the throws by their sigma, cut where regimes end, and the regimes with their shares below."""
    bins = throw_sigmas[throw_sigmas["low"] < LARGEST_SIGMA]
    steps = "".join(
        f"V{HEIGHT * (1 - share / TALLEST):.0f}H{across(high)}"
        for share, high in zip(bins["share"], bins["high"], strict=True)
    )
    lows = sorted(regime_map["low"].unique())[1:]  # of theta times sigma
    ranges = [f"under {lows[0]:g}", *(f"{lows[at]:g} to {lows[at + 1]:g}" for at in range(3)), f"over {lows[-1]:g}"]
    edges = [low / abs(theta) if theta else LARGEST_SIGMA for low in lows]
    bands = "".join(  # each covers the end of the previous one
        f'<rect x="{across(edge)}" width="{WIDTH}" height="{HEIGHT}" fill="{color}"/>'
        for edge, color in zip([0, *edges], COLORS, strict=True)
    )
    walls = "".join(f"M{across(edge)} 0V{HEIGHT}" for edge in edges if edge < LARGEST_SIGMA)
    ends = {0: "", LARGEST_SIGMA: "end"}
    ticks = [text(across(at), HEIGHT + 20, str(at), "--soft", ends.get(at, "middle")) for at in range(0, 17, 4)]
    top = HEIGHT + 82
    listed = [
        f'<rect y="{top + ROW * place - 13}" width="15" height="15" fill="{COLORS[place]}"/>'
        + text(24, top + ROW * place, f'{name} <tspan fill="var(--soft)">{ranges[place]}</tspan>')
        + text(WIDTH, top + ROW * place, f"{share:.1%}", anchor="end")
        for place, (name, share) in enumerate(zip(NAMES, shares_of(theta, regime_map), strict=True))
    ]
    axis = f"sigma of all {throw_sigmas['throws'].sum():.1f} throws, points"
    return (
        f'<svg viewBox="-3 -4 {WIDTH + 6} {top + 4 * ROW + 12}" width="{WIDTH + 6}">'
        f'<clipPath id="bars"><path d="M0 {HEIGHT}{steps}V{HEIGHT}Z"/></clipPath><g clip-path="url(#bars)">{bands}</g>'
        f'<path stroke="var(--ink)" stroke-width="1.5" d="{walls}M0 {HEIGHT}H{WIDTH}"/>{"".join(ticks)}'
        f"{text(WIDTH, HEIGHT + 43, axis, '--soft', 'end')}{''.join(listed)}</svg>"
    )


def sentence(theta: float, regime_map: pd.DataFrame) -> str:
    """Describe a state in a sentence."""
    if theta == 0:
        return "At theta **0** every throw is worth its mean."
    mean, *_, extreme = shares_of(theta, regime_map)
    said = f"{theta:+}".replace("-", "\N{MINUS SIGN}")
    return (
        f"At theta **{said}**, **{mean:.1%}** of the throws are as good as their mean, "
        f"**{extreme:.1%}** are ruled by their extreme."
    )
