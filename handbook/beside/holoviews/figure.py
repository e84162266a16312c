import holoviews as hv
import numpy as np

hv.extension("bokeh")
STOPS = range(5, 105, 5)


def picture(damping):
    time = np.linspace(0, 10, 201)
    place = np.exp(-damping / 100 * time) * np.cos(2 * np.pi * time)
    return hv.Curve((time, place), "time", "place").opts(ylim=(-1, 1), width=640)


def sentence(damping):
    half = np.log(2) / (damping / 100)
    words = f"With {damping}% damping the swing is half as wide after <b>{half:.1f} seconds</b>."
    return hv.Div(words).opts(width=640)


curves = hv.HoloMap({damping: picture(damping) for damping in STOPS}, kdims="damping")
words = hv.HoloMap({damping: sentence(damping) for damping in STOPS}, kdims="damping")
hv.save((curves + words).cols(1), "build/index.html", title="A swing that dies away")
