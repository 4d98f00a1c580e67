import io
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from llmbattler.core.record_files import BadLine, Column, ColumnKind, Record, UnreadableFile, parquet_files
from llmbattler.core.record_files.parquet_files import ParquetReader, ParquetWriter

WANTED = frozenset({"a", "b"})


def file_of(**columns: object) -> io.BytesIO:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    file.seek(0)
    return file


def test_reads_only_the_wanted_columns() -> None:
    file = file_of(A=["x", None, "z"], b=[1, 2, 3], big=["y" * 1000] * 3)
    assert list(ParquetReader(file, wanted=WANTED)) == [
        Record(1, {"a": "x", "b": 1}),
        Record(2, {"a": None, "b": 2}),
        Record(3, {"a": "z", "b": 3}),
    ]


def test_times_finer_than_ours_are_cut() -> None:
    file = file_of(a=pa.array([1_700_000_000_123_456_789], pa.timestamp("ns", "UTC")))
    [record] = ParquetReader(file, wanted=WANTED)
    assert isinstance(record, Record)
    assert type(record.values["a"]) is datetime
    assert record.values["a"] == datetime(2023, 11, 14, 22, 13, 20, 123_456, tzinfo=UTC)


def test_what_is_written_can_be_read() -> None:
    columns = [Column("a"), Column("b", ColumnKind.MESSAGES), Column("c", ColumnKind.BOOLEAN)]
    rows = [{"a": "=x", "b": [{"role": "user", "content": "ä"}], "c": True}, {"a": None, "b": None, "c": None}]
    file = io.BytesIO()
    writer = ParquetWriter(file, columns)
    for _ in range(3):
        writer.write(rows)
    writer.close()
    file.seek(0)
    found = list(ParquetReader(file, wanted={"a", "b", "c"}))
    assert [one.values for one in found if isinstance(one, Record)] == rows * 3


def test_a_repeated_text_is_decompressed_once() -> None:
    """Fifty kilobytes that would unpack to a hundred gigabytes."""
    big = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, pa.int32()), ["x" * 1_000_000])
    file = file_of(a=big, b=["y"] * 100_000)
    assert len(file.getvalue()) < 100_000
    before = pa.total_allocated_bytes()
    assert sum(len(one.values["a"]) for one in ParquetReader(file, wanted=WANTED) if isinstance(one, Record)) == 10**11
    assert pa.total_allocated_bytes() - before < 100_000_000


def test_sizes_are_checked_before_anything_is_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = file_of(a=[f"{number:0100}" for number in range(1000)], b=["y"] * 1000)
    monkeypatch.setattr(parquet_files, "MAX_GROUP_BYTES", 50_000)
    with pytest.raises(UnreadableFile, match="row group 1 decompresses to"):
        ParquetReader(file, wanted=WANTED)
    monkeypatch.setattr(parquet_files, "MAX_ROWS", 999)
    with pytest.raises(UnreadableFile, match="1,000 rows"):
        ParquetReader(file, wanted=WANTED)


def test_a_text_that_is_too_long_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "LONGEST_FIELD", 100)
    (bad,) = ParquetReader(file_of(a=["x" * 101] * 5, b=["y"] * 5), wanted=WANTED)
    assert isinstance(bad, BadLine)
    assert bad.lost == 5


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + b"\xff" * 100 + b"PAR1", b"a,b\n1,2\n"])
def test_other_files_are_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="not a Parquet file"):
        ParquetReader(io.BytesIO(data), wanted=WANTED)


def test_a_column_named_twice_is_a_sentence() -> None:
    file = io.BytesIO()
    pq.write_table(pa.table([["x"], ["y"], ["z"]], names=["a", "A", "b"]), file)
    with pytest.raises(UnreadableFile, match="more than one column a"):
        ParquetReader(file, wanted=WANTED)


def test_a_damaged_page_is_a_bad_line() -> None:
    data = bytearray(file_of(a=[f"{number:050}" for number in range(5000)], b=["y"] * 5000).getvalue())
    data[100:2000] = b"\xff" * 1900
    found = list(ParquetReader(io.BytesIO(bytes(data)), wanted=WANTED))
    assert isinstance(found[-1], BadLine)
    assert sum(one.lost if isinstance(one, BadLine) else 1 for one in found) == 5000


def test_long_conversations_come_a_few_at_a_time() -> None:
    talk = [{"role": "user", "content": "y" * 1_000_000}]
    file = file_of(a=["x"] * 300, b=[talk] * 300)
    before, most = pa.total_allocated_bytes(), 0
    for _ in ParquetReader(file, wanted=WANTED):
        most = max(most, pa.total_allocated_bytes() - before)
    assert most < 1_500_000_000
