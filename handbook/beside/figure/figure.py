import matplotlib.pyplot as plt
import numpy as np

from site_builder.explore import Figure, slider


def numbers(damping):
    return {"half": np.log(2) / (damping / 100)}


def picture(damping):
    time = np.linspace(0, 10, 201)
    plt.plot(time, np.exp(-damping / 100 * time) * np.cos(2 * np.pi * time))
    plt.ylim(-1, 1)


Figure(
    picture,
    numbers=numbers,
    sentence="With {damping}% damping the swing is half as wide after **{half:.1f} seconds**.",
    damping=slider(5, 100, step=5, start=20, label="Damping", unit="%"),
).save("build/index.html")
