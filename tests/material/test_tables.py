# ruff: noqa: E501
"""Data sets of authors: what CSV files mean, how tables are sorted, which row a value is taken from."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from html import unescape
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from tests.material.conftest import PUBLISH, Author

NAN, INF = float("nan"), float("inf")
MINUS = "\N{MINUS SIGN}"


def with_files(author: Author, files: Mapping[str, bytes]) -> None:
    """Add files as data sets, each called like its file."""
    entries = {}
    for file, content in files.items():
        author.write({f"build/data/{file}": content})
        digest = hashlib.sha256(content).hexdigest()
        entries[file.partition(".")[0]] = {"kind": "table", "file": file, "sha256": digest}
    author.write({"build/data/manifest.json": json.dumps({"schema_version": 1, "sets": entries}, indent=1)})


def with_columns(author: Author, columns: Mapping[str, Any]) -> None:
    """Add columns as the data set ``t``."""
    with_files(author, {"t.arrow": arrow(pa.table(columns))})


def arrow(table: pa.Table, **options: Any) -> bytes:
    """Return a table as an Arrow file."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def tables_in(page: str) -> list[list[list[str]]]:
    """Return the cells of each table of a page, row by row."""
    bodies = re.findall("<tbody>(.*?)</tbody>", unescape(page), re.DOTALL)
    rows = [re.findall("<tr>(.*?)</tr>", body, re.DOTALL) for body in bodies]
    return [[re.findall("<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in body] for body in rows]


def tables(names: Sequence[str], options: str = "") -> str:
    """Return a chapter with tables of data sets."""
    return "".join(f"\n:::table{{data={name} {options}}}\nA table.\n:::\n" for name in names)


CSV = {
    "plain": ("a,b\n1,x\n2,y\n", [["1", "x"], ["2", "y"]]),
    "byte order mark, ends of lines of Windows, blank last lines": ("\ufeffa,b\r\n1,x\r\n\r\n\r\n", [["1", "x"]]),
    "ends of lines of old computers": ("a,b\r1,x\r2,y\r", [["1", "x"], ["2", "y"]]),
    "post codes": ("code\n00501\n12345\n", [["00501"], ["12345"]]),
    "codes of different lengths": ("code\n007\n7\n", [["007"], ["7"]]),
    "telephone numbers": ("phone\n+46701234567\n+4681\n", [["+46701234567"], ["+4681"]]),
    "signed numbers": ("change\n+1.5\n-2\n", [["1.5"], [f"{MINUS}2.0"]]),
    "kinds of zero": ("x\n0\n0.5\n-0.5\n1e5\n", [["0.0"], ["0.5"], [f"{MINUS}0.5"], ["100,000.0"]]),
    "more digits than a whole number of the machine": ("id\n12345678901234567890\n", [["12,345,678,901,234,567,890"]]),
    "more digits than any number": (f"id\n{'9' * 50}\n", [["9" * 50]]),
    "semicolons and decimal commas": ("Namn;Längd\nÅsa;1,75\nBo;1,8\n", [["Åsa", "1.75"], ["Bo", "1.80"]]),
    "semicolons and decimal points": ("Namn;Längd\nÅsa;1.75\n", [["Åsa", "1.75"]]),
    "semicolons and points between thousands": ("a;b\n1.234,5;x\n10.001,25;y\n", [["1,234.50", "x"], ["10,001.25", "y"]]),
    "tabs": ("Namn\tLängd\nÅsa\t1,75\n", [["Åsa", "1.75"]]),
    "Excel's line for the delimiter": ("sep=;\na;b\n1;2\n", [["1", "2"]]),
    "no-break spaces between thousands": ("n;m\n1\u00a0234;1\u202f234,5\n", [["1234", "1,234.5"]]),
    "spaces between some thousands": ("n;m\n950;a\n1 234;b\n", [["950", "a"], ["1,234", "b"]]),
    "a minus sign": (f"n\n{MINUS}5\n3\n", [[f"{MINUS}5"], ["3"]]),
    "a dash for a minus sign": ("n;m\n\u20135,5;1\n3;\u2013\n", [[f"{MINUS}5.5", "1"], ["3.0", ""]]),
    "quotes inside": ('a,b\n1,"say ""hi"", twice"\n', [["1", 'say "hi", twice']]),
    "an end of line inside": ('a,b\n1,"x\ny"\n2,z\n', [["1", "x\ny"], ["2", "z"]]),
    "no value in a column of numbers": ("a,b\nNA,1\n-,2\n,3\n5,4\n", [["", "1"], ["", "2"], ["", "3"], ["5", "4"]]),
    "words for no value in a column of texts": ("land,n\nNA,1\n-,2\n", [["NA", "1"], ["-", "2"]]),
    "numbers of the rows, as R and pandas write them": (",a\n0,5\n1,6\n", [["5"], ["6"]]),
    "an empty column behind the last delimiter": ("a,b,\n1,2,\n", [["1", "2"]]),
    "lines of a spreadsheet without a value": ("a;b;\n1;2;\n;;\n3;4;\n;;\n", [["1", "2"], ["3", "4"]]),
    "spaces around heads and cells": (" a , b\n 1 , x y \n", [["1", "x y"]]),
    "heads of other case": ("n,N\n1,2\n", [["1", "2"]]),
    "a head with a semicolon": ("name,notes (a;b)\nx,y\n", [["x", "y"]]),
    "days": ("day\n2026-01-02\n", [["2026-01-02"]]),
    "times": ("at,moment\n08:30,2026-01-02 08:30\n", [["08:30:00", "2026-01-02 08:30:00"]]),
    "moments with an offset": ("at\n2026-07-02T00:30:00+02:00\n", [["2026-07-02 00:30:00+02:00"]]),
    "truth": ("a\ntrue\nFALSE\n", [["yes"], ["no"]]),
    "versions": ("v\n1.2.3\n1.2\n", [["1.2.3"], ["1.2"]]),
    "post codes with a space": ("code\n123 45\nSW1A 1AA\n", [["123 45"], ["SW1A 1AA"]]),
    "telephone numbers in groups": ("a;b\n+46 701 234 567;x\n+46701234568;y\n", [["+46 701 234 567", "x"], ["+46701234568", "y"]]),
    "telephone numbers with a hyphen": ("phone\n08-123 456\n070-1234567\n", [["08-123 456"], ["070-1234567"]]),
    "genes": ("gene\nMAR1\nSEPT2\n1-Mar\n", [["MAR1"], ["SEPT2"], ["1-Mar"]]),
    "identifiers of digits and letters": ("id\n1E5\n2A1\n3C7\n", [["1E5"], ["2A1"], ["3C7"]]),
    "numbers of other systems": ("id\n0x1F\n1_000\n\N{FULLWIDTH DIGIT ONE}\n", [["0x1F"], ["1_000"], ["\N{FULLWIDTH DIGIT ONE}"]]),
    "truth, and no value": ("a,b\nTRUE,1\nNA,2\nfalse,3\n", [["yes", "1"], ["", "2"], ["no", "3"]]),
    "words for truth": ("a\nyes\nTRUE\n", [["yes"], ["TRUE"]]),
    "numbers with an exponent and a decimal comma": ("a;b\n1,5E+03;x\n2,5E-01;y\n", [["1,500.00", "x"], ["0.25", "y"]]),
    "commas between thousands": ('a,b\n"1,234.5",x\n', [["1,234.5", "x"]]),
    "bars": ("a|b\n1|x\n", [["1", "x"]]),
    "a bar in a head": ("a,P(x|y)\n1,2\n", [["1", "2"]]),
    "times of other forms": ("at\n8:30\n14:00\n", [["8:30"], ["14:00"]]),
    "months": ("at\n2024-01\n2024-02\n", [["2024-01"], ["2024-02"]]),
}  # fmt: skip


def test_csv_is_read_as_it_was_meant(author: Author) -> None:
    names = {kind: f"t{number}" for number, kind in enumerate(CSV)}
    with_files(author, {f"{name}.csv": CSV[kind][0].encode() for kind, name in names.items()})
    author.chapter(tables(list(names.values())))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert dict(zip(CSV, tables_in(built.page()), strict=True)) == {kind: rows for kind, (_, rows) in CSV.items()}


REFUSED = {
    "latin-1": (
        "ort\nBär\n".encode("latin-1"), 2, 2, "the file is not UTF-8: byte 0xE4",
        'CSV UTF-8\', in R with fileEncoding = \'UTF-8\'; or write encoding = "cp1252" or "mac_roman" under [csv.t0] in site.toml',
    ),
    "cp1252": ("a,b\n1,2\n3,€\n".encode("cp1252"), 3, 3, "the file is not UTF-8: byte 0x80", "CSV UTF-8"),
    "UTF-16": ("a,b\n1,2\n".encode("utf-16"), 1, 1, "the file is UTF-16", 'encoding = "utf-16" under [csv.t2]'),
    "a workbook": (b"PK\x03\x04 and so on", 1, 1, "the file is a workbook or an archive", "CSV UTF-8"),
    "a control character": (b"a\nx\x00y\n", 2, 2, "U+0000 is a control character", "spaces, tabs"),
    "two heads": (b"a,b,a\n1,2,3\n", 1, 1, "two columns have the head 'a'", "rename one"),
    "heads that differ by spaces": (b"a, a \n1,2\n", 1, 1, "two columns have the head 'a'", "rename one"),
    "no head": (b"a,\n1,2\n", 1, 1, "column 2 has no head", "name it"),
    "a title as Excel writes it": (b"Sales;;\n;;\na;b;c\n1;2;3\n", 1, 1, "column 2 has no head", "remove a title"),
    "too few cells": (b"a,b\n1,2\n3\n", 3, 1, "the row has 1 cell, and the head in line 1 has 2 cells", "in quotes"),
    "too many cells": (b"a,b\n1,2\n\n3,4,5\n", 4, 1, "the row has 3 cells, and the head in line 1", "in quotes"),
    "a decimal comma between commas": (b"a\n1,5\n", 2, 1, "the row has 2 cells", "write numbers as 1234.5"),
    "a title": (b"Waits in 2026\na,b\n1,2\n", 2, 1, "the row has 2 cells", "remove line 1 if it is a title"),
    "a title over semicolons": (b"Waits\nx;1\ny;2\n", 1, 1, "split by semicolons, and the head is not", "title"),
    "a comment": (b"# Waits\na\n1\n", 1, 1, "the file begins with a comment", "remove the line"),
    "a comment among the rows": (b"a,b\n1,2\n# end\n", 3, 1, "the row has 1 cell", "if it is a comment"),
    "two delimiters": ("Ort;Längd (m, medel)\nÅsa;1,75\n".encode(), 1, 1, "by commas and by semicolons", 'delimiter = "," or ";" under'),
    "two decimal signs": (b"a;b\n1,5;2.5\n", 2, 1, "'b' has decimal points, and 'a' has decimal commas", 'decimal = "," or "."'),
    "an open quote": (b'a,b\n1,"x\n2,3\n', 2, 1, "a quote is never closed", '"say ""hi"""'),
    "a very long cell": (b'a,b\n1,"' + b"x" * 200_000, 2, 1, "a cell has more than 131,072 characters", '"say ""hi"""'),
    "text after a quote": (b'a,b\n1,"x" y\n', 2, 1, "goes on after its closing quote", '"say ""hi"""'),
    "an error of a spreadsheet": (b"a\n1\n#DIV/0!\n", 3, 1, "#DIV/0!, an error of the spreadsheet", "the formula"),
}  # fmt: skip


def test_csv_that_cannot_be_read_safely_is_an_error_at_its_line(author: Author) -> None:
    files = {f"t{number}.csv": case for number, case in enumerate(REFUSED.values())}
    with_files(author, {file: content for file, (content, *_) in files.items()})
    built = author.build()
    found = {problem["path"].rpartition("/")[2]: problem for problem in built.problems}
    assert built.code == 1
    assert found.keys() == files.keys()
    for file, (_, line, column, message, remedy) in files.items():
        problem = found[file]
        assert (problem["severity"], problem["code"]) == ("error", "data-csv")
        assert (problem["line"], problem["column"]) == (line, column), problem
        assert message in problem["message"]
        assert remedy in problem["suggestion"]


DOUBTS = {
    "a comma in quotes": ('a,b\nx,"1,75"\n', 2, "'b' is read as text: '1,75' can be read in several ways"),
    "thousands or decimals": ("a\tb\nx\t1,234\n", 2, "'b' is read as text: '1,234' can be read in several ways"),
    "points between thousands": ("a;b\nx;1.234\n", 2, "'b' is read as text: '1.234' can be read in several ways"),
    "numbers or codes with spaces": ("a;b\nx;1 234\ny;2 345\n", 2, "'1 234' can be read in several ways"),
    "two decimal signs in a column": ('a,b\nx,1.5\ny,"1,5"\n', 3, "'1,5' can be read in several ways"),
    "days of another order": ("day\n02/01/2026\n", 2, "'02/01/2026' can be read as different days"),
    "days of two orders": ("day\n2026-01-02\n02/01/2026\n", 3, "'02/01/2026' can be read as different days"),
    "a day that does not exist": ("day\n2026-02-30\n", 2, "'2026-02-30' does not exist"),
    "a note among numbers": ("n\n" + "".join(f"{n}\n" for n in range(20)) + "12*\n", 22, "'12*' is not a number"),
    "days as they are written in America": ("day\n02/03/2024\n", 2, "'02/03/2024' can be read as different days"),
    "prices": ("a\n$5\n$6.50\n", 2, "'a' is read as text: '$5' has a sign beside its number"),
    "negative prices": ("a\n$5\n-$6.50\n", 2, "'a' is read as text: '$5' has a sign beside its number"),
    "some percent": ("a\n5 %\n6\n", 2, "'a' is read as text: '5 %' has a sign beside its number"),
    "negative amounts of a spreadsheet": ("a\n5\n(6.50)\n", 3, "'a' is read as text: '(6.50)' is in brackets"),
    "percent": ("a;b\n5 %;x\n6,5 %;y\n", 2, "'a' is read as text: '5 %' has a sign beside its number"),
    "versions of two numbers": ("v\n1.1\n1.9\n1.10\n", 4, "'v' is read as numbers: '1.10' and '1.1' are one number"),
    "identifiers with an E": ("id\n123\n1E5\n", 3, "'id' is read as numbers: '1E5' is read with an exponent"),
    "a time that does not exist": ("at\n24:30\n", 2, "'24:30' does not exist"),
    "offsets of summer and winter": (
        "at\n2026-07-02T00:30+02:00\n2026-12-02T00:30+01:00\n", 2, "'at' has times with different offsets from UTC"
    ),
}  # fmt: skip


def test_a_column_that_may_be_meant_otherwise_is_a_warning(author: Author) -> None:
    files = {f"t{number}.csv": case for number, case in enumerate(DOUBTS.values())}
    with_files(author, {file: text.encode() for file, (text, *_) in files.items()})
    built = author.build()
    found = {problem["path"].rpartition("/")[2]: problem for problem in built.problems}
    assert built.code == 0
    assert found.keys() == files.keys()
    for file, (_, line, message) in files.items():
        problem = found[file]
        assert (problem["severity"], problem["code"], problem["line"]) == ("warning", "data-text", line), problem
        assert message in problem["message"]
        assert problem["suggestion"].endswith(f"] under [csv.{file.removesuffix('.csv')}] in site.toml")
    settled = [re.search(r"write (text = .*) under (.*) in site.toml", one["suggestion"]) for one in built.problems]
    author.settings("".join(f"{advice[2]}\n{advice[1]}\n" for advice in settled if advice))
    author.chapter(tables([file.removesuffix(".csv") for file in files]))
    built = author.build()
    assert (built.code, built.problems) == (0, [])


# A file, what site.toml states of it, and its cells.
STATED = {
    "Excel in Sweden": ("Namn;Längd\nÅsa;1,75\n".encode("cp1252"), 'encoding = "cp1252"', [["Åsa", "1.75"]]),
    "an older Mac": ("ort\nÖrebro\n".encode("mac_roman"), 'encoding = "mac_roman"', [["Örebro"]]),
    "DOS": ("ort\nÅmål\n".encode("cp850"), 'encoding = "cp850"', [["Åmål"]]),
    "Unicode text of Excel": ("a\tb\nÅ\t2\n".encode("utf-16"), 'encoding = "utf-16"', [["Å", "2"]]),
    "UTF-16 without a mark": ("a\nÅ\n".encode("utf-16-le"), 'encoding = "UTF-16-LE"', [["Å"]]),
    "Japanese": ("都市\n東京\n".encode("shift_jis"), 'encoding = "shift_jis"', [["東京"]]),
    "what would be derived": ("\ufeffa;b\nÅ;2\n".encode(), 'encoding = "utf-8"\ndelimiter = ";"\ndecimal = "."', [["Å", "2"]]),
    "two delimiters": ("Ort;Längd (m, medel)\nÅsa;1,75\n".encode(), 'delimiter = ";"', [["Åsa", "1.75"]]),
    "colons": (b"a:b\n1:2\n", 'delimiter = ":"', [["1", "2"]]),
    "tabs beside semicolons": (b"a;\tb\n1;\t2\n", 'delimiter = "\\t"', [["1;", "2"]]),
    "a comma in quotes": (b'a,b\nx,"1,75"\n', 'decimal = ","', [["x", "1.75"]]),
    "thousands": (b"a\tb\nx\t1,234\n", 'decimal = "."', [["x", "1234"]]),
    "decimals": (b"a\tb\nx\t1,234\n", 'decimal = ","', [["x", "1.234"]]),
    "points between thousands": (b"a;b\nx;1.234\ny;5\n", 'decimal = ","', [["x", "1,234"], ["y", "5"]]),
    "decimal points and semicolons": (b"a;b\nx;1.234\n", 'decimal = "."', [["x", "1.234"]]),
    "numbers with spaces": (b"a;b\nx;1 234\n", 'decimal = ","', [["x", "1234"]]),
    "versions that are numbers": (b"v\n1.1\n1.10\n", 'decimal = "."', [["1.1"], ["1.1"]]),
    "versions": (b"v\n1.1\n1.10\n", 'text = ["v"]', [["1.1"], ["1.10"]]),
    "numbers of books": (b"isbn,n\n9789113103266,1\n", 'text = ["isbn"]', [["9789113103266", "1"]]),
    "codes beside a decimal comma": (b"code;x\n007;1,5\n+46701;2\n", 'decimal = ","', [["007", "1.5"], ["+46701", "2.0"]]),
    "an empty column": (b"a,b\n1,\n", 'text = ["b"]', [["1", ""]]),
}  # fmt: skip


def test_ambiguous_formats_of_csv_files_are_set_in_the_settings(author: Author) -> None:
    names = {kind: f"t{number}" for number, kind in enumerate(STATED)}
    with_files(author, {f"{names[kind]}.csv": content for kind, (content, *_) in STATED.items()})
    settings = {names[kind]: options for kind, (_, options, _) in STATED.items()}
    author.settings("".join(f"[csv.{name}]\n{options}\n" for name, options in settings.items()))
    author.chapter(tables(list(names.values())))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    cells = {kind: rows for kind, (*_, rows) in STATED.items()}
    assert dict(zip(STATED, tables_in(built.page()), strict=True)) == cells
    settings[names["thousands"]] = 'decimal = ","'
    author.settings("".join(f"[csv.{name}]\n{options}\n" for name, options in settings.items()))
    assert dict(zip(STATED, tables_in(author.build().page()), strict=True)) == cells | {"thousands": [["x", "1.234"]]}


WRONG = {  # what is wrong is in the file, at a line, or in site.toml at line 0
    'encoding = "cp1252"': ("a\nÅ\n".encode(), 1, "the file is UTF-8, not cp1252", 'remove encoding = "cp1252"'),
    'encoding = "latin-1"': (b"\xef\xbb\xbfa\n1\n", 1, "the file is UTF-8, not latin-1", "remove encoding"),
    'encoding = "CP1252"': (b"a\n1\n\x81\n", 3, "the file is not CP1252: byte 0x81", 'encoding = "cp1252" or'),
    'encoding = "mac_roman"': ("a\nÅ\n".encode("utf-16"), 1, "is UTF-16, such as Excel's", 'write encoding = "utf-16" under'),
    'delimiter = ","': (b"a;b\n1;2\n", 1, "the rows are split by semicolons, and the head is not", "title"),
    'delimiter = ";"': (b"a;b\n1,2\n", 2, "the row has 1 cell", "in quotes"),
    'text = ["lenght"]': (b"length\n1\n", 1, "there is no column 'lenght'", "write 'length'"),
    'decimal = ";"': (b"a\n1\n", 0, "'csv.t7.decimal': the value has the wrong form", 'write "," or "."'),
    'delimiter = ";;"': (b"a\n1\n", 0, "'csv.t8.delimiter': the value has the wrong form", "write one character"),
    'encoding = "cp1525"': (b"a\n1\n", 0, "'cp1525' is not a text encoding", ""),
    'encoding = "base64"': (b"a\n1\n", 0, "'base64' is not a text encoding", ""),
    'separator = ";"': (b"a\n1\n", 0, "unknown key 'csv.t11.separator'", "choose one of: decimal, delimiter"),
}  # fmt: skip


def test_options_that_do_not_fit_are_errors(author: Author) -> None:
    names = {options: f"t{number}" for number, options in enumerate(WRONG)}
    with_files(author, {f"{names[options]}.csv": content for options, (content, *_) in WRONG.items()})
    in_files = {options: wrong for options, wrong in WRONG.items() if wrong[1]}
    for wanted in (WRONG.keys() - in_files.keys(), in_files):
        author.settings("".join(f"[csv.{names[options]}]\n{options}\n" for options in WRONG if options in wanted))
        problems = author.build().problems
        assert len(problems) == len(wanted)
        for options in wanted:
            _, line, message, remedy = WRONG[options]
            path = f"build/data/{names[options]}.csv" if line else "content/site.toml"
            (problem,) = (found for found in problems if message in found["message"] and found["path"] == path)
            assert problem["line"] == line or not line
            assert remedy in problem["suggestion"]
            assert problem["line"]


def test_options_of_no_csv_file_are_errors(author: Author) -> None:
    with_files(author, {"t.arrow": arrow(pa.table({"a": [1]})), "waits.csv": b"a\n1\n"})
    author.settings('[csv.t]\ndelimiter = ";"\n[csv.wait]\ndelimiter = ";"\n')
    found = [(problem["line"], problem["message"], problem["suggestion"]) for problem in author.build().problems]
    assert found == [
        (4, "the data have no CSV file 't'", "choose one of: waits"),
        (6, "the data have no CSV file 'wait'", "write 'waits'"),
    ]


def test_options_reach_charts_explorables_and_downloads(author: Author) -> None:
    with_files(author, {"t.csv": 'Namn;Längd\nÅsa;"1,750"\n'.encode("cp1252")})
    author.settings(
        '[csv.t]\nencoding = "cp1252"\ndecimal = ","\n[charts.c]\nfunction = "c.c"\ndata = ["t"]\nalt = "A."\n'
    )
    body = "assert list(t['Längd']) == [1.75], t"
    author.write({
        "content/charts/c.py": f"import altair\n\n\ndef c(t):\n    {body}\n    return altair.Chart(t).mark_point().encode(x='Längd')\n",
        "content/explorables/e.py": "from site_builder.explore import frame, slider\n\nx = slider(1, 2, label='X')\n\n\n"
        "t = frame('t')\n\n\ndef numbers(x, t):\n    return {'length': x * float(t['Längd'].sum())}\n\n\nsentence = '{length}'\n",
    })  # fmt: skip
    author.chapter(
        "\n:::chart{#c name=c}\nA chart.\n:::\n\n:::explore{#e name=e alt=x}\nA.\n:::\n\n::value[t.Längd Namn=Åsa]\n\n:::datasets\n:::\n"
    )
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert (built.site / "data/t.csv").read_text(encoding="utf-8") == "Namn,Längd\nÅsa,1.75\n"
    assert pa.ipc.open_file(built.site / "data/t.arrow").read_all().to_pydict() == {"Namn": ["Åsa"], "Längd": [1.75]}


# Each column in its order, with its ranks; "" has none and comes last.
MADRID, STOCKHOLM = (pa.timestamp("s", zone) for zone in ("Europe/Madrid", "Europe/Stockholm"))
SORTED = {
    "int64": [1700000000001, 1700000000002, 2**62, 2**62 + 1, None],
    "uint64": pa.array([1, 2**63, 2**64 - 2, 2**64 - 1], pa.uint64()),
    "decimal": [Decimal("0.1"), Decimal("0.10000000000000000000000000001"), Decimal("2"), None],
    "float": [-INF, -1.5, 0.1 + 0.2, 0.30000000000000010, 1e300, INF, NAN, None],
    "float32": pa.array([-1.5, 0.1, 0.3, 16777216.0], pa.float32()),
    "truth": [False, True, None],
    "day": [datetime.date(1999, 12, 31), datetime.date(2026, 1, 2), None],
    "moment": [datetime.datetime(2026, 1, 2, 9), datetime.datetime(2026, 1, 2, 10)],
    "summer time ends": pa.array([1792886400, 1792888200, 1792890000, 1792891800], STOCKHOLM),
    "duration": [datetime.timedelta(days=-1), datetime.timedelta(minutes=90), datetime.timedelta(days=1)],
    "text": ["9", "10", "a", "A", "ab", "Öl", "östra", "pier 9", "Pier 10", "Zebra", ""],
    "digits": ["1" * 5000, "2" * 5000],
    "list": [[1], [2]],
    "bytes": [b"x", b"y"],
}


def test_a_table_and_a_press_on_its_head_have_one_order(author: Author) -> None:
    def shuffled(values: Any) -> pa.Array:
        array = values if isinstance(values, pa.Array) else pa.array(values)
        return array.take(pa.array([*range(1, len(array), 2), *range(0, len(array), 2)]))

    columns = {f"t{number}": shuffled(values) for number, values in enumerate(SORTED.values())}
    with_files(author, {f"{name}.arrow": arrow(pa.table({"v": values})) for name, values in columns.items()})
    author.chapter(tables(list(columns), "sort=v") + tables(list(columns), "sort=-v") + tables(list(columns)))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert "None" not in built.page()
    bodies = re.findall("<tbody>(.*?)</tbody>", built.page(), re.DOTALL)
    ranks = [re.findall('<td(?:[^>]*? data-sort="(.*?)")?[^>]*>', body) for body in bodies]
    for number, (kind, values) in enumerate(SORTED.items()):
        empty = sum(value in (None, "") or value != value for value in pa.array(values).to_pylist())
        filled = [str(rank) for rank in range(len(values) - empty)]
        rising, falling, unsorted = ranks[number :: len(SORTED)]
        assert rising == filled + [""] * empty, kind
        assert falling == filled[::-1] + [""] * empty, kind
        assert sorted(unsorted) == sorted(rising), kind


def test_texts_are_sorted_by_the_language_of_the_site(author: Author) -> None:
    author.write({"content/site.toml": 'title = "Prov"\nlanguage = "sv"\nchapters = ["index.md"]\n'})
    words = ["Zebra", "åska", "Ähre", "öl"]
    with_columns(author, {"word": sorted(words), "n": [1, 1, 1, 1]})
    author.chapter(tables(["t"], "columns=word sort=word") + tables(["t"], "columns=word sort=n"))
    by_word, by_equal = ([row[0] for row in rows] for rows in tables_in(author.build().page()))
    assert (by_word, by_equal) == (words, sorted(words))


def test_lists_records_and_bytes_are_no_code_in_a_page(author: Author) -> None:
    columns: dict[str, Any] = {
        "list": [["a", "b"], [None]],
        "record": [{"at": 1.5, "of": None}, None],
        "bytes": [b"xy", None],
    }
    columns["deep"] = [[{"day": datetime.date(2026, 1, 2), "raw": b"x"}], None]
    with_columns(author, columns)
    author.chapter(tables(["t"]))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert tables_in(built.page()) == [
        [["a, b", "at: 1.5, of: ", "2 bytes", "day: 2026-01-02, raw: 1 byte"], ["", "", "", ""]]
    ]
    download = (built.site / "data" / "t.csv").read_text(encoding="utf-8")
    assert (
        download.splitlines()[1]
        == '"[""a"", ""b""]","{""at"": 1.5, ""of"": null}",7879,"[{""day"": ""2026-01-02"", ""raw"": ""78""}]"'
    )


VALUES = {
    "::value[t.name x=0.3]": "three",
    "::value[t.name x=.3]": "three",
    "::value[t.name x=+0.3]": "three",
    "::value[t.name x=3e-1]": "three",
    "::value[t.name x=-0]": "zero",
    "::value[t.name x=\N{MINUS SIGN}0.7]": "minus seven",
    "::value[t.name single=0.1]": "one",
    "::value[t.name single=0.7]": "minus seven",
    "::value[t.name n=3.0]": "three",
    "::value[t.name n=3e0]": "three",
    "::value[t.name price=1.5]": "one",
    "::value[t.single n=1]": "0.1",
    "::value[t.x n=0]{.1f}": "0.0",
    "::value[t.small n=0]{.1f}": "0.0",
    "::value[t.small n=1]{+.1f}": "+0.0",
    "::value[t.small n=3]{.0%}": "0%",
    "::value[t.small n=-7]": "0.0",
    "::value[t.price n=0]": "0.00",
    "::value[t.whole n=0]": "18,446,744,073,709,551,615",
    "::value[t.moment n=0]": "2026-07-02 00:30:00+02:00",
    "::value[t.moment n=0]{%-d %B %H:%M}": "2 July 00:30",
    "::value[t.name moment=2026-07-01T22:30Z]": "zero",
    "::value[t.name moment=2026-07-02T00:30]": "zero",
    "::value[t.name moment=2026-10-25T02:30+02:00]": "one",
    "::value[t.name moment=2026-10-25T01:30:00Z]": "three",
    "::value[t.name fine=2026-07-02T00:30:00.000001]": "zero",
}


def test_values_are_found_as_authors_write_them(author: Author) -> None:
    moments = [1782945000, 1792888200, 1792891800, 0]
    columns = {
        "name": ["zero", "one", "three", "minus seven"],
        "n": [0, 1, 3, -7],
        "x": [-0.0, 0.1, 0.1 * 3, -0.1 * 7],
        "single": pa.array([0, 0.1, 0.3, 0.1 * 7 + 1e-8], pa.float32()),
        "small": [-0.04, -0.04, -0.001, -0.0],
        "price": [Decimal("-0.00"), Decimal("1.50"), None, Decimal("2.00")],
        "whole": pa.array([2**64 - 1, 0, 1, 2], pa.uint64()),
        "moment": pa.array(moments, STOCKHOLM),
        "fine": pa.array([1782952200000001000, 1, 2, 3], pa.timestamp("ns")),
    }
    with_columns(author, columns)
    author.chapter("".join(f"\n{value}\n" for value in VALUES) + "\n$\\value{t.small n=0}{.1f}$\n")
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    found = re.findall("<p>(.*?)</p>", unescape(re.sub("</?data[^>]*>", "", built.page())))
    assert dict(zip(VALUES, found, strict=False)) == VALUES
    assert "<mn>0.0</mn>" in built.page()


MISTAKEN = {
    "::value[t.list n=0]": ("the cell holds a list", "choose a row with a number"),
    "::value[t.record n=0]": ("the cell holds several values", "choose a row with a number"),
    "::value[t.bytes n=0]": ("the cell holds bytes", "choose a row with a number"),
    "::value[t.name x=0.4]": ("no row of 't' has x=0.4", "write x=0.30000000000000004, the nearest"),
    "::value[t.name n=3.5]": ("no row of 't' has n=3.5", "write n=3, the nearest"),
    "::value[t.name x=three]": ("'three' is not a number, as the values of column 'x' are", ""),
    "::value[t.name twice=0.3]": (
        "2 rows of 't' match",
        "twice=0.3 may mean twice=0.29999999999999999 and twice=0.3000",
    ),
    "::value[t.name moment=2026-10-25T02:30]": ("2 rows of 't' match", "add a condition: "),
    "::value[t.empty n=0]": ("the cell is empty", "choose a row with a number"),
    "::value[t.blank n=0]": ("the cell is empty", "choose a row with a number"),
    "::value[t.nan n=0]": ("the cell holds nan, not a number", "choose a row with a number"),
    "::value[t.name n=0]{.1f}": ("format '.1f' does not fit 'zero'", "write a Python format"),
    "::value[t.n n=0]{%d %B}": ("format '%d %B' does not fit 0", "write a Python format"),
    "::value[t.n n=0]{c}": ("'c' turns a number into a character", "write a Python format"),
    "::value[t.n n=0]{>999999999}": ("a width or precision has two digits at most", "write a Python format"),
    "::value[t.moment n=0]{.1f}": ("format '.1f' does not fit 2026-07-02", "write a format of Python's dates"),
}


def test_missing_values_are_reported_with_a_fix(author: Author) -> None:
    columns = {
        "name": ["zero", "one", "three"],
        "n": [0, 1, 3],
        "x": [0, 0.1, 0.1 * 3],
        "twice": [0.3, 0.1 * 3, 1.0],
        "moment": pa.array([1782945000, 1792888200, 1792891800], STOCKHOLM),
        "empty": [None, 1, 2],
        "blank": ["", "a", "b"],
        "nan": [NAN, INF, 1.0],
        "list": [[1, 2], [], None],
        "record": [{"at": 1, "of": None}, None, None],
        "bytes": [b"x", b"", None],
    }
    with_columns(author, columns)
    author.chapter("".join(f"\n{value}\n" for value in MISTAKEN))
    built = author.build()
    assert built.code == 1
    for problem, (message, remedy) in zip(built.problems, MISTAKEN.values(), strict=True):
        assert message in problem["message"]
        assert remedy in problem["suggestion"]
        assert len(problem["message"]) < 200


MANY = 20_000_000


def test_tables_that_are_too_large_are_refused_before_they_are_read(author: Author) -> None:
    many = pa.table({"n": pa.repeat(pa.scalar(0, pa.int8()), MANY)})
    stream, columns = pa.BufferOutputStream(), pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, many.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(many)
    pyarrow.parquet.write_table(many, columns, compression="zstd")
    files = {
        "parquet.parquet": columns.getvalue().to_pybytes(),
        "zstd.arrow": arrow(many, compression="zstd"),
        "stream.arrow": stream.getvalue().to_pybytes(),
        "wide.csv": b",".join(b"c%d" % column for column in range(4000)) + 2600 * (b"\n" + b",".join([b"0"] * 4000)),
        "zipped.csv.gz": gzip.compress(b"n\n" + b"0" * 100_000_000, 1),
    }
    with_files(author, files)
    before = pa.default_memory_pool().max_memory()
    built = author.build()
    found = {problem["message"].partition(",")[0].partition(":")[0]: problem for problem in built.problems}
    assert len(found) == len(files)
    for problem in found.values():
        assert "more than 10,000,000 cells" in problem["message"] or "more than 100 MB" in problem["message"]
        assert "publish only what the pages show" in problem["suggestion"]
    assert pa.default_memory_pool().max_memory() == before


def test_tables_without_rows_are_tables(author: Author) -> None:
    empty = pa.table({"n": pa.array([], pa.int64()), "at": pa.array([], STOCKHOLM)})
    stream, columns = pa.BufferOutputStream(), pa.BufferOutputStream()
    with pa.ipc.new_stream(stream, empty.schema) as writer:
        writer.write_table(empty)
        writer.write_batch(pa.RecordBatch.from_pylist([], empty.schema))
    pyarrow.parquet.write_table(empty, columns)
    files = {"t0.arrow": arrow(empty), "t1.parquet": columns.getvalue().to_pybytes(), "t3.csv": b"n,at\n"}
    with_files(author, files | {"t2.arrow": stream.getvalue().to_pybytes()})
    author.chapter(tables(["t0", "t1", "t2", "t3"], "sort=n"))
    built = author.build()
    assert (built.code, built.problems) == (0, [])


def test_a_table_of_a_page_has_a_limit(author: Author) -> None:
    with_columns(author, {"n": range(3000)})
    author.chapter("\n:::table{data=t rows=2001}\nA table.\n:::\n")
    (problem,) = author.build().problems
    assert problem["code"] == "table-rows"
    assert "2,000" in problem["message"]


BROKEN = {
    "year.arrow": arrow(pa.table({"at": pa.array([10**14], pa.timestamp("s"))})),
    "day.arrow": arrow(pa.table({"at": pa.array([10**7], pa.date32())})),
    "zone.arrow": arrow(pa.table({"at": pa.array([1], pa.timestamp("s", "Europe/Nowhere"))})),
    "long.arrow": arrow(pa.table({"at": pa.array([10**15], pa.duration("s"))})),
    "twice.arrow": arrow(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["n", "n"])),
    "letters.arrow": arrow(pa.table({"a": pa.array([b"B\xe4r"]).view(pa.string())})),
    "middle.arrow": b"ARROW1\0\0" + b"\xff" * 200 + b"ARROW1",
    "zip.csv.gz": b"no gzip",
    "none.csv": b"\n\n",
}


def test_files_that_hold_no_table_are_errors(author: Author) -> None:
    with_files(author, BROKEN)
    built = author.build()
    assert built.code == 1
    assert {problem["severity"] for problem in built.problems} == {"error"}
    assert [name for name in BROKEN if not any(name in problem["message"] for problem in built.problems)] == []


EXPLORABLE = """
import decimal

import pandas as pd

from site_builder.explore import slider

x = slider(0, 0.6, step=0.1, label="X")


def numbers(x):
    return {"small": -0.04 * x, "mixed": x if x > 0.2 else "none", "huge": 10**400, "zero": decimal.Decimal("-0")}


def table(x):
    cells = [x, float("inf"), float("nan"), None, decimal.Decimal("NaN"), -0.0]
    return {"n": cells, "other": [pd.NA, pd.NaT, None, "a", True, 10**20]}


sentence = "{x}: {small:.1f}, {mixed}, {zero}"
"""


def test_explorables_write_numbers_as_the_prose_does(author: Author) -> None:
    author.write({"content/explorables/e.py": EXPLORABLE})
    texts = [".3", "+0.3", "3e-1", "0.30000000000000004", "-0"]
    sets = ", ".join(f"::set[s]{{figure=e x={text}}}" for text in texts)
    still = ':::explore{#f name=e still="x=.2 x=4e-1" alt="x"}\nA still.\n:::\n'
    readouts = "::readout{figure=e of=small}{.1f} and ::readout{figure=e of=zero}"
    author.chapter(f'\n:::explore{{#e name=e alt="x"}}\nA figure.\n:::\n\n{sets}.\n\n{readouts}.\n\n{still}')
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    page = unescape(built.page())
    assert re.findall(r'href="\?e=(.*?)#e"', page) == ["~x-0.3"] * 4 + ["~x-0"]
    assert re.findall(r'<span class="reading" data-widest="[^"]*">(.*?)</span></span>', page)[-2:] == ["0.0", "0"]
    assert ">0: 0.0, none, 0<" in page
    cells = re.findall(r"<tr><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td></tr>", page)
    assert cells[:6] == [("0", ""), ("∞", ""), ("", ""), ("", "a"), ("", "yes"), ("0", "100,000,000,000,000,000,000")]


def test_an_explorable_without_a_value_is_an_error(author: Author) -> None:
    code = EXPLORABLE.replace("10**400", "pd.NaT")
    author.write({"content/explorables/e.py": code})
    author.chapter('\n:::explore{#e name=e alt="x"}\nA figure.\n:::\n')
    (problem,) = author.build().problems
    assert problem["message"].startswith("huge is of type NoneType at x=0")


def test_texts_of_data_are_no_commands_in_formulas(author: Author) -> None:
    texts = ["a_b", "50 % off", "x & y", "{", "}", r"\frac{1}{2}", "#1", "$5", "~", "^", r"\href{javascript:a()}{x}"]
    with_columns(author, {"n": range(len(texts)), "text": texts})
    author.chapter("".join(f"\n$\\value{{t.text n={n}}}$\n" for n in range(len(texts))))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert re.findall("<mtext>(.*?)</mtext>", unescape(built.page()).replace("\N{NO-BREAK SPACE}", " ")) == texts


def test_a_value_that_many_rows_lack_is_an_error_at_once(author: Author) -> None:
    with_columns(author, {"name": [f"row {number}" for number in range(200_000)], "n": [1] * 200_000})
    author.chapter("\n::value[t.n name=rwo-7]\n\n::value[t.name n=1]\n")
    built = author.build()
    assert [problem["code"] for problem in built.problems] == ["value-row", "value-row"]


def test_one_long_text_in_many_rows_is_refused_before_it_is_written_out(author: Author) -> None:
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 10_000), ["x" * 100_000])
    files = {"arrow.arrow": arrow(pa.table({"text": text}))}
    for has_dictionary in (False, True):
        columns = pa.BufferOutputStream()
        pyarrow.parquet.write_table(pa.table({"text": text}), columns, store_schema=has_dictionary)
        files[f"parquet{has_dictionary:d}.parquet"] = columns.getvalue().to_pybytes()
    with_files(author, files)
    built = author.build()
    assert len(built.problems) == len(files)
    assert all("has more than 300 MB of data" in problem["message"] for problem in built.problems)


REFUSED_FRAMES = """
from datetime import UTC, date, datetime

import pandas as pd
import pyarrow as pa
from site_builder import publish

frame = pd.DataFrame({"n": [1, 2], "kind": ["a", "b"]})
publish(a=frame, rows=frame.describe(include="number"), named=frame.set_index("kind"), plain=frame[frame.n > 1])
# pd.MultiIndex of rows: its levels have names, or get names of their own.
publish(levels=pd.DataFrame({"n": [1]}, index=pd.MultiIndex.from_tuples([("x", 1)])))
publish(grouped=frame.groupby("kind").agg(mean=("n", "mean")), arrow=pa.table({"n": [1]}))
# Arrow keeps the numbers of intervals and periods, and not what they stand for.
months = pd.period_range("2025-01", periods=3, freq="M")
classes = pd.DataFrame({"size": pd.cut(pd.Series([1, None, 9]), [0, 5, 10]), "month": months})
publish(classes=classes)
day, moment = date(2025, 1, 1), datetime(2025, 1, 1, 8, tzinfo=UTC)
found = []
for sets, named in [
    ({}, {"a": frame}),
    ({}, {"A": frame}),
    ({"b": frame}, {"b": frame}),
    ({}, {"c": frame, "C": frame}),
    ({}, {"d": frame.groupby("kind").agg(["mean", "max"])}),
    ({}, {"e": frame.rename(columns={"n": 1})}),
    ({}, {"f": frame.rename(columns={"n": "kind"})}),
    ({}, {"f": frame.T}),
    ({}, {"g": frame["n"]}),
    ({}, {"h": frame.set_index(pd.Index([1, 2], name="n"))}),
    ({}, {"i": pd.DataFrame({"n": [1, "a"]})}),
    ({}, {"i": {"n": [2**70, 1]}}),
    ({}, {"i": {"n": frame}}),
    ({}, {"i": pd.DataFrame({"on": [day, moment, None]})}),
    ({}, {"i": [{"on": moment}, {"on": moment.replace(tzinfo=None)}]}),
]:
    try:
        publish(sets, **named)
        found.append("published")
    except (TypeError, ValueError) as error:
        found.append(str(error))
publish(found={"error": found})
"""


def test_frames_keep_the_names_of_their_rows_and_have_one_name(author: Author) -> None:
    author.write({"data/a.py": REFUSED_FRAMES})
    author.settings('[data]\ncommand = "python data/a.py"\n')
    names = ["rows", "named", "plain", "levels", "grouped", "arrow", "classes"]
    author.chapter(tables(["found", *names]))
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    errors, *frames = tables_in(built.page())
    assert [row[0].partition(";")[0] for row in errors] == [
        "data set 'a' is published already by this script",
        "'A' and 'a' differ only in case",
        "data set 'b' is given twice in one call",
        "'C' and 'c' differ only in case",
        "data set 'd' cannot be written: the columns have 2 levels of names",
        "data set 'e' cannot be written: a column is called 1",
        "data set 'f' cannot be written: Duplicate column names found: ['kind', 'kind']",
        "data set 'f' cannot be written: a column is called 0",
        "data set 'g' is of type Series",
        "data set 'h' cannot be written: cannot insert n, already exists",
        "data set 'i' cannot be written: Conversion failed for column n with type object: "
        "Could not convert 'a' with type str: tried to convert to int64",
        "data set 'i' cannot be written: Python int too large to convert to C long",
        "data set 'i' cannot be written: column 'n' holds a frame",
        "data set 'i' cannot be written: column 'on' holds days and moments",
        "data set 'i' cannot be written: column 'on' holds moments with and without a time zone",
    ]
    found = dict(zip(names, frames, strict=True))
    assert [row[0] for row in found["rows"]] == ["count", "mean", "std", "min", "25%", "50%", "75%", "max"]
    assert found["named"] == [["a", "1"], ["b", "2"]]
    assert found["plain"] == [["2", "b"]]
    assert found["grouped"] == [["a", "1"], ["b", "2"]]
    assert found["classes"] == [["(0, 5]", "2025-01"], ["", "2025-02"], ["(5, 10]", "2025-03"]]


def test_one_name_is_published_by_one_script(author: Author) -> None:
    script = """
try:
    publish(waits={"n": [1]}, NAME={"n": [1]})
except ValueError as error:
    raise SystemExit(str(error)) from None
"""
    author.write({f"data/{name}/{name}.py": PUBLISH + script.replace("NAME", name) for name in "ab"})
    command = '[[data]]\ncommand = "python data/{0}/{0}.py"\nmakes = ["{0}"]\n'
    author.settings(command.format("a") + command.format("b"))
    (problem,) = author.build().problems
    assert "data set 'waits' is published already by data/a/a.py; rename one of them" in problem["message"]
    author.write({"data/a/a.py": PUBLISH + "publish(a={'n': [1]})\n"})
    assert author.build().code == 0
