import io
import json

import pytest

from llmbattler.core.record_files import BadLine, Column, ColumnKind, Record, UnreadableFile
from llmbattler.core.record_files.json_files import JsonReader, JsonWriter


def read(data: bytes) -> list[Record | BadLine]:
    return list(JsonReader(io.BytesIO(data)))


def test_reads_lines_and_goes_on_after_bad_ones() -> None:
    found = read(b'{"A": 1}\n\nnonsense\n[1]\n{"b": NaN}\n{"c": "\xc3\xa4"}\n')
    assert [one for one in found if isinstance(one, Record)] == [Record(1, {"a": 1}), Record(6, {"c": "ä"})]
    assert [one.line for one in found if isinstance(one, BadLine)] == [3, 4, 5]


def test_reads_an_array_however_it_is_written() -> None:
    rows = [{"a": number, "b": "x" * 1000} for number in range(300)]
    for text in (json.dumps(rows), json.dumps(rows, indent=2), "\n\n" + json.dumps(rows, separators=(",", ":"))):
        found = read(text.encode())
        assert [one.values for one in found if isinstance(one, Record)] == rows
        assert [one.line for one in found] == list(range(1, 301))


def test_a_broken_array_gives_what_came_before() -> None:
    assert read(b'[{"a": 1}, 7, {"a": 2}, {"a": ]') == [
        Record(1, {"a": 1}),
        BadLine(2, "is not an object"),
        Record(3, {"a": 2}),
        BadLine(4, "is not JSON; everything after it was skipped"),
    ]


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"a":' * 200_000, b'{"a": ' + b"9" * 10_000 + b"}"])
def test_deep_or_huge_json_breaks_nothing(data: bytes) -> None:
    assert all(isinstance(one, BadLine | Record) for one in read(data))


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="is empty"):
        JsonReader(io.BytesIO(data))


def test_columns_are_those_of_the_first_records() -> None:
    assert JsonReader(io.BytesIO(b'{"a": 1}\n{"B": 1}\n')).columns == ("a", "b")


def test_writes_one_object_a_line() -> None:
    file = io.BytesIO()
    writer = JsonWriter(file, [Column("a"), Column("m", ColumnKind.MESSAGES)])
    writer.write([{"a": "=x", "m": [{"role": "user", "content": "ä\n"}], "other": 1}, {"a": None, "m": None}])
    writer.close()
    assert file.getvalue().decode().splitlines() == [
        '{"a":"=x","m":[{"role":"user","content":"ä\\n"}]}',
        '{"a":null,"m":null}',
    ]
