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
from .json_values import clean
from .reader_process import FileTooDemanding, read_in_child

__all__ = [
    "BadLine",
    "Column",
    "ColumnKind",
    "FileFormat",
    "FileTooDemanding",
    "Record",
    "RecordReader",
    "RecordWriter",
    "UnreadableFile",
    "clean",
    "guess_format",
    "open_reader",
    "open_table",
    "open_writer",
    "read_in_child",
]
