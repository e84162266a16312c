"""Vega measures labels with the font that it includes, and with other fonts of the system."""

import os
import sys
from pathlib import Path

import pytest

from site_builder.charts import vega


def test_folders_of_fonts_leave_out_the_included_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for file in (".fonts/liberation/LiberationSans-Bold.ttf", ".fonts/mine/Own.ttf", ".local/share/fonts/Other.otf"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).touch()
    own = [Path(folder) for folder in vega.font_folders() if Path(folder).is_relative_to(tmp_path)]
    assert own == [tmp_path / ".fonts/mine", tmp_path / ".local/share/fonts"]


def test_programs_started_later_see_all_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.delenv(vega.CONFIGURATION, raising=False)
    monkeypatch.setattr("vl_convert.register_font_directory", lambda _: seen.append(os.environ[vega.CONFIGURATION]))
    vega.load_fonts.__wrapped__()
    assert len(seen) == (1 if sys.platform == "linux" else 0)  # other systems have no such setting
    assert vega.CONFIGURATION not in os.environ
