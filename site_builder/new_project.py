"""Begin a project: a small essay of its own that builds at once, to be changed piece by piece."""

from __future__ import annotations

from pathlib import Path

from site_builder.output.files import write_folder

STARTER = Path(__file__).resolve().parent / "starter"
BLANK = STARTER.with_name("blank")
# Kept under a name that no tool takes for its own.
RENAMED = {"gitignore": ".gitignore"}
COMMAND = "python -m site_builder"


def new_project(folder: Path, is_blank: bool = False, command: str = COMMAND) -> list[Path]:
    """Write the starter project into a new or empty folder and return its files, relative to it.

    A blank one has one chapter and one figure, and nothing to be cleared away. Its README names the builder as
    ``command``, which its author calls it by.

    Raises
    ------
    SiteError
        If the folder holds anything.
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
