"""Figure "When does luck fall?": cumulative shares of the variance of the score, by turn, throw or box."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, guess, slider

THROWS = ["First throw", "Second throw", "Last throw"]

by = choice({"turn": "By turn", "throw": "By throw", "box": "By box"}, start="turn", label="Luck")
after = slider(1, 15, start=10, label="Count the first")
luck_shares = frame("luck_shares")
fallen = guess(
    "How much of an evening\N{RIGHT SINGLE QUOTATION MARK}s luck has fallen when ten of its fifteen turns are over?",
    {0.45: "45%", 0.6: "60%", 0.75: "75%", 0.9: "90%"},
    of="so_far",
    off=0.03,
    at={"by": "turn", "after": 10},
)
axes = "free"  # turns, throws and boxes have names of their own

caption = (
    "**When does luck fall?** Every bar is a share of the variance of the final score, and begins where the one before "
    "ends. Drag to count the first of them together, then share luck out another way."
)
alt_text = "Bars in steps from nothing to the whole: the shares of luck, one after the other."


def title_of(part: str, name: str) -> str:
    """Return the name of a share for readers."""
    if part == "box":
        return name.replace("_", " ").capitalize()
    return f"Turn {name}" if part == "turn" else THROWS[int(name) - 1]


def rows_of(by: str, luck_shares: pd.DataFrame) -> pd.DataFrame:
    """Return the shares of one division of luck, each with its place and the start of its bar."""
    rows = luck_shares[luck_shares["part"] == by].reset_index(drop=True)
    titles = [title_of(by, name) for name in rows["name"]]
    return rows.assign(title=titles, by=by, after=rows.index + 1, before=rows["so_far"] - rows["share"])


def numbers(by: str, after: int, luck_shares: pd.DataFrame) -> dict[str, object]:
    """Return the numbers of a state for the sentence."""
    rows = rows_of(by, luck_shares)
    row = rows.iloc[min(after, len(rows)) - 1]  # a turn has only three throws
    whole = luck_shares.loc[luck_shares["part"] == by, "variance"].sum()
    return {"share": row["share"], "so_far": row["so_far"], "title": row["title"], "variance": whole}


def picture(by: str, after: int, luck_shares: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = rows_of(by, luck_shares)
    after = min(after, len(rows))
    rows["look"] = ["now" if place == after else "before" if place < after else "later" for place in rows["after"]]
    looks = alt.Scale(domain=["before", "now", "later"], range=["var(--c1)", "var(--red)", "var(--s2)"])
    share = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1])
    across = alt.X("before:Q", title="Share of the variance, so far", axis=share, scale=alt.Scale(domain=[0, 1]))
    down = alt.Y("title:N", sort=rows["title"].tolist(), title=None)
    told = [alt.Tooltip("title:N", title="Where"), alt.Tooltip("share:Q", title="Share", format=".1%")]
    told += [alt.Tooltip("so_far:Q", title="So far", format=".1%")]
    color = alt.Color("look:N", legend=None, scale=looks)
    ends = rows[["so_far", "title"]]
    now = rows[rows["look"] == "now"]
    height = 42 * len(rows) if by == "throw" else 23 * len(rows)
    bars = alt.Chart(rows, height=height).mark_bar()
    return alt.layer(
        bars.encode(x=across, x2="so_far:Q", y=down, color=color, tooltip=told, detail="after:O"),
        alt.Chart(ends).mark_tick(thickness=1.5, color="var(--ink)").encode(x="so_far:Q", y=down),
        alt.Chart(now)
        .mark_rule(color="var(--red)", strokeDash=[3, 3])
        .encode(x="so_far:Q", y=alt.value(0), y2=alt.value(height)),
    )


def sentence(by: str, after: int, numbers: dict[str, object]) -> str:
    """Describe a state in a sentence."""
    share, so_far = float(str(numbers["share"])), float(str(numbers["so_far"]))
    if by == "turn":
        return f"Turn {after} brings **{share:.1%}** of the variance; after it **{so_far:.1%}** of it has fallen."
    if by == "throw":
        told = f"The {str(numbers['title']).lower()}s of all turns bring **{share:.1%}** of the variance"
        most = "" if after <= len(THROWS) else " A turn has no more than three throws."
        return f"{told}." if after == 1 else f"{told}; with those before, {so_far:.1%}.{most}"
    told = f"The turns that end in **{numbers['title']}** bring **{share:.1%}** of the variance"
    return f"{told}, more than any others." if after == 1 else f"{told}; with the larger ones above, {so_far:.1%}."
