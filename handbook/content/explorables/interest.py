"""Savings by rate of interest: a table instead of a picture."""

from site_builder.explore import slider

rate = slider(stops="0.5 1 2 3 5 7", start=3, label="Interest", unit="%")

caption = "**What do a hundred a month grow to?** Choose the interest."
YEARS = [10, 20, 30, 40]


def saved(rate, years):
    """Return what a hundred a month have grown to."""
    month = (1 + rate / 100) ** (1 / 12)
    return 100 * (month ** (12 * years) - 1) / (month - 1)


def numbers(rate):
    return {"end": saved(rate, YEARS[-1])}


def table(rate):
    return [{"Years": years, "Paid in": 1200 * years, "Saved": round(saved(rate, years))} for years in YEARS]


sentence = "After forty years at {rate}% there are **{end:,.0f}**."
