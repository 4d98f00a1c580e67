"""Which reader and which writer serve a kind of file."""

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

LARGEST_UNPACKED = 500 * 1024 * 1024
_IN_MEMORY = 8 * 1024 * 1024
_CHUNK = 1024 * 1024
GZIP = ".gz"


def open_reader(file: BinaryIO, kind: FileFormat, *, wanted: Collection[str]) -> RecordReader:
    """Begin to read; raises `UnreadableFile`. `wanted` names the columns that matter, in small letters."""
    match kind:
        case FileFormat.CSV:
            return CsvReader(file, wanted=wanted)
        case FileFormat.JSONL:
            return JsonReader(file)
        case FileFormat.PARQUET:
            return _read_parquet(file, wanted)


@contextmanager
def open_table(file: BinaryIO, name: str) -> Iterator[RecordReader]:
    """Read every column of a file, also of one packed with gzip, under the names that it gives them.

    The end of the name tells the kind; delimiter, header and encoding are told from the file. Raises `UnreadableFile`.
    """
    if not name.lower().endswith(GZIP):
        yield _open_table(file, name)
        return
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as unpacked:
        binary = cast("BinaryIO", unpacked)
        _unpack(file, binary)
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
    # Loaded by those who need it: everybody else starts sooner, and with 40 MB less.
    from .parquet_files import ParquetReader  # noqa: PLC0415

    return ParquetReader(file, wanted=wanted)


def _unpack(file: BinaryIO, into: BinaryIO) -> None:
    written = 0
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            while chunk := packed.read(_CHUNK):
                written += len(chunk)
                if written > LARGEST_UNPACKED:
                    raise UnreadableFile(f"It unpacks to more than {LARGEST_UNPACKED:,} bytes.")
                into.write(chunk)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableFile(f"It cannot be unpacked: {error}.") from None
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
