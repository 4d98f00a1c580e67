import pytest

from llmbattler.core.record_files import BadLine, Record, UnreadableFile, read_in_child

LINES = b'{"a": 1}\nnot json\n{"a": "\\u0000x"}\n'


async def test_rows_and_unreadable_lines_come_back_from_the_child() -> None:
    async with read_in_child(LINES, "My file.JSONL", most_rows=10, most_bytes=1_000) as rows:
        first, bad, last = rows
    assert (first, last) == (Record(1, {"a": 1}), Record(3, {"a": "x"}))
    assert isinstance(bad, BadLine)
    assert (bad.line, bad.lost) == (2, 1)


@pytest.mark.parametrize(
    ("body", "name", "rows", "size", "sentence"),
    [
        (b"", "x.jsonl", 10, 1_000, "The file is empty"),
        (b"a", "x.exe", 10, 1_000, "supported extensions"),
        (b"a", "x.gz", 10, 1_000, "supported extensions"),
        (b"no gzip", "x.csv.gz", 10, 1_000, "cannot be decompressed"),
        (LINES * 4, "x.jsonl", 7, 1_000, "more than 7 rows"),
        (b"a,b\n" + b"1,2\n" * 8, "x.csv", 7, 1_000, "more than 7 rows"),
        (LINES, "x.jsonl", 7, 20, "more than 20 bytes"),
        (b'{"a": ' + b"[" * 60 + b"]" * 60 + b"}", "x.jsonl", 7, 1_000, "row 1 is nested too deeply"),
    ],
)
async def test_what_cannot_be_read_says_why(body: bytes, name: str, rows: int, size: int, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        async with read_in_child(body, name, most_rows=rows, most_bytes=size) as found:
            list(found)
    assert sentence in caught.value.detail
