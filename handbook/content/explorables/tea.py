"""Times for kinds of tea: a figure of words only."""

from site_builder.explore import choice

BREW = {"black": (4, 95), "green": (2, 75), "white": (3, 80)}
kind = choice(list(BREW), label="Tea")
caption = "**How long shall it draw?** Choose the tea."


def numbers(kind):
    return dict(zip(("minutes", "degrees"), BREW[kind], strict=True))


sentence = "Let {kind} tea draw for **{minutes} minutes** at {degrees} degrees."
