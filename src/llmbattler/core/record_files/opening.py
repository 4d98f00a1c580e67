"""Which reader and which writer serve a kind of file."""

from collections.abc import Collection, Sequence
from typing import BinaryIO

from .csv_files import CsvReader, CsvWriter
from .formats import Column, FileFormat, RecordReader, RecordWriter
from .json_files import JsonReader, JsonWriter
from .parquet_files import ParquetReader, ParquetWriter


def open_reader(file: BinaryIO, kind: FileFormat, *, wanted: Collection[str]) -> RecordReader:
    """Begin to read; raises `UnreadableFile`. `wanted` names the columns that matter, in small letters."""
    match kind:
        case FileFormat.CSV:
            return CsvReader(file, wanted=wanted)
        case FileFormat.JSONL:
            return JsonReader(file)
        case FileFormat.PARQUET:
            return ParquetReader(file, wanted=wanted)


def open_writer(file: BinaryIO, kind: FileFormat, columns: Sequence[Column]) -> RecordWriter:
    match kind:
        case FileFormat.CSV:
            return CsvWriter(file, columns)
        case FileFormat.JSONL:
            return JsonWriter(file, columns)
        case FileFormat.PARQUET:
            return ParquetWriter(file, columns)
