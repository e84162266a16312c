"""Pictures that other programs write: their colours, ids and faces become those of the page."""

from __future__ import annotations

from pathlib import Path

from tests.material.conftest import Author

# Written by Plotly 7.1.0 (`plotly.express.line`) and plotnine 0.15.9 (`theme(svg_usefonts=True)`), unchanged.
PICTURES = Path("tests/fixtures/pictures")


def test_static_svg_of_plotly_and_plotnine_takes_the_look_of_the_page(author: Author) -> None:
    code, settings, body = "from pathlib import Path\n", "", ""
    for name in ("plotly", "plotnine"):
        author.write({f"content/charts/{name}.svg": (PICTURES / f"{name}.svg").read_bytes()})
        code += f"def {name}():\n    return Path(__file__).with_name('{name}.svg').read_text()\n"
        settings += f'[charts.{name}]\nfunction = "others.{name}"\ndata = []\nalt = "Two lines."\n'
        body += f"\n:::chart{{#{name} name={name}}}\nA caption.\n:::\n"
    author.write({"content/charts/others.py": code})
    author.settings(settings)
    author.chapter(body)
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    plotly, plotnine = built.page().split('id="plotnine"')
    for drawn in (plotly, plotnine):
        assert "var(--paper)" in drawn
        assert "#fff" not in drawn
        assert "255, 255" not in drawn
        assert "font-family" not in drawn
    assert 'clip-path="url(#plotly-wide-0)"' in plotly
    assert 'clip-path="url(#plotnine-narrow-' in plotnine
    assert "Load &amp; queue</text>" in plotly
    assert 'stroke="var(--c2)"' in plotly
    assert "var(--shade)" in plotly
    assert 'fill="color-mix(in oklab,var(--ink) 8%,var(--paper))"' in plotnine
    assert ">load</text>" in plotnine


def test_an_invalid_formula_in_a_chart_is_reported_at_its_command(author: Author) -> None:
    code = (
        "import altair as alt\nimport pandas as pd\n"
        "def rates():\n"
        "    frame = pd.DataFrame({'x': [1, 2], 'y': [1, 3]})\n"
        "    y = alt.Y('y:Q', title=r'rate $\\frc{1}{\\mu}$')\n"
        "    return alt.Chart(frame).mark_point().encode(x='x:Q', y=y)\n"
    )
    author.write({"content/charts/queue.py": code})
    author.settings('[charts.rates]\nfunction = "queue.rates"\ndata = []\nalt = "Two points."\n')
    picture = code.replace("def rates():", "n = slider(1, 2, step=1)\ndef picture(n):").replace("[1, 3]", "[1, n]")
    author.write({"content/explorables/rate.py": f"from site_builder.explore import slider\n{picture}"})
    author.chapter("\n:::chart{#one name=rates}\nA caption.\n:::\n\n:::explore{#two name=rate}\nA caption.\n:::\n")
    problem, drawn = author.build().problems
    assert (problem["path"], problem["line"], problem["column"]) == ("content/charts/queue.py", 5, 36)
    assert (problem["code"], problem["suggestion"]) == ("math", "write '\\frac'")
    assert drawn["path"].endswith("rate.py")
    assert "in 'rate $" not in drawn["message"]
    assert "in '$\\frc{1}{\\mu}$'" in drawn["message"]
    assert drawn["suggestion"] == "write '\\frac'"
    for path in ("content/charts/queue.py", "content/explorables/rate.py"):
        author.write({path: (author.project / path).read_text().replace("frc", "frac")})
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert ">rate</text>" in built.page()
    assert "frac" not in built.page()


def test_the_title_of_a_picture_is_shown_wherever_the_picture_is(author: Author) -> None:
    author.write({"content/chapters/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'})
    picture = '![A port](a.svg "The *port* {}.")'
    places = ["{}", "[{}](https://example.org)", "- {}\n\nNext:\n", "{}\n{}", "{} and {}", "|a|\n|-|\n|{}|"]
    texts, count = [], iter("abcdefgh")
    for place in places:
        texts.append(place.format(*(picture.format(next(count)) for _ in range(place.count("{}")))))
    author.chapter("\n\n".join(texts))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    for name in "abcde":
        assert f"<figcaption>The <em>port</em> {name}.</figcaption>" in built.page()
    assert built.page().count("<figcaption") == built.page().count('<figure class="figure image">') == 5
    assert '<a href="https://example.org"><img' in built.page()
    for name in "fgh":
        assert f'title="The port {name}."' in built.page()
