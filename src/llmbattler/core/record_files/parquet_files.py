"""Parquet. Declared sizes are checked before anything is decompressed, and repeated texts are not copied."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .formats import LONGEST_FIELD, BadLine, Column, ColumnKind, Record, UnreadableFile

MAX_ROWS = 20_000_000
MAX_GROUP_BYTES = 256 * 1024**2
"""Bytes of the wanted columns in one row group, decompressed."""
MAX_GROUPS = 100_000
MAX_COLUMNS = 2_000
BATCH_ROWS = 1_000
MIN_BATCH_ROWS = 4
BATCH_BYTES = 64 * 1024**2
NESTED_BYTES = 512 * 1024**2
_GROUP_ROWS = 20_000
_METADATA_BYTES = 32 * 1024**2


class ParquetReader:
    def __init__(self, file: BinaryIO, *, wanted: Collection[str] | None, most_rows: int | None = None) -> None:
        """Read the columns in `wanted` (lower case), or all under their own names."""
        self._most_rows = MAX_ROWS if most_rows is None else min(most_rows, MAX_ROWS)
        try:
            self._file = pq.ParquetFile(
                file,
                thrift_string_size_limit=_METADATA_BYTES,
                thrift_container_size_limit=MAX_GROUPS,
            )
            names = self._file.schema_arrow.names
        except (pa.ArrowException, OSError, ValueError) as error:
            raise UnreadableFile(f"It is not a Parquet file: {_first_line(error)}.") from None
        self.columns = tuple(names) if wanted is None else tuple(name.strip().lower() for name in names)
        wanted = self.columns if wanted is None else wanted
        duplicates = sorted({name for name in wanted if self.columns.count(name) > 1})
        if duplicates:
            raise UnreadableFile(f"It has more than one column {', '.join(duplicates)}.")
        self._names = {name: lower for name, lower in zip(names, self.columns, strict=True) if lower in wanted}
        largest = self._check_sizes()
        texts = self._texts()
        # Texts inside lists cannot be read as a dictionary, so repeated ones are copied: read few rows at a time.
        nested = any("." in path for path in texts)
        self._batch_rows = max(MIN_BATCH_ROWS, min(BATCH_ROWS, NESTED_BYTES // (largest + 1))) if nested else BATCH_ROWS
        self._file = pq.ParquetFile(file, read_dictionary=[path for path in texts if "." not in path])

    def __iter__(self) -> Iterator[Record | BadLine]:
        if not self._names:
            return
        row = 0
        try:
            for batch in self._file.iter_batches(self._batch_rows, columns=list(self._names), use_threads=False):
                for part in _split(batch):
                    columns = [_values(column) for column in part.columns]
                    names = [self._names[name] for name in part.schema.names]
                    for values in zip(*columns, strict=True):
                        row += 1
                        yield Record(row, dict(zip(names, values, strict=True)))
        except MemoryError:  # also an ArrowException
            raise
        except (pa.ArrowException, OSError, ValueError) as error:
            rest = max(self._file.metadata.num_rows - row, 1)
            yield BadLine(row + 1, f"and all after it cannot be read: {_first_line(error)}", rest)

    def _check_sizes(self) -> int:
        """Refuse files that are too large; return the size of the largest row group."""
        metadata = self._file.metadata
        fits = 0 <= metadata.num_rows <= self._most_rows
        if not fits or metadata.num_row_groups > MAX_GROUPS or metadata.num_columns > MAX_COLUMNS:
            raise UnreadableFile(
                f"It has {metadata.num_rows:,} rows in {metadata.num_row_groups:,} groups and "
                f"{metadata.num_columns:,} columns; "
                f"at most {self._most_rows:,}, {MAX_GROUPS:,} and {MAX_COLUMNS:,} are read. Split it."
            )
        largest = 0
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            chunks = (group.column(place) for place in range(group.num_columns))
            size = sum(chunk.total_uncompressed_size for chunk in chunks if self._is_wanted(chunk.path_in_schema))
            if not 0 <= size <= MAX_GROUP_BYTES:
                raise UnreadableFile(
                    f"Its row group {number + 1} decompresses to {size:,} bytes; at most {MAX_GROUP_BYTES:,} are read. "
                    "Write it with smaller row groups."
                )
            largest = max(largest, size)
        return largest

    def _is_wanted(self, path: str) -> bool:
        return path.partition(".")[0] in self._names

    def _texts(self) -> list[str]:
        """Return the columns of text. Read as a dictionary, a repeated text takes memory once."""
        schema = self._file.schema
        columns = (schema.column(place) for place in range(len(schema)))
        return [one.path for one in columns if one.physical_type == "BYTE_ARRAY" and self._is_wanted(one.path)]


def _split(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """Yield as many rows at once as fit if every text were as long as the longest."""
    longest = max((_longest(column) for column in batch.columns), default=0)
    if longest > LONGEST_FIELD:
        raise ValueError(f"a text has {longest:,} bytes, at most {LONGEST_FIELD:,} are read")
    rows = max(1, min(BATCH_ROWS, BATCH_BYTES // (longest + 1)))
    for start in range(0, batch.num_rows, rows):
        yield batch.slice(start, rows)


def _longest(column: pa.Array) -> int:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _longest(column.dictionary)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _longest(column.flatten())
    if pa.types.is_struct(kind):
        return max((_longest(part) for part in column.flatten()), default=0)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind):
        found = pc.max(pc.binary_length(column)).as_py()
        return int(found or 0)
    return 0


def _values(column: pa.Array) -> Sequence[Any]:
    if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
        # Python's times have microseconds; pandas writes nanoseconds.
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    if not pa.types.is_dictionary(column.type):
        values: list[Any] = column.to_pylist()
        return values
    known = column.dictionary.to_pylist()
    return [None if place is None else known[place] for place in column.indices.to_pylist()]


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200].rstrip(".")


_TYPES = {
    ColumnKind.TEXT: pa.string(),
    ColumnKind.INTEGER: pa.int64(),
    ColumnKind.NUMBER: pa.float64(),
    ColumnKind.BOOLEAN: pa.bool_(),
    ColumnKind.TEXT_LIST: pa.list_(pa.string()),
    ColumnKind.MESSAGES: pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())])),
}


class ParquetWriter:
    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._schema = pa.schema([(column.name, _TYPES[column.kind]) for column in columns])
        self._writer = pq.ParquetWriter(file, self._schema, compression="zstd")

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._writer.write_table(pa.Table.from_pylist(list(rows), schema=self._schema), row_group_size=_GROUP_ROWS)

    def close(self) -> None:
        self._writer.close()
