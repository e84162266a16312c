"""Healthy, ill and recovered people, day by day."""

import altair

from site_builder.explore import slider

meets = slider(1.2, 4, step=0.4, start=2, label="Each infects", unit="others")

alt = "Share of people who are ill, day by day."
caption = "**How high is the wave?** Halve the contacts, and it is less than half as high."


def days(meets, length=10):
    """Return the share of people who are ill, day by day."""
    healthy, ill, course = 0.999, 0.001, []
    for day in range(0, 181, 3):
        course.append({"day": day, "ill": 100 * ill})
        for _ in range(30):
            new = meets / length * healthy * ill / 10
            healthy, ill = healthy - new, ill + new - ill / length / 10
    return course


def numbers(meets):
    worst = max(days(meets), key=lambda one: one["ill"])
    return {"peak": worst["ill"], "day": worst["day"]}


def picture(meets):
    x, y = altair.X("day:Q", title="Day"), altair.Y("ill:Q", title="Ill (% of all)")
    return altair.Chart(altair.Data(values=days(meets))).mark_area(opacity=0.5, line=True).encode(x=x, y=y)


sentence = "At the worst, on day {day}, **{peak:.0f}%** are ill at once."
