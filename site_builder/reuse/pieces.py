"""What takes time to make, kept from one build of a project to the next: what the last one used, in one file."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from site_builder.reuse.kept import keep, read_kept
from site_builder.reuse.known import Known
from site_builder.reuse.memo import Key, Made, Memo, digest_of

PLACE = Path("build") / ".pieces"
# Their keys name all that they are made from but the builder, and what else the file as a whole is made from.
STAGES = frozenset(
    {"body", "chart", "still", "weights", "search", "scripts", "styles", "csv", "app-icons", "app-scripts"}
)


class Piece(NamedTuple):
    """A result, pickled, and the names of others that went into it."""

    content: bytes
    parts: tuple[str, ...]


class KeptMemo(Memo):
    """Results of this build, and those of the last one whose site was made from the same but for texts and scripts."""

    def __init__(self, project: Path, known: Known, made_from: str) -> None:
        super().__init__(known)
        self._place, self._made_from = project / PLACE, made_from
        self._pieces: dict[str, Piece] = {}
        kept = read_kept(self._place)
        if kept is not None and kept.startswith(made_from.encode()):
            self._pieces = pickle.loads(kept[len(made_from.encode()) :])

    @property
    def is_empty(self) -> bool:
        """Tell whether all is still to be made."""
        return super().is_empty and not self._pieces

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``, made now if it was not made before, nor by the last build."""
        piece = self._pieces.get(name_of((stage, key))) if stage in STAGES else None
        made: Made = super().get(stage, key, make if piece is None else partial(pickle.loads, piece.content))
        return made

    def knows(self, stage: str, key: Hashable) -> bool:
        """Tell whether the result for ``key`` was made before."""
        return super().knows(stage, key) or (stage in STAGES and name_of((stage, key)) in self._pieces)

    def keep(self) -> None:
        """Keep the pieces that this build has used, and those that went into them."""
        pieces: dict[str, Piece] = {}
        for key, entry in self._kept.items():
            if key[0] in STAGES:
                name = name_of(key)
                made_now = partial(Piece, parts=tuple(map(name_of, self._parts_of(entry.parts))))
                pieces[name] = self._pieces.get(name) or made_now(pickle.dumps(entry.made))
        waiting = [part for piece in pieces.values() for part in piece.parts]
        while waiting:
            name = waiting.pop()
            if name not in pieces and name in self._pieces:
                pieces[name] = self._pieces[name]
                waiting += pieces[name].parts
        if pieces.keys() != self._pieces.keys():
            keep(self._place, self._made_from.encode() + pickle.dumps(pieces))

    def _parts_of(self, keys: Iterable[Key]) -> set[Key]:
        """Return which of some results are kept, and those that went into the others."""
        found = set[Key]()
        for key in keys:
            entry = self._kept.get(key)
            found |= {key} if key[0] in STAGES else self._parts_of(entry.parts) if entry else set()
        return found


def name_of(key: Key) -> str:
    """Return a short name for a stage and a key that is made of texts."""
    return digest_of(key[0], repr(key[1]))
