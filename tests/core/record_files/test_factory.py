import gzip
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from llmbattler.core.record_files import (
    Column,
    FileFormat,
    Record,
    UnreadableFile,
    factory,
    open_reader,
    open_table,
    open_writer,
)

LINES = b'{"Q": 1}\n{"Q": 2}\n'


@pytest.mark.parametrize("kind", list(FileFormat))
def test_every_kind_can_be_written_and_read(kind: FileFormat) -> None:
    file = io.BytesIO()
    writer = open_writer(file, kind, [Column("a")])
    writer.write([{"a": "one"}, {"a": "two"}])
    writer.close()
    file = io.BytesIO(file.getvalue())
    reader = open_reader(file, kind, wanted={"a"})
    assert reader.columns == ("a",)
    assert [one[1] for one in reader] == [{"a": "one"}, {"a": "two"}]


def read(data: bytes, name: str) -> list[object]:
    with open_table(io.BytesIO(data), name) as table:
        return [one.values for one in table if isinstance(one, Record)]


def test_the_end_of_the_name_tells_the_kind_also_of_a_packed_file() -> None:
    expected = [{"Q": 1}, {"Q": 2}]
    assert read(LINES, "a.jsonl") == expected
    assert read(b'{"Q": [{"a": 1}]}', "a.jsonl") == [{"Q": [{"a": 1}]}], "one line is one sample"
    assert read(b'{"Q": [{"a": 1}]}', "a.json") == [{"a": 1}], "an object may hold the samples"
    assert read(gzip.compress(LINES, mtime=0), "A.JSONL.GZ") == expected
    assert read(b"Q\tR\n1\t2\n", "a.tsv") == [{"Q": "1", "R": "2"}]
    file = io.BytesIO()
    pq.write_table(pa.table({"Q": [1, 2], "Nested": [{"a": 1}, {"a": 2}]}), file)
    assert read(file.getvalue(), "a.parquet") == [{"Q": 1, "Nested": {"a": 1}}, {"Q": 2, "Nested": {"a": 2}}]


def test_decompression_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "MAX_DECOMPRESSED_BYTES", 1_000_000)
    with pytest.raises(UnreadableFile, match="more than 1,000,000"):
        read(gzip.compress(b"x" * 2_000_000, mtime=0), "a.csv.gz")


@pytest.mark.parametrize("data", [b"no gzip", gzip.compress(LINES, mtime=0)[:-9]], ids=["no gzip", "cut off"])
def test_a_damaged_packed_file_is_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="cannot be decompressed"):
        read(data, "a.jsonl.gz")
