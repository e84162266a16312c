import pytest

from site_builder.pipeline.build import build_files
from site_builder.settings.site_toml import require_tag
from tests.site_builder.conftest import SITES

GOOD = ["en", "EN", "de", "pt-BR", "es-419", "zh-Hant", "zh-Hant-TW", "sl-rozaj-biske", "de-CH-1996", "haw", "en-x-sea"]


@pytest.mark.parametrize("tag", GOOD)
def test_tags_of_languages_are_taken(tag):
    assert require_tag(tag) == tag


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("english", "write 'en'"),
        ("Norwegian Bokmål", "write 'nb'"),
        ("en_GB", "write 'en-GB'"),
        ("xx", "write a code such as 'en'"),
        ("", "write a code such as 'en'"),
        ("en-", "write a code such as 'en'"),
        ("en GB", "write a code such as 'en'"),
        ("Deutsch", "write a code such as 'en'"),
    ],
)
def test_invalid_language_tags_are_rejected_with_a_fix(text, suggestion):
    with pytest.raises(ValueError, match=f"^{text!r} is not a tag of a language; {suggestion}"):
        require_tag(text)


def test_an_invalid_language_is_reported_in_the_settings(make_project, memo):
    site = (SITES / "_base" / "content" / "site.toml").read_text().replace('"en"', '"english"')
    (problem,) = build_files(make_project(files={"content/site.toml": site}), memo, complete=False).problems
    assert (problem.path, problem.line, problem.column) == ("content/site.toml", 3, 13)
    assert problem.message == "'language': 'english' is not a tag of a language; write 'en'"
