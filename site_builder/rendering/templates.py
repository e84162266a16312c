"""The engine's templates of pages and their parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from site_builder.reuse.fingerprint import digest_folder
from site_builder.reuse.memo import Memo
from site_builder.syntax.apostrophes import curved


class Templates:
    """The templates of a folder, read once; ``digest`` is a short name for all of them."""

    def __init__(self, folder: Path, memo: Memo) -> None:
        self.digest = digest_folder(folder)
        self._templates = memo.get("templates", self.digest, lambda: load_templates(folder))

    def fill(self, template: str, /, **values: Any) -> str:
        """Return a filled template."""
        return Markup(self._templates.get_template(template).render(values))


def load_templates(folder: Path) -> Environment:
    """Return the templates of a folder; texts are escaped unless they are marked as HTML."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["curved"] = curved
    environment.filters["tojson_attribute"] = lambda value: json.dumps(value, sort_keys=True, ensure_ascii=False)
    return environment
