"""A project of authors: twenty explorables drawn with Matplotlib, and one whose names are not English."""

from __future__ import annotations

HEAD = """
import datetime

import matplotlib.pyplot as plt
import numpy as np

from site_builder.explore import slider

n = slider(1, 2, label="Size")
caption = "**What is shown?** A drawing."
alt = "A drawing."
axes = "free"
x = np.linspace(0, 6, 40)


def picture(n):
"""

FIGURES = {
    "lines": """
    for power in range(8):
        plt.plot(x, n * np.sin(x + power / 4), label=f"Series {power}")
    plt.xlabel("Time (s)")
    plt.ylabel("Height (m)")
    plt.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return plt
""",
    "bars": """
    fig, ax = plt.subplots()
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
    bars = ax.bar(days, [n, 3, 2, 5, 4], color=["C0", "C1", "C2", "C3", "C4"])
    ax.bar_label(bars, label_type="center")
    ax.bar_label(bars, fmt="%.1f")
    ax.set(title="Customers a day", ylabel="Customers")
    return ax
""",
    "scatter": """
    rng = np.random.default_rng(n)
    fig, ax = plt.subplots()
    points = ax.scatter(rng.random(50), rng.random(50), c=rng.random(50), s=80 * rng.random(50))
    fig.colorbar(points, label="Age (years)")
    ax.set(xlabel="Width", ylabel="Length")
    return fig, ax
""",
    "histogram": """
    rng = np.random.default_rng(n)
    plt.hist([rng.normal(0, 1, 300), rng.normal(n, 1, 300)], bins=20, label=["before", "after"], alpha=0.8)
    plt.axvline(0, color="red", linestyle="--")
    plt.legend(title="Group", frameon=True)
    plt.show()
""",
    "errors": r"""
    fig, ax = plt.subplots(figsize=(5, 4))
    ax.errorbar(x[::4], np.cos(x[::4]) * n, yerr=0.3, fmt="o", capsize=3, ecolor="gray")
    ax.annotate("smallest", (3.1, -n), (4, -n / 2), arrowprops={"arrowstyle": "->"}, bbox={"facecolor": "white"})
    arrow = {"facecolor": "black", "shrink": 0.05}
    ax.annotate("warning", (1, n), (2.5, n), arrowprops=arrow, bbox={"facecolor": "wheat"})
    ax.set_title(r"Mean $\pm\sigma$, with $\alpha = \frac{1}{2}$")
    return [ax]
""",
    "boxes": """
    rng = np.random.default_rng(n)
    fig, (left, right) = plt.subplots(1, 2, sharey=True)
    left.boxplot([rng.normal(0, one, 100) for one in (1, n, 3)], tick_labels=["a", "b", "c"])
    right.boxplot([rng.normal(0, one, 100) for one in (1, n, 3)], patch_artist=True, notch=True)
    left.set_title("Plain")
    right.set_title("Filled")
    return left, right
""",
    "violins": """
    rng = np.random.default_rng(n)
    fig, ax = plt.subplots()
    ax.violinplot([rng.normal(0, one, 100) for one in (1, n, 3)], showmedians=True)
    ax.set_xticks([1, 2, 3], labels=["first", "second", "third"])
    return fig
""",
    "pie": """
    fig, ax = plt.subplots()
    ax.pie([15, 30 * n, 25, 10], labels=["Frogs", "Hogs", "Dogs", "Logs"], autopct="%1.1f%%", explode=(0, 0.1, 0, 0))
    return fig
""",
    "polar": """
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"})
    ax.plot(x, n * x / 6, label="spiral")
    ax.bar(x[::8], 0.5 + x[::8] / 6, width=0.4, alpha=0.5, color="C1", label="bars")
    ax.legend(loc="lower left")
    return fig
""",
    "surface": """
    fig, ax = plt.subplots(subplot_kw={"projection": "3d"})
    a, b = np.meshgrid(np.linspace(-2, 2, 12), np.linspace(-2, 2, 12))
    ax.plot_surface(a, b, np.sin(n * a) * np.cos(b), cmap="viridis")
    ax.set(xlabel="East", ylabel="North", zlabel="Height")
    return fig
""",
    "twins": """
    fig, ax = plt.subplots()
    ax.plot(x, n * x, color="tab:blue")
    ax.set_ylabel("Distance (km)", color="tab:blue")
    ax.tick_params(axis="y", labelcolor="tab:blue")
    other = ax.twinx()
    other.plot(x, 100 * np.exp(-x), color="tab:red")
    other.set_ylabel("Fuel (l)", color="tab:red")
    fig.tight_layout()
    return fig
""",
    "mosaic": """
    fig, axs = plt.subplot_mosaic("AAB;CCB", figsize=(9, 5))
    axs["A"].fill_between(x, np.sin(x), np.cos(n * x), hatch="//", alpha=0.6)
    axs["B"].barh(["north", "south", "east"], [n, 2, 3])
    axs["C"].plot(x, x**n, "k--", label="power")
    axs["C"].legend()
    for name, one in axs.items():
        one.set_title(f"Part {name}")
    fig.suptitle("Three views of one thing")
    return axs
""",
    "logarithms": r"""
    fig, ax = plt.subplots()
    ax.loglog(np.logspace(0, 4, 30), np.logspace(0, 4, 30) ** n, marker="s", markerfacecolor="white")
    ax.grid(True, which="both")
    ax.set_xlabel(r"$\omega$ (Hz)")
    ax.set_ylabel("Power")
    return fig
""",
    "dates": """
    fig, ax = plt.subplots(figsize=(12, 4))
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days=7 * k) for k in range(30)]
    ax.plot(days, np.cumsum(np.cos(n * np.arange(30))), drawstyle="steps-mid")
    ax.axvspan(days[5], days[9], alpha=0.3)
    ax.text(days[6], 0, "holidays")
    fig.autofmt_xdate()
    return fig
""",
    "image": """
    fig, ax = plt.subplots(layout="tight")
    grid = np.arange(12).reshape(3, 4) * n
    shown = ax.imshow(grid, cmap="magma", vmax=22)
    for row in range(3):
        for column in range(4):
            value = grid[row, column]
            ax.text(column, row, value, ha="center", va="center", color="white" if value < 14 else "black")
    ax.set_xticks(range(4), labels=["spring", "summer", "autumn", "winter"], rotation=45, ha="right")
    fig.colorbar(shown, shrink=0.8)
    return fig
""",
    "contours": """
    fig, ax = plt.subplots()
    a, b = np.meshgrid(x, x)
    z = np.sin(n * a) + np.cos(b)
    filled = ax.contourf(a, b, z, 8)
    ax.clabel(ax.contour(a, b, z, 8, colors="k", linewidths=0.5), fontsize=9)
    fig.colorbar(filled, orientation="horizontal")
    return fig
""",
    "mesh": """
    fig, ax = plt.subplots()
    a, b = np.meshgrid(np.arange(8), np.arange(6))
    mesh = ax.pcolormesh(a, b, np.hypot(a - n, b), shading="nearest", cmap="RdBu")
    fig.colorbar(mesh, ax=ax, label="Distance")
    return mesh
""",
    "arrows": """
    fig, ax = plt.subplots()
    a, b = np.meshgrid(np.arange(0, 6, 0.6), np.arange(0, 4, 0.6))
    ax.quiver(a, b, np.cos(n * a), np.sin(b))
    ax.add_patch(plt.Circle((2, 2), 0.8, facecolor="C1", edgecolor="black", hatch="xx"))
    ax.text(2, 2, "centre", ha="center")
    ax.set_aspect("equal")
    return fig
""",
    "stems": """
    fig, (top, bottom) = plt.subplots(2, 1, sharex=True)
    top.stem(x[::2], np.sin(n * x[::2]))
    bottom.stairs(np.arange(1, 7) ** n, np.arange(7), fill=True)
    fig.supxlabel("Time")
    fig.supylabel("Amount")
    return top, bottom
""",
    "table": """
    fig, ax = plt.subplots()
    ax.axis("off")
    rows = [[f"{n * k * j}" for j in (1, 2, 3)] for k in (1, 2, 3)]
    heads = {"colLabels": ["one", "two", "three"], "rowLabels": ["a", "b", "c"], "rowColours": ["C0"] * 3}
    ax.table(rows, loc="center", **heads).scale(1, 2)
    return fig
""",
}


NAMES = """
from site_builder.explore import choice, slider, toggle

höjd = slider(1, 9, start=3, label="Höjd")
färg = choice(["röd", "blå"])
öppen = toggle("Öppen")
caption = "**Hur hög?** En stapel."
alt = "En stapel."


def numbers(höjd):
    return {"längd": 2 * höjd}


def picture(höjd):
    return f'<svg viewBox="0 0 99 20"><rect width="{9 * höjd}" height="9"/></svg>'


def sentence(höjd, färg, öppen, numbers):
    return f"Höjden {höjd} ger {numbers['längd']:.1f}, {färg}, öppen {öppen}."
"""
NAMES_PAGE = """---
title: Names
description: A trial.
---

:::explore{#höjd name=höjd}
:::

Höjden ::scrub[3]{figure=höjd of=höjd}, längden ::readout{figure=höjd of=längd}{.1f},
::set[nio]{figure=höjd höjd=9 färg=blå}, ::pick[röd]{figure=höjd of=färg label=färg}.
"""


def project_files() -> dict[str, str]:
    """Return the files of a project whose first page shows each figure twice, in two states."""
    files = {f"content/explorables/{name}.py": HEAD + body.lstrip("\n") for name, body in FIGURES.items()}
    parts = [
        f'## About {name}\n\n:::explore{{#{name} name={name} still="n=1 n=2"}}\n:::\n\n'
        f":::steps{{#{name}-again figure={name}}}\n:::step{{n=1}}\nOne.\n:::\n:::step{{n=2}}\nTwo.\n:::\n:::\n"
        for name in FIGURES
    ]
    files["content/chapters/index.md"] = "---\ntitle: Trial\ndescription: A trial.\n---\n\n" + "\n".join(parts)
    files["content/chapters/names.md"] = NAMES_PAGE
    files["content/explorables/höjd.py"] = NAMES
    files["content/site.toml"] = (
        'title = "Trial"\nlanguage = "en"\nchapters = ["index.md", "names.md"]\n'
        "[budgets]\nexplorable = 500000\nfirst_load = 2000000\n"
    )
    return files
