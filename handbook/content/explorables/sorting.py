"""Sorting by swaps of neighbours, one swap in each step; the figure can be played."""

from site_builder.explore import choice, slider

ROW = [6, 3, 9, 1, 8, 2, 7, 4, 5]

step = slider(0, 19, start=7, label="Swaps")
method = choice(["bubble sort", "insertion sort"], label="By")

alt = "Nine bars; those that were swapped last are marked."
caption = "**How does sorting work?** Step through it, or let it play. Both ways need the same number of swaps."


def swaps(method):
    """Return the places of the left one of each pair that is swapped."""
    row, found = ROW.copy(), []
    rounds = range(len(row)) if method == "insertion sort" else [len(row) - 1] * len(row)
    for end in rounds:
        order = reversed(range(end)) if method == "insertion sort" else range(end)
        for at in order:
            if row[at] > row[at + 1]:
                row[at], row[at + 1] = row[at + 1], row[at]
                found.append(at)
    return found


def picture(step, method):
    row, last = ROW.copy(), -2
    for last in swaps(method)[:step]:
        row[last], row[last + 1] = row[last + 1], row[last]
    bars = [
        f'<rect x="{44 * at + 4}" y="{190 - 20 * bar}" width="36" height="{20 * bar}" rx="3"'
        f' fill="var({"--c2" if at in (last, last + 1) else "--c1"})"/>'
        for at, bar in enumerate(row)
    ]
    return f'<svg viewBox="0 0 400 192">{"".join(bars)}</svg>'


def sentence(step, method):
    return "All are in order." if step == len(swaps(method)) else f"After {step} swaps by {method}."
