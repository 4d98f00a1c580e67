"""Tables in files, line by line: CSV, JSON lines, Parquet. Knows no domain, and trusts no file."""

from .formats import (
    BadLine,
    Column,
    ColumnKind,
    FileFormat,
    Record,
    RecordReader,
    RecordWriter,
    UnreadableFile,
    guess_format,
)
from .opening import open_reader, open_table, open_writer

__all__ = [
    "BadLine",
    "Column",
    "ColumnKind",
    "FileFormat",
    "Record",
    "RecordReader",
    "RecordWriter",
    "UnreadableFile",
    "guess_format",
    "open_reader",
    "open_table",
    "open_writer",
]
