"""Cached objects stay while builds use them, and are dropped afterwards."""

from __future__ import annotations

import pytest

from site_builder.cache.results import KEPT_BUILDS, Memo, digest_of


def never() -> str:
    raise AssertionError("made again")


def test_what_a_build_uses_stays_and_what_it_does_not_is_forgotten():
    memo = Memo()
    for name in ("used", "unused"):
        memo.get("stage", name, lambda: "made")
    for _ in range(KEPT_BUILDS + 1):
        memo.begin()
        assert memo.get("stage", "used", never) == "made"
    assert not memo.knows("stage", "unused")


def test_a_result_keeps_what_went_into_it():
    memo = Memo()
    memo.get("page", 1, lambda: memo.get("formula", "x", lambda: "<math>"))
    for _ in range(KEPT_BUILDS + 1):
        memo.begin()
        memo.get("page", 1, never)
    assert memo.knows("formula", "x")


def test_what_fails_is_not_kept():
    memo = Memo()
    with pytest.raises(AssertionError, match="made again"):
        memo.get("stage", "x", never)
    assert memo.get("stage", "x", lambda: "made") == "made"


def test_digests_tell_where_one_part_ends():
    assert digest_of("ab", "c") != digest_of("a", "bc")
    assert digest_of(b"ab", "c") != digest_of("ab", b"c")
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
