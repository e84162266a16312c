"""Each setting is documented, and no other."""

from __future__ import annotations

import pytest

from site_builder.checks.weights import known_budgets
from site_builder.settings.keys import MODELS, keys_of, meanings
from site_builder.settings.site_toml import known_keys


def test_every_key_has_a_meaning_and_every_meaning_a_key() -> None:
    expected = {name: list(model.model_fields) for name, model in MODELS.items()}
    assert {name: list(told) for name, told in meanings().items()} == expected | {"budgets": list(known_budgets())}


def test_every_table_of_the_settings_is_documented() -> None:
    assert {tuple(keys) for keys in known_keys().values()} <= {tuple(model.model_fields) for model in MODELS.values()}


@pytest.mark.parametrize(
    ("table", "name", "form", "default"),
    [
        ("site", "title", "text", None),
        ("site", "language", "text", '"en"'),
        ("site", "strict_numbers", "true or false", "false"),
        ("site", "chapters", "list of texts", None),
        ("site", "data", "list of tables", ""),
        ("site", "url", "text", ""),
        ("rewards", "adds", "whole number", None),
        ("chapter", "date", "date", ""),
        ("quotation", "value", "number or text", None),
    ],
)
def test_type_and_default_are_those_of_the_model(table: str, name: str, form: str, default: str | None) -> None:
    key = next(key for key in keys_of(table) if key.name == name)
    assert (key.form, key.default) == (form, default)
