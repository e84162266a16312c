"""How large a table may be, and the error of a file that is no table that can be read."""

from __future__ import annotations

from dataclasses import dataclass, replace

# A cell takes some 50 bytes as a value of Python.
MOST_CELLS, MOST_COLUMNS = 10_000_000, 5_000
LARGEST_BYTES = 100_000_000
LARGEST_TABLE = 300_000_000
SMALLER = "publish what the pages show: fewer rows or columns, or sums over them; other data are an asset"


@dataclass
class TableError(Exception):
    """A file that cannot be read as a table, or one column of it in one way only.

    ``message`` goes on after the name of the file. ``line`` and ``column`` count from 1; line 0 is the whole file.
    ``cells`` is the number of cells in the head of a CSV file.
    """

    message: str
    line: int = 0
    column: int = 1
    suggestion: str = ""
    source: str = ""
    cells: int = 0

    def with_source(self, text: str) -> TableError:
        """Return the error with its line of the text."""
        lines = text.split("\n", self.line)
        return replace(self, source=lines[self.line - 1] if 0 < self.line <= len(lines) else "")


def require_few_cells(rows: int, columns: int) -> None:
    """Raise a TableError for a table of more cells or columns than pages can be made from."""
    if columns > MOST_COLUMNS:
        raise TableError(f"has {columns:,} columns; more than {MOST_COLUMNS:,}", suggestion=SMALLER)
    if rows * columns > MOST_CELLS:
        size = f"{rows:,} rows and {columns:,} column{'' if columns == 1 else 's'}"
        raise TableError(f"has {size}; more than {MOST_CELLS:,} cells", suggestion=SMALLER)
