import altair as alt
import numpy as np
import pandas as pd
import panel as pn

pn.extension("vega")
damping = pn.widgets.IntSlider(name="Damping (%)", start=5, end=100, step=5, value=20)


def picture(damping):
    time = np.linspace(0, 10, 201)
    swing = pd.DataFrame({"time": time, "place": np.exp(-damping / 100 * time) * np.cos(2 * np.pi * time)})
    return alt.Chart(swing).mark_line().encode(x="time:Q", y=alt.Y("place:Q", scale=alt.Scale(domain=[-1, 1])))


def sentence(damping):
    half = np.log(2) / (damping / 100)
    return f"With {damping}% damping the swing is half as wide after **{half:.1f} seconds**."


page = pn.Column("# A swing that dies away", damping, pn.bind(picture, damping), pn.bind(sentence, damping))
page.servable(title="A swing that dies away")
if __name__ == "__main__":
    page.save("build/index.html", embed=True, embed_states={damping: list(range(5, 105, 5))})
