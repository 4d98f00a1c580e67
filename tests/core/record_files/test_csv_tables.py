import io

import pytest

from llmbattler.core.record_files import BadLine, Record, UnreadableFile
from llmbattler.core.record_files.csv_tables import CsvTable


def read(data: bytes) -> tuple[tuple[str, ...], list[dict[str, str] | BadLine]]:
    table = CsvTable(io.BytesIO(data))
    return table.columns, [dict(one.values) if isinstance(one, Record) else one for one in table]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_finds_the_delimiter_and_keeps_names_as_they_are(mark: str) -> None:
    text = (
        f"Best Answer{mark}Q\nyes, or no; or{mark}why?\n"
        if mark in "\t|"
        else f'Best Answer{mark}Q\n"a{mark}b"{mark}why?\n'
    )
    columns, rows = read(text.encode())
    assert columns == ("Best Answer", "Q")
    assert len(rows) == 1
    assert isinstance(rows[0], dict)
    assert rows[0]["Q"] == "why?"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_finds_the_encoding(encoding: str) -> None:
    columns, rows = read("name,größe\nMüller,5 €\n".encode(encoding))
    assert columns == ("name", "größe")
    assert rows == [{"name": "Müller", "größe": "5 €"}]


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        ("question,answer\na?,b\n", ("question", "answer")),
        (",question\n0,a\n1,b\n", ("column_1", "question")),
        ("What is 2+2?,3,4,5,6,B\nWhat is 1+1?,1,2,3,4,B\n", tuple(f"column_{n}" for n in range(1, 7))),
        ("Paris,A\nRome,B\nOslo,A\n", ("column_1", "column_2")),
        ("a,a\n1,2\n", ("column_1", "column_2")),
        ("text\nfirst\nsecond\n", ("text",)),
        ("1,2\n3,4\n", ("column_1", "column_2")),
    ],
)
def test_tells_a_header_from_the_first_row(data: str, columns: tuple[str, ...]) -> None:
    found, rows = read(data.encode())
    assert found == columns
    lines = data.count("\n")
    assert len(rows) == (lines if columns[-1].startswith("column_") else lines - 1)


def test_line_breaks_in_quotes_and_bad_lines_are_as_elsewhere() -> None:
    columns, rows = read(b'q,a\n"x\ny",1\nz\n"w",2\n')
    assert columns == ("q", "a")
    assert rows == [{"q": "x\ny", "a": "1"}, BadLine(4, "has 1 columns instead of 2"), {"q": "w", "a": "2"}]


def test_cells_stay_as_they_are() -> None:
    assert read(b"q,a\n'=1,-2\n")[1] == [{"q": "'=1", "a": "-2"}]


def test_an_empty_file_has_nothing() -> None:
    assert read(b"") == ((), [])


def test_binary_data_is_refused_with_a_reason() -> None:
    with pytest.raises(UnreadableFile, match="not text"):
        read(b"\x00\x00\x00\x01abc")
