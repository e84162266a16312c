"""Figures of Matplotlib with several axes, in wide and narrow drawings."""

from __future__ import annotations

import re

import pytest

from site_builder.drawing.matplotlib_figures import code_for_all, drawings_of, limits_of, page_style


@pytest.mark.parametrize(
    ("shape", "options", "has_twin", "n_rows"),
    [
        ((1, 3), {}, False, 3),
        ((1, 2), {}, True, 2),
        ((2, 1), {}, False, 0),
        ((2, 2), {"sharex": True, "sharey": True}, False, 4),
        ((1, 2), {"layout": "none"}, False, 0),
    ],
)
def test_axes_beside_each_other_are_stacked_in_a_narrow_drawing(shape, options, has_twin, n_rows) -> None:
    with page_style():
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(*shape, **options)
        for one in axes.flat:
            one.plot([0, 1])
        if has_twin:
            axes[1].twinx().plot([1, 2])
        wide, narrow = drawings_of(figure)
        sizes = [[float(side) for side in re.findall(r'(?:width|height)="([0-9.]+)pt', one)] for one in (wide, narrow)]
        (_, height), (narrow_width, narrow_height) = (one[:2] for one in sizes)
        if n_rows:
            assert narrow_height == pytest.approx(min(0.65 * n_rows, 1.9) * narrow_width, rel=0.05)
        else:
            assert narrow_height < height
        if n_rows == 4:
            assert narrow.count(">0.0</text>") == 2 * n_rows
        assert axes.flat[-1].yaxis.get_tick_params().get("labelleft", True) is not ("sharey" in options)
        assert axes.flat[-1].get_subplotspec().get_gridspec().ncols == shape[1]  # as before


def test_the_limits_of_all_states_are_code() -> None:
    with page_style():
        from matplotlib import pyplot

        found = []
        for end in (2, 75.7):
            figure, (left, right) = pyplot.subplots(1, 2)
            left.set(ylim=(0.05, end), xlabel="Time")
            right.set(title="Phase", ylim=(9, 1))
            found.append(limits_of(figure))
    assert str(found[1][1]) == "y of fig.axes[0] from 0.05 to 75.7"
    assert str(found[1][3]) == "y of 'Phase' from 9 to 1"
    assert found[0][0].name == "x (Time) of fig.axes[0]"
    assert code_for_all([one[1] for one in found]) == "fig.axes[0].set_ylim(0, 75.7)"
    assert code_for_all([one[3] for one in found]) == "fig.axes[1].set_ylim(9, 1)"
