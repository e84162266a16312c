import marimo

app = marimo.App(app_title="A swing that dies away")


@app.cell
def _():
    import altair as alt
    import marimo as mo
    import numpy as np
    import pandas as pd

    damping = mo.ui.slider(5, 100, step=5, value=20, label="Damping (%)")
    mo.vstack([mo.md("# A swing that dies away"), damping])
    return alt, damping, mo, np, pd


@app.cell
def _(alt, damping, np, pd):
    time = np.linspace(0, 10, 201)
    swing = pd.DataFrame({"time": time, "place": np.exp(-damping.value / 100 * time) * np.cos(2 * np.pi * time)})
    alt.Chart(swing).mark_line().encode(x="time:Q", y=alt.Y("place:Q", scale=alt.Scale(domain=[-1, 1])))


@app.cell
def _(damping, mo, np):
    half = np.log(2) / (damping.value / 100)
    mo.md(f"With {damping.value}% damping the swing is half as wide after **{half:.1f} seconds**.")


if __name__ == "__main__":
    app.run()
