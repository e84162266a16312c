"""An explorable that takes long is reported repeatedly; a fast one never."""

from __future__ import annotations

from site_builder.explorables.worker import SECONDS, Progress


def test_progress_is_reported_at_intervals() -> None:
    said = list[str]()
    moments = iter([0.0, 1.0, *[SECONDS] * 2, SECONDS + 1, *[3 * SECONDS] * 2])
    progress = Progress("tank", said.append, lambda: next(moments))
    for done in (1, 40, 50):
        progress.hear(f"picture(load={done}) in line 7", done, 1210)
    progress.hear("drawing", 900, 1210)
    assert said == ["tank: picture 40 of 1,210 states", "tank: picture drawn in 900 of 1,210 states"]
