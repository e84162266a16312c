"""How warm is it by now? An explorable, written in Python only: this file is all of it."""

import altair
from narwhals import DataFrame

from site_builder.explore import choice, frame, slider

minute = slider(0, 120, step=10, start=10, label="After", unit="min")
vessel = choice(["paper cup", "mug", "flask"], start="mug", label="In a")
assumptions = frame("assumptions")
cooling = frame("cooling")

alt = "Temperature against time over two hours, in three vessels."
caption = "**How warm is it by now?** Move the time, choose the vessel. In the band it is good to drink."


def numbers(minute, vessel, cooling: DataFrame, assumptions: DataFrame):
    """Return the numbers of the sentence; the prose reads them by ``::readout{figure=warm of=degrees}{.0f}``."""
    degrees = cooling.filter(vessel=vessel, minute=minute).item(0, "temperature")
    cooled = "just right" if degrees >= assumptions.item(0, "cold") else "too cold"
    return {"degrees": degrees, "verdict": "too hot" if degrees > assumptions.item(0, "hot") else cooled}


def picture(minute, vessel, cooling: DataFrame, assumptions: DataFrame):
    """Draw the curve, and the current point, over the band; the axes are the same in all states."""
    own = cooling.filter(vessel=vessel)
    scale = altair.Scale(domain=[20, 90])
    x = altair.X("minute:Q", title="Time since it was poured (minutes)")
    y = altair.Y("temperature:Q", title="Temperature (°C)", scale=scale)
    good = altair.Y("cold:Q", title="Temperature (°C)", scale=scale)
    band = altair.Chart(assumptions).mark_rect(color="var(--c3)", opacity=0.15).encode(y=good, y2="hot:Q")
    curve = altair.Chart(own).mark_line().encode(x=x, y=y)
    now = altair.Chart(own.filter(minute=minute)).mark_point(filled=True, size=120).encode(x=x, y=y)
    return band + curve + now


sentence = "After {minute} minutes in the {vessel} it has **{degrees:.0f} degrees**: {verdict}."
