"""``[app]`` of ``site.toml``: pages that are kept on a reader's device and work without a network."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, ConfigDict, Field

COLOR = r"^#([0-9a-fA-F]{3}){1,2}$"


class App(BaseModel):
    """The pages that come along, the first of them unless ``start`` names another; the others stay on the network."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(min_length=1)
    pages: list[str] = Field(min_length=1)
    start: str = ""
    color: str | None = Field(default=None, pattern=COLOR)
    background: str | None = Field(default=None, pattern=COLOR)

    @property
    def files(self) -> list[str]:
        """Return the pages as they are published."""
        return [page_file(name) for name in self.pages]

    @property
    def first_file(self) -> str:
        """Return the page that the app opens with."""
        return page_file(self.start or self.pages[0])


def page_file(chapter: str) -> str:
    """Return the page of a file of ``content/chapters``."""
    return chapter.removesuffix(".md") + ".html"


def mistakes_in(app: App, chapters: list[str]) -> list[tuple[str, str, str]]:
    """Return what the site does not have: key, name and message."""
    found = [("pages", name, f"{name!r} is no page of the site") for name in app.pages if name not in chapters]
    found += [
        ("pages", name, f"{name!r} is listed twice")
        for name in sorted(name for name, count in Counter(app.pages).items() if count > 1)
    ]
    if app.start and app.start not in app.pages:
        found.append(("start", app.start, f"the app does not hold {app.start!r}, the page that it starts with"))
    return found
