"""A throw on three worlds, drawn as SVG text."""

from math import radians, sin

from site_builder.explore import choice, slider

SPEED = 10  # metres a second
GRAVITY = {"Earth": 9.81, "Mars": 3.72, "Moon": 1.62}

angle = slider(5, 85, step=5, start=45, label="Angle", unit="°")
world = choice(list(GRAVITY), start="Moon", label="On")

alt = "The path of a ball that is thrown."
caption = "**How far does it fly?** The same throw on three worlds."


def numbers(angle, world):
    across, up = sin(2 * radians(angle)), sin(radians(angle)) ** 2
    return {"far": SPEED**2 * across / GRAVITY[world], "high": SPEED**2 * up / 2 / GRAVITY[world]}


def picture(numbers):
    far, high = 10 * numbers["far"], 10 * numbers["high"]
    path = f"M0 0 Q{far / 2:.1f} {-2 * high:.1f} {far:.1f} 0"
    return f"""<svg viewBox="0 0 660 350"><g transform="translate(20 320)" fill="none">
<line x2="620" stroke="var(--line)"/><path d="{path}" stroke="var(--c1)" stroke-width="3"/>
<circle cx="{far:.1f}" r="7" fill="var(--c1)"/></g></svg>"""


sentence = "It flies **{far:.0f} metres** far and {high:.0f} high."
