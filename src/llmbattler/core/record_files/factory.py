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


def open_reader(file: BinaryIO, kind: FileFormat, *, wanted: Collection[str]) -> RecordReader:
    """Open a reader for the columns in `wanted` (lower case); raises `UnreadableFile`."""
    match kind:
        case FileFormat.CSV:
            return CsvReader(file, wanted=wanted)
        case FileFormat.JSONL:
            return JsonReader(file)
        case FileFormat.PARQUET:
            return _read_parquet(file, wanted)


@contextmanager
def open_table(file: BinaryIO, name: str) -> Iterator[RecordReader]:
    """Open a reader for all columns of a file, also of a gzipped one. Raises `UnreadableFile`.

    The extension gives the format; delimiter, header and encoding are detected.
    """
    if not name.lower().endswith(GZIP):
        yield _open_table(file, name)
        return
    with tempfile.SpooledTemporaryFile(_MAX_MEMORY_BYTES) as decompressed:
        binary = cast("BinaryIO", decompressed)
        _decompress(file, binary)
        yield _open_table(binary, name[: -len(GZIP)])


def _open_table(file: BinaryIO, name: str) -> RecordReader:
    match guess_format(name):
        case FileFormat.CSV:
            return CsvTable(file)
        case FileFormat.JSONL:
            return JsonTable(file, lined=not name.lower().endswith(".json"))
        case FileFormat.PARQUET:
            return _read_parquet(file, None)


def _read_parquet(file: BinaryIO, wanted: Collection[str] | None) -> RecordReader:
    # Imported when needed, since it takes 40 MB and slows down the start.
    from .parquet_files import ParquetReader  # noqa: PLC0415

    return ParquetReader(file, wanted=wanted)


def _decompress(file: BinaryIO, into: BinaryIO) -> None:
    written = 0
    try:
        with gzip.GzipFile(fileobj=file) as compressed:
            while chunk := compressed.read(_CHUNK):
                written += len(chunk)
                if written > MAX_DECOMPRESSED_BYTES:
                    raise UnreadableFile(f"It decompresses to more than {MAX_DECOMPRESSED_BYTES:,} bytes.")
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
