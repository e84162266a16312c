# %%
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact


# %%
@interact(damping=(5, 100, 5))
def swing(damping=20):
    time = np.linspace(0, 10, 201)
    plt.plot(time, np.exp(-damping / 100 * time) * np.cos(2 * np.pi * time))
    plt.ylim(-1, 1)
    plt.show()
    half = np.log(2) / (damping / 100)
    print(f"With {damping}% damping the swing is half as wide after {half:.1f} seconds.")
