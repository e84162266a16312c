import numpy as np
import plotly.graph_objects as go

STOPS = range(5, 105, 5)
START = 3
time = np.linspace(0, 10, 201)


def sentence(damping):
    half = np.log(2) / (damping / 100)
    return f"With {damping}% damping the swing is half as wide after <b>{half:.1f} seconds</b>."


def step(index, damping):
    visible = [other == index for other in range(len(STOPS))]
    return {
        "method": "update",
        "label": str(damping),
        "args": [{"visible": visible}, {"title.text": sentence(damping)}],
    }


figure = go.Figure()
for index, damping in enumerate(STOPS):
    place = np.exp(-damping / 100 * time) * np.cos(2 * np.pi * time)
    figure.add_scatter(x=time, y=place, visible=index == START)
steps = [step(index, damping) for index, damping in enumerate(STOPS)]
figure.update_layout(
    title=sentence(STOPS[START]),
    yaxis_range=[-1, 1],
    sliders=[{"active": START, "currentvalue": {"prefix": "Damping (%): "}, "steps": steps}],
)
figure.write_html("build/index.html")
