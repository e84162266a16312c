"""Number of people in a shop: random arrivals, one to four counters, one queue."""

from math import factorial

import altair

from site_builder.explore import choice, slider

load = slider(10, 90, step=10, start=80, label="Load", unit="%")
counters = choice({1: "one", 2: "two", 4: "four"}, label="Counters")

alt = "A bar for each number of people, as high as it is likely."
caption = "**How many are in the shop?** Equal loads are not equal: move the load, then open more counters."


def shares(load, counters):
    """Return how likely each number of people is."""
    offered = counters * load / 100
    weights = [
        offered**n / (factorial(n) if n < counters else factorial(counters) * counters ** (n - counters))
        for n in range(200)
    ]
    return [weight / sum(weights) for weight in weights]


def numbers(load, counters):
    return {"waits": 100 * sum(shares(load, counters)[counters:])}


def picture(load, counters):
    bars = altair.Data(values=[{"people": n, "share": share} for n, share in enumerate(shares(load, counters)[:16])])
    x = altair.X("people:O", title="People in the shop", axis=altair.Axis(labelAngle=0))
    return altair.Chart(bars).mark_bar().encode(x=x, y=altair.Y("share:Q", title="Share of the time"))


sentence = "At a load of {load}%, **{waits:.0f}%** of those who come have to wait."
