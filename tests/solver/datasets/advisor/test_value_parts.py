"""Value tables in parts, read back by their description; on small games every state, on the real files a sample."""

import gzip
import hashlib
import io
import json
import zipfile

import numpy as np
import pyarrow as pa
import pytest

from solver.datasets.advisor import count_from_base, first_layers, value_parts
from solver.datasets.shared import STEP
from solver.errors import DatasetError
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from tests.solver.more_games import GAMES, ruleset


def solved(name):
    game = Game(ruleset(GAMES[name]))
    return Solution(game, solve(game.ruleset).value_of_state, 0.0, 0.0)


def open_parts(content):
    archive = zipfile.ZipFile(io.BytesIO(content))
    files = {name: gzip.decompress(archive.read(name)) for name in archive.namelist()}
    return json.loads(files.pop("index.json.gz")), {
        name.removesuffix(".arrow.gz"): file for name, file in files.items()
    }


def read_part(content):
    """Metadata of a part, and the numbers in its rows, unfolded."""
    reader = pa.ipc.open_stream(content)
    (batch,) = reader
    low, high = (column.to_numpy().astype(int) for column in batch.columns)
    metadata = {key.decode(): value.decode() for key, value in reader.schema.metadata.items()}
    return metadata, [-(folded + 1) // 2 if folded % 2 else folded // 2 for folded in (low + 256 * high).tolist()]


def values_of_part(content, space, held):
    """Value of every state (filled, extra, upper total) of a part that holds these sets, cell by cell."""
    metadata, numbers = read_part(content)
    pages = sorted(
        (int(space.upper_set_of_filled[filled]), filled, extra)
        for filled in held
        for extra in range(int(space.n_extras_of_set[filled]))
    )
    cells: dict[tuple[int, int], int] = {}
    values, waiting, steps = {}, iter(numbers), []
    for row, (upper_set, filled, extra) in enumerate(pages):
        above = row - 1 if row and pages[row - 1][0] == upper_set else None
        for column, total in enumerate(np.flatnonzero(space.reachable_of_upper_set[upper_set]).tolist()):
            left = cells.get((row, column - 1), 0)
            up, corner = (cells[above, column], cells.get((above, column - 1), 0)) if above is not None else (0, 0)
            cells[row, column] = (next(waiting) + left + up - corner) % 2**16
            steps.append(cells[row, column])
            values[filled, extra, total] = (int(metadata["base"]) + cells[row, column]) * float(metadata["step"])
    assert next(waiting, None) is None
    assert metadata["sha256"] == hashlib.sha256(np.array(steps, dtype="<u2").tobytes()).hexdigest()
    assert metadata["rows"] == str(len(steps))
    return metadata, values


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("saved throws", ("one_pair", "chance")),
        ("saved throws, three dice", ()),
        ("free joker", ("full_house", "chance")),
        ("forced joker", ("yahtzee",)),
    ],
)
def test_all_states_are_decoded(name, chosen):
    solution = solved(name)
    space, names = solution.game.space, list(solution.game.ruleset.category_names)
    made = value_parts(solution, chosen)
    index, parts = open_parts(made.content)
    assert (index["chosen"], index["start_value"]) == (list(chosen), f"{solution.start_value:.17g}")
    assert set(parts) == {
        f"{chunk}-{band}" for chunk in range(made.split.n_chunks) for band in range(made.split.n_bands)
    }
    n_states = 0
    for part, content in parts.items():
        chunk, band = map(int, part.split("-"))
        layers = [*index["first_layer_of_band"], len(names)][band : band + 2]
        held = [
            filled
            for filled in range(space.n_sets)
            if all((filled >> names.index(one) & 1) == (chunk >> bit & 1) for bit, one in enumerate(chosen))
            and layers[0] <= filled.bit_count() - chunk.bit_count() < max(layers[1], layers[0] + 1)
        ]
        metadata, values = values_of_part(content, space, held)
        assert metadata["part"] == part
        for (filled, extra, total), value in values.items():
            true = solution.value_of_state[space.state(space.page(filled, extra), total)]
            assert value == pytest.approx(true, abs=STEP / 2 + 1e-12)
        n_states += len(values)
    assert n_states == space.n_states


def test_a_turn_needs_the_parts_of_the_sets_with_one_category_more():
    solution = solved("free joker")
    made = value_parts(solution, ("chance",))
    n_categories = solution.game.ruleset.n_categories
    for filled in range(2**n_categories):
        parts = set()
        for bit in range(n_categories):
            if not filled >> bit & 1:
                after = filled | 1 << bit
                layer = (after & 0b0111).bit_count()
                band = max(place for place, first in enumerate(made.split.first_layer_of_band) if first <= layer)
                parts.add((after >> 3, band))
        assert made.bytes_of_turn(filled) == sum(made.bytes_of_part[part] for part in parts)


def test_layers_of_few_sets_are_merged():
    assert first_layers(13) == (0, 4, 5, 6, 7, 8, 9, 10)
    assert first_layers(0) == (0,)
    assert first_layers(2) == (0, 1, 2)


def test_values_too_far_apart_are_rejected():
    assert count_from_base(np.array([400.0, 144.5]), "3-4")[0] == 144.5 / STEP
    with pytest.raises(DatasetError, match=r"the values of part '3-4', from 0.00 to 256.00, exceed 16 bits"):
        count_from_base(np.array([256.0, 0.0]), "3-4")


def test_the_same_game_produces_the_same_bytes():
    solution = solved("saved throws")
    assert value_parts(solution, ("chance",)).content == value_parts(solution, ("chance",)).content


@pytest.mark.parametrize(
    ("name", "options", "n_parts"),
    [
        ("maxi", {}, 1024),
        ("scandinavian-saved", {}, 512),
        ("yahtzee", {}, 8),
        ("yahtzee-forced", {"joker": "forced"}, 8),
    ],
)
def test_the_published_parts_belong_to_their_game(data, name, options, n_parts):
    rules = find_ruleset(name.removesuffix("-forced"), options)
    index, parts = open_parts((data / f"values-{name}.zip").read_bytes())
    assert len(parts) == n_parts == sum(map(len, index["bytes_of_part"]))
    for part in list(parts)[:: max(1, n_parts // 8)]:
        metadata, _ = read_part(parts[part])
        assert metadata["part"] == part
        for facts in (metadata, index):
            assert (facts["ruleset"], facts["n_dice"]) == (rules.name, str(rules.n_dice))
            assert json.loads(facts["options"]) == dict(rules.options)
            assert json.loads(facts["categories"]) == list(rules.category_names)
            assert (facts["threshold"], facts["bonus"], facts["theta"]) == (str(rules.threshold), str(rules.bonus), "0")


def test_the_weights_of_the_games(data):
    frame = pa.ipc.open_file(data / "browser_games.arrow").read_all().to_pandas().set_index("game")
    assert frame.reachable_states.to_dict() == {
        "maxi": 57_507_840, "scandinavian-saved": 24_335_360, "yahtzee": 536_448, "yahtzee-forced": 536_448,
    }  # fmt: skip
    assert frame.start_value.tolist() == pytest.approx([394.557506820, 280.410927555, 254.589609482, 254.587728734])
    assert (frame.largest_file_kilobytes <= frame.largest_turn_kilobytes).all()
    assert (frame.largest_turn_kilobytes < 500).all()
    for name, row in frame.iterrows():
        size = (data / f"values-{name}.zip").stat().st_size / 1e6
        assert size * 0.95 < row.total_megabytes < size
