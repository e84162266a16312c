"""Growth by doubling, on a linear or a logarithmic axis."""

import altair

from site_builder.explore import slider, toggle

minutes = slider(20, 60, step=10, start=30, label="Doubles in", unit="min")
logarithmic = toggle("Each line ten times the one below")

alt = "Number of bacteria over eight hours."
caption = "**What does doubling look like?** Tick the box: the curve becomes a line."
axes = "free"


def picture(minutes, logarithmic):
    hours = [step / 4 for step in range(33)]
    colony = altair.Data(values=[{"hour": hour, "bacteria": 2 ** (hour * 60 / minutes)} for hour in hours])
    y = altair.Y("bacteria:Q", title="Bacteria", scale=altair.Scale(type="log" if logarithmic else "linear"))
    return altair.Chart(colony).mark_line().encode(x=altair.X("hour:Q", title="Hours"), y=y.axis(format=".1~s"))


def sentence(minutes):
    return f"After eight hours one has become **{2 ** (480 / minutes):,.0f}**."
