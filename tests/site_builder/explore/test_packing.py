"""Similar texts are packed as templates, and unpacked unchanged."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from site_builder.explore import choice, slider, toggle
from site_builder.explore.states import grid, pack, sharding, split

BAR = '<svg class="drawing"><rect fill="var(--c1)" height="{h}" width="9"/><text x="{x}">{words}</text></svg>'


def bar(height: float, words: str = "share", x: float = 1) -> str:
    return BAR.format(h=height, words=words, x=x)


def unpack(packed: dict[str, Any], index: int) -> str:
    """Return one of the texts."""
    number = packed["of"][index] if packed["of"] else 0
    member = packed["of"][:index].count(number) if packed["of"] else index
    template = packed["templates"][number]
    parts = [template["text"][0]]
    for place, after in zip(template["places"], template["text"][1:], strict=True):
        parts += [str(place[member]), after]
    return "".join(parts)


def test_common_text_is_stored_once_with_slots_for_differences() -> None:
    packed = pack([bar(1), bar(2.5), bar(-3)])
    (template,) = packed["templates"]
    assert template["text"] == [bar(1).partition("1")[0] + '1)" height="', bar(1).partition('height="1')[2]]
    assert (template["kinds"], template["places"], packed["of"]) == ("g", [[1, 2.5, -3]], [])


def test_text_and_colours_change_at_once_and_coordinates_are_interpolated() -> None:
    (template,) = pack([bar(1, "20 %"), bar(2, "40 %")])["templates"]
    assert (template["kinds"], template["places"]) == ("gj", [[1, 2], [20, 40]])
    paths = ['<path d="M0,1A5,5,0,0,1,9,2" fill="red"/>', '<path d="M3,1A5,5,0,1,1,9,4" fill="blue"/>']
    (template,) = pack(paths)["templates"]
    assert (template["kinds"], template["places"]) == ("gjgj", [[0, 3], [0, 1], [2, 4], ["red", "blue"]])


def test_other_structures_have_templates_of_their_own() -> None:
    packed = pack([bar(1), "<svg><path/></svg>", bar(2), "<svg><path/></svg>"])
    assert (len(packed["templates"]), packed["of"]) == (2, [0, 1, 0, 1])


MARKUP = some.text("<>=\"/ aMd0.5,-é&;'\n", max_size=30)


@given(some.lists(MARKUP | some.builds(bar, some.floats(-9, 9), MARKUP, some.integers()), min_size=1, max_size=6))
def test_packing_is_lossless(texts: list[str]) -> None:
    packed = json.loads(json.dumps(pack(texts)))
    assert [unpack(packed, index) for index in range(len(texts))] == texts


def test_packed_bars_weigh_a_fraction() -> None:
    bars = "".join(f'<path d="M{9 * n},{{{n}}}h8V200h-8Z" fill="var(--c1)"/>' for n in range(31))
    texts = [bars.format(*(round(200 / (1 + (n * state) % 17 / 7), 2) for n in range(31))) for state in range(57)]
    whole, packed = (len(gzip.compress(json.dumps(made).encode())) for made in (texts, pack(texts)))
    assert packed < whole / 1.5
    assert sum(map(len, texts)) > 10 * packed


LOAD, KIND = slider(1, 20), choice(["a", "b", "c"])
PARAMETERS = {"load": LOAD, "open": toggle(), "kind": KIND}


def index_in_shard(names: list[str], by: str, state: tuple[int, ...]) -> int:
    """Return where a script looks for the text of a state among those of its shard."""
    index = 0
    for name, at in zip(names, state, strict=True):
        if name != by:
            index = index * len(PARAMETERS[name].stops) + at
    return index


@pytest.mark.parametrize(
    ("names", "most", "by"),
    [(["load", "kind"], 60, ""), (["load", "kind"], 59, "kind"), (["load", "kind"], 19, "load"),
     (["load", "open", "kind"], 60, "open"), (["load", "open", "kind"], 5, "load")],
)  # fmt: skip
def test_many_states_are_split_into_the_fewest_files(names: list[str], most: int, by: str) -> None:
    assert sharding(PARAMETERS, names, most) == by
    states = grid(PARAMETERS, names)
    shards = split(PARAMETERS, names, [str(state) for state in states], by)
    for state in states:
        shard = shards[state[names.index(by)] if by else 0]
        assert shard[index_in_shard(names, by, state)] == str(state)
