"""A drawing by hand, moved by a date and a toggle; it looks up a data set, and its words are a function."""

from site_builder.explore import choice, frame, slider, toggle

day = slider("2026-11-22", "2026-12-20", step=7, label="Day")
dark = toggle("At night", start=True)
place = choice(["Mug", "Cup", "Pot", "Flask", "Jar", "Bowl", "Pail"], label="Seen in the")
cooling = frame("cooling")

alt = "The moon."
caption = "**How full is the moon?** Choose a day."


def picture(day, dark):
    radius = 10 + (day.toordinal() % 5) * 8
    sky = '<rect width="200" height="100" fill="var(--shade)"/>' if dark else ""
    return f'<svg viewBox="0 0 200 100">{sky}<circle cx="100" cy="50" r="{radius}" style="fill: var(--c2)"/></svg>'


def numbers(day, dark, cooling):
    return {"rows": len(cooling), "radius": 10 + (day.toordinal() % 5) * 8}


def sentence(day, dark, place, numbers):
    return f"On {day:%-d %B} in the {place.lower()} it is {numbers['radius']} wide{' and bright' if dark else ''}."
