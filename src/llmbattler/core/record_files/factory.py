"""Open the reader or writer of a file format."""

import gzip
import tempfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, cast

from .csv_files import CsvReader, CsvWriter
from .csv_tables import CsvTable
from .formats import Column, FileFormat, RecordReader, RecordWriter, UnreadableFile, guess_format
from .json_files import JsonReader, JsonWriter
from .json_tables import JsonTable

MAX_DECOMPRESSED_BYTES = 500 * 1024 * 1024
_MAX_MEMORY_BYTES = 8 * 1024 * 1024
_CHUNK = 1024 * 1024
GZIP = ".gz"


def open_reader(
    file: BinaryIO, kind: FileFormat, *, wanted: Collection[str], most_rows: int | None = None
) -> RecordReader:
    """Open a reader for the columns in `wanted` (lower case); raises `UnreadableFile`.

    A format that says how many rows it has is refused at once when it has more than `most_rows`.
    """
    match kind:
        case FileFormat.CSV:
            return CsvReader(file, wanted=wanted)
        case FileFormat.JSONL:
            return JsonReader(file)
        case FileFormat.PARQUET:
            return _read_parquet(file, wanted, most_rows)


@contextmanager
def open_table(
    file: BinaryIO, name: str, *, most_rows: int | None = None, most_bytes: int | None = None
) -> Iterator[RecordReader]:
    """Open a reader for all columns of a file, also of a gzipped one. Raises `UnreadableFile`.

    The extension gives the format; delimiter, header and encoding are detected. The limits are for formats that say
    how many rows they have, and for compressed files.
    """
    if not name.lower().endswith(GZIP):
        yield _open_table(file, name, most_rows)
        return
    with tempfile.SpooledTemporaryFile(_MAX_MEMORY_BYTES) as decompressed:
        binary = cast("BinaryIO", decompressed)
        _decompress(file, binary, MAX_DECOMPRESSED_BYTES if most_bytes is None else most_bytes)
        yield _open_table(binary, name[: -len(GZIP)], most_rows)


def _open_table(file: BinaryIO, name: str, most_rows: int | None) -> RecordReader:
    match guess_format(name):
        case FileFormat.CSV:
            return CsvTable(file)
        case FileFormat.JSONL:
            if most_rows is not None:
                _check_lines(file, most_rows)
            return JsonTable(file, lined=not name.lower().endswith(".json"))
        case FileFormat.PARQUET:
            return _read_parquet(file, None, most_rows)


def _read_parquet(file: BinaryIO, wanted: Collection[str] | None, most_rows: int | None) -> RecordReader:
    # Imported when needed, since it takes 40 MB and slows down the start.
    from .parquet_files import ParquetReader  # noqa: PLC0415

    return ParquetReader(file, wanted=wanted, most_rows=most_rows)


def _check_lines(file: BinaryIO, most_rows: int) -> None:
    """Count the lines that begin with an object before any is parsed, which takes a hundred times as long."""
    found, last = 0, b""
    while chunk := file.read(_CHUNK):
        found += (last + chunk).count(b"\n{")
        last = chunk[-1:]
    file.seek(0)
    if found > most_rows:
        raise UnreadableFile(f"It has more than {most_rows:,} rows. Split it.")


def _decompress(file: BinaryIO, into: BinaryIO, most_bytes: int) -> None:
    written = 0
    try:
        with gzip.GzipFile(fileobj=file) as compressed:
            while chunk := compressed.read(_CHUNK):
                written += len(chunk)
                if written > most_bytes:
                    raise UnreadableFile(f"It decompresses to more than {most_bytes:,} bytes.")
                into.write(chunk)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableFile(f"It cannot be decompressed: {error}.") from None
    into.seek(0)


def open_writer(file: BinaryIO, kind: FileFormat, columns: Sequence[Column]) -> RecordWriter:
    match kind:
        case FileFormat.CSV:
            return CsvWriter(file, columns)
        case FileFormat.JSONL:
            return JsonWriter(file, columns)
        case FileFormat.PARQUET:
            from .parquet_files import ParquetWriter  # noqa: PLC0415 - as above

            return ParquetWriter(file, columns)
