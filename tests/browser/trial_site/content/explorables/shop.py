"""Bars of Altair, moved by two parameters; a table that depends on one of them."""

import altair
import pandas as pd

from site_builder.explore import choice, slider

load = slider(20, 80, step=20, start=40, label="Load", unit="%")
counters = choice({1: "one", 2: "two", 4: "four"}, label="Counters")

caption = "**How full is the shop?** Move the load."
sentence = "At {load} % with {counters} open you wait **{wait:.1f}** minutes."


def numbers(load, counters):
    return {"wait": load / 10 / counters}


def picture(load, counters):
    bars = pd.DataFrame({"people": range(5), "share": [load / (n + counters) for n in range(5)]})
    return altair.Chart(bars).mark_bar().encode(x="people:O", y="share:Q")


def table(counters):
    return {"counter": [f"No. {n + 1}" for n in range(counters)], "clerks": [counters] * counters}
