"""A first figure: write yours in its place."""

from site_builder.explore import slider

side = slider(1, 9, start=3, label="Side")

caption = "**How large is a square?** Move the side."
alt_text = "A square with a side of {side}."
sentence = "A side of {side} makes an area of **{area}**."


def numbers(side):
    return {"area": side * side}


def picture(side):
    return f"""<svg viewBox="0 0 200 100">
<rect x="5" y="5" width="{10 * side}" height="{10 * side}" fill="var(--c1)"/>
</svg>"""
