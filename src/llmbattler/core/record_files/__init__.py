"""Read and write tables in files, line by line: CSV, JSON lines, Parquet. Files are not trusted."""

from .factory import open_reader, open_table, open_writer
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
