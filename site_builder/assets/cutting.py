"""Cut a font file to some characters, features and weights."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def cut_font(
    source: Path, characters: Iterable[str], features: Iterable[str], weights: tuple[int, int] | None = None
) -> bytes:
    """Return a font with these characters and features, as woff2; of a variable one the weights from one to another.

    About half a second.
    """
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(layout_features=list(features), hinting=False, name_IDs=[0, 1, 2, 13, 14])
    font: Any = TTFont(source, recalcTimestamp=False)
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)  # tables of font editors go unsaid
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(characters)))
    cutter.subset(font)
    if weights is not None and "fvar" in font:
        from fontTools.varLib import instancer

        limits: dict[str, Any] = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
        if "wght" in limits:
            limits["wght"] = weights[0] if weights[0] == weights[1] else weights
        font = instancer.instantiateVariableFont(font, limits, inplace=True)
    font.flavor = "woff2"
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()
