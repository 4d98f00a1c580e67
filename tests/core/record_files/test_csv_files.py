import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.record_files import BadLine, Column, Record, UnreadableFile
from llmbattler.core.record_files.csv_files import CsvReader, CsvWriter, escape_formula, unescape_formula
from llmbattler.core.record_files.formats import LONGEST_FIELD

WANTED = frozenset({"a", "b"})


def read(data: bytes) -> list[Record | BadLine]:
    return list(CsvReader(io.BytesIO(data), wanted=WANTED))


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_finds_the_delimiter_and_the_wanted_columns(mark: str) -> None:
    data = f'x{mark} A {mark}"b"\n1{mark}2{mark}3\n'.encode()
    assert read(data) == [Record(2, {"a": "2", "b": "3"})]


def test_one_quote_too_many_costs_one_line() -> None:
    found = read(b'a,b\n1,2\n"3,4\n5,6\n7,8\n')
    assert [one.line for one in found if isinstance(one, Record)] == [2, 4, 5]
    assert [one.line for one in found if isinstance(one, BadLine)] == [3]


def test_a_file_of_quotes_does_not_take_for_ever_and_loses_no_line_uncounted() -> None:
    data = b"a,b\n" + b'"x,\n' * 50_000
    started = time.perf_counter()
    found = read(data)
    assert time.perf_counter() - started < 10
    assert sum(one.lost for one in found if isinstance(one, BadLine)) == 50_000


def test_a_quoted_line_break_belongs_to_its_field() -> None:
    assert read(b'a,b\n"1\n1",2\n3,4\n') == [Record(2, {"a": "1\n1", "b": "2"}), Record(4, {"a": "3", "b": "4"})]


def test_lines_of_another_width_are_bad_and_blank_ones_are_nothing() -> None:
    found = read(b"a,b\n1,2,3\n\n1\n,\n")
    assert found == [
        BadLine(2, "has 3 columns instead of 2"),
        BadLine(4, "has 1 columns instead of 2"),
        Record(5, {"a": "", "b": ""}),
    ]


def test_a_field_of_many_megabytes_is_skipped() -> None:
    data = b"a,b\n1," + b"x" * (LONGEST_FIELD + 10) + b"\n3,4\n"
    bad, good = read(data)
    assert isinstance(bad, BadLine)
    assert "field" in bad.reason
    assert good == Record(3, {"a": "3", "b": "4"})


def test_nul_bytes_break_nothing() -> None:
    assert read(b"a,b\n1\0,2\n") == [Record(2, {"a": "1\0", "b": "2"})]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a,A,b\n1,2,3\n", "names a more than once"),
        (b"\xff\xff\xff\n", "is not UTF-8"),
        (b'"a"x,b\n', "cannot be read"),
    ],
)
def test_a_bad_first_line_is_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        CsvReader(io.BytesIO(data), wanted=WANTED)


def test_an_empty_file_has_no_columns() -> None:
    reader = CsvReader(io.BytesIO(b""), wanted=WANTED)
    assert reader.columns == ()
    assert list(reader) == []


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1"])
def test_no_cell_becomes_a_formula(cell: str) -> None:
    assert escape_formula(cell) == f"'{cell}"
    assert unescape_formula(escape_formula(cell)) == cell


@given(st.text())
def test_disarming_can_be_undone(cell: str) -> None:
    assert unescape_formula(escape_formula(cell)) == cell
    assert not escape_formula(cell).startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.lists(st.tuples(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8"))), max_size=20))
def test_what_is_written_can_be_read(rows: list[tuple[str, str]]) -> None:
    file = io.BytesIO()
    writer = CsvWriter(file, [Column("a"), Column("b")])
    writer.write([{"a": a, "b": b} for a, b in rows])
    writer.close()
    file.seek(0)
    assert [(one.values["a"], one.values["b"]) for one in CsvReader(file, wanted=WANTED)] == rows


def test_the_file_stays_open_for_its_owner() -> None:
    file = io.BytesIO()
    CsvWriter(file, [Column("a")]).close()
    assert file.getvalue() == b"a\r\n"
    assert csv.field_size_limit() == LONGEST_FIELD
