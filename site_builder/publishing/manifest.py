"""The manifest while several scripts write it: each changes what is its own, and keeps what others wrote.

A script is ``unfinished`` from its first set on to its end, and those of its sets that were there before and are still
to be made anew are ``missing``; what is left of them at its end it makes no longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from site_builder.data.folder import SCHEMA_VERSION

Content = dict[str, Any]


def begun(content: object, is_there: Mapping[str, bool]) -> Content:
    """Return a manifest to add to: what was there, without sets of scripts that are gone.

    ``is_there`` tells of each script whether it is. What is no manifest of this form is begun anew.
    """
    if not isinstance(content, dict) or content.get("schema_version") != SCHEMA_VERSION:
        content = {}
    sets, inputs = content.get("sets"), content.get("inputs")
    sets = {name: entry for name, entry in (sets if isinstance(sets, dict) else {}).items() if isinstance(entry, dict)}
    inputs = [given for given in (inputs if isinstance(inputs, list) else []) if isinstance(given, dict)]
    gone = {script for script in scripts_of(inputs) if not is_there.get(script, False)}
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing"}},
        "schema_version": SCHEMA_VERSION,
        **without(content, "unfinished", gone),
        **without(content, "missing", {name for name, entry in sets.items() if entry.get("made_by") in gone}),
        "inputs": [given for given in inputs if given.get("of") not in gone],
        "sets": {name: entry for name, entry in sets.items() if entry.get("made_by") not in gone},
    }


def scripts_of(inputs: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the scripts that inputs are told of."""
    return list(dict.fromkeys(given["of"] for given in inputs if given.get("of")))


def with_sets(
    content: Content, script: str, sets: Mapping[str, Content], inputs: list[Content], made: Iterable[str]
) -> Content:
    """Return the manifest with sets of a script that runs; ``made`` names all that it has made until now."""
    former = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    still = [name for name in former if name not in made]
    others = [name for name in content.get("missing", ()) if name not in {*former, *sets}]
    unfinished = [name for name in content.get("unfinished", ()) if name != script]
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **({"unfinished": [*unfinished, script]} if script else listed("unfinished", unfinished)),
        **listed("missing", [*others, *(still if script else ())]),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": {**content["sets"], **sets},
    }


def finished(content: Content, script: str, inputs: list[Content], made: Iterable[str]) -> Content:
    """Return the manifest after a script has ended, without the sets that it makes no longer."""
    own = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    left = {name for name in own if name not in made}
    sets: Content = {}
    for name, entry in content["sets"].items():  # its own stand together, in the order in which it makes them
        sets |= {each: content["sets"][each] for each in made if each in own} if name in own else {name: entry}
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **without(content, "unfinished", {script}),
        **without(content, "missing", left),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": sets,
    }


def with_inputs(inputs: list[Content], script: str, own: list[Content]) -> list[Content]:
    """Return the inputs of all scripts, with those of one in place of what it had."""
    return [*(given for given in inputs if not script or given.get("of") != script), *own]


def without(content: Mapping[str, Any], key: str, names: set[str]) -> Content:
    """Return a list of names without some; nothing if none is left."""
    given = content.get(key)
    return listed(key, [name for name in given if name not in names] if isinstance(given, list) else [])


def listed(key: str, names: list[str]) -> Content:
    """Return a list of names under its key, if there are any."""
    return {key: names} if names else {}
