from math import cos, exp, log, pi

import altair as alt

from site_builder.explore import slider

damping = slider(5, 100, step=5, start=20, label="Damping", unit="%")


def numbers(damping):
    return {"half": log(2) / (damping / 100)}


def picture(damping):
    times = [step / 20 for step in range(201)]
    swing = [{"time": t, "place": exp(-damping / 100 * t) * cos(2 * pi * t)} for t in times]
    return alt.Chart(alt.Data(values=swing)).mark_line().encode(x="time:Q", y="place:Q")


caption = "**A swing that dies away.** Move the damping."
alt_text = "A wave that becomes smaller, by half in {half:.1f} seconds."
sentence = "With {damping}% damping the swing is half as wide after **{half:.1f} seconds**."
