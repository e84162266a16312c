"""Create a new project: a small essay that builds at once and can be changed step by step."""

from __future__ import annotations

from pathlib import Path

from site_builder.output.files import write_folder

STARTER = Path(__file__).resolve().parent / "starter"
BLANK = STARTER.with_name("blank")
# Stored under another name, so that no tool applies the file to this repository.
RENAMED = {"gitignore": ".gitignore"}
COMMAND = "python -m site_builder"


def new_project(folder: Path, is_blank: bool = False, command: str = COMMAND) -> list[Path]:
    """Write the starter project into a new or empty folder and return its files, relative to it.

    A blank project has one chapter and one figure, without the example. ``command`` is how the README calls the
    builder.

    Raises
    ------
    SiteError
        If the folder is not empty.
    """
    source = BLANK if is_blank else STARTER
    files = {
        RENAMED.get(name, name): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and (name := path.relative_to(source).as_posix())
    }
    files |= {
        name: content.replace(COMMAND.encode(), command.encode())
        for name, content in files.items()
        if name == "README.md"
    }
    write_folder(folder, files)
    return [Path(name) for name in files]
