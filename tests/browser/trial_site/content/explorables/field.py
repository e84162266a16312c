"""More states than the page contains: pictures of three parameters, fetched on demand."""

from site_builder.explore import choice, slider

column = slider(0, 9, label="Column")
row = slider(0, 6, label="Row")
size = choice(["small", "medium", "large"], label="Size")

caption = "**Where is the spot?** Move it."
sentence = "The {size} spot is in column {column} of row {row}."


def picture(column, row, size):
    radius = {"small": 2, "medium": 3, "large": 4}[size]
    return f'<svg viewBox="0 0 100 70"><circle cx="{10 * column + 5}" cy="{10 * row + 5}" r="{radius}"/></svg>'
