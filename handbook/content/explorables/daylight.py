"""Hours of daylight: dates as a slider, places as a choice."""

from datetime import timedelta
from math import acos, degrees, pi, radians, sin, tan

import altair

from site_builder.explore import choice, slider

date = slider("2026-01-01", "2026-12-31", step=14, start="2026-03-12", label="On")
place = choice({60: "Oslo", 48: "Vienna", 1: "Singapore"}, label="In")

alt = "Hours of daylight over a year, with the chosen day."
caption = "**How long is the day?** Move the date, change the place."


def hours(day, latitude):
    """Return the hours between sunrise and sunset on a day."""
    tilt = radians(23.44) * sin(2 * pi * (day.timetuple().tm_yday - 81) / 365)
    return 24 / 180 * degrees(acos(max(-1, min(1, -tan(radians(latitude)) * tan(tilt)))))


def numbers(date, place):
    return {"hours": hours(date, place)}


def picture(date, place):
    days = [date.replace(month=1, day=1) + timedelta(days=7 * week) for week in range(53)]
    year, now = ([{"day": day, "hours": hours(day, place)} for day in some] for some in (days, [date]))
    x = altair.X("day:T", title="", axis=altair.Axis(format="%b"))
    y = altair.Y("hours:Q", title="Hours of daylight", scale=altair.Scale(domain=[0, 24]))
    point = altair.Chart(altair.Data(values=now)).mark_point(filled=True, size=150).encode(x=x, y=y)
    return altair.Chart(altair.Data(values=year)).mark_line().encode(x=x, y=y) + point


sentence = "On {date} the sun is up for **{hours:.1f} hours** in {place}."
