"""Draw a point on a circle, and its height as the curve of the sine."""

from math import cos, radians, sin

from site_builder.explore import slider

angle = slider(0, 360, step=15, start=60, label="Angle", unit="°")

alt = "A point on a circle, and the curve of its height."
caption = "**What is a sine?** Turn the point; its height draws the curve."


def numbers(angle):
    return {"height": sin(radians(angle))}


def picture(angle):
    curve = " ".join(f"{250 + turn:.0f} {120 - 90 * sin(radians(turn)):.1f}" for turn in range(0, 361, 5))
    x, y = 120 + 90 * cos(radians(angle)), 120 - 90 * sin(radians(angle))
    return f"""<svg viewBox="0 0 640 240"><g fill="none" stroke="var(--line)">
<circle cx="120" cy="120" r="90"/><line x1="20" x2="620" y1="120" y2="120"/></g>
<polyline points="{curve}" fill="none" stroke="var(--c1)" stroke-width="3"/>
<line x1="{x:.1f}" y1="{y:.1f}" x2="{250 + angle}" y2="{y:.1f}" stroke="var(--c2)" stroke-dasharray="4 4"/>
<line x1="120" y1="120" x2="{x:.1f}" y2="{y:.1f}" stroke="var(--ink)"/>
<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="var(--c2)"/>
<circle cx="{250 + angle}" cy="{y:.1f}" r="7" fill="var(--c1)"/></svg>"""


sentence = "The sine of {angle} degrees is **{height:.2f}**."
