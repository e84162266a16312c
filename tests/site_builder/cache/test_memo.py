"""Cached objects stay while builds use them, and are dropped afterwards."""

from __future__ import annotations

import pytest

from site_builder.cache.results import KEPT_BUILDS, Memo, digest_of


def never() -> str:
    raise AssertionError("made again")


def test_used_results_stay_and_unused_ones_are_dropped():
    memo = Memo()
    for name in ("used", "unused"):
        memo.get("stage", name, lambda: "made")
    for _ in range(KEPT_BUILDS + 1):
        memo.begin()
        assert memo.get("stage", "used", never) == "made"
    assert not memo.knows("stage", "unused")


def test_a_result_keeps_its_inputs():
    memo = Memo()
    memo.get("page", 1, lambda: memo.get("formula", "x", lambda: "<math>"))
    for _ in range(KEPT_BUILDS + 1):
        memo.begin()
        memo.get("page", 1, never)
    assert memo.knows("formula", "x")


def test_failures_are_not_cached():
    memo = Memo()
    with pytest.raises(AssertionError, match="made again"):
        memo.get("stage", "x", never)
    assert memo.get("stage", "x", lambda: "made") == "made"


def test_digests_separate_their_parts():
    assert digest_of("ab", "c") != digest_of("a", "bc")
    assert digest_of(b"ab", "c") != digest_of("ab", b"c")
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
