"""`python -m llmbattler.core.record_files.reader_worker`: reads one file that may be hostile, with tight limits.

The file is the standard input. Each row is a line of JSON on the standard output: `[line, values]`, or
`[line, reason, lost]` for a line that cannot be read. A string as the last line says why the file cannot be read.
"""

import os
import resource
import sys
from typing import BinaryIO

import msgspec

from .factory import open_table
from .formats import BadLine, Record, UnreadableFile
from .json_values import clean

MEMORY = 1024**3
PROCESSOR_SECONDS = 30
TOO_MUCH = 3
"""The exit code when the memory did not suffice."""
_SPARE = 1024**2


def limit_process(most_bytes: int) -> None:
    os.nice(5)
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
        (resource.RLIMIT_FSIZE, most_bytes + _SPARE),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def write_rows(file: BinaryIO, into: BinaryIO, *, name: str, most_rows: int, most_bytes: int) -> None:
    """Raises `UnreadableFile`, also as soon as there are too many rows or their values are too long."""
    rows = written = 0
    with open_table(file, name, most_rows=most_rows, most_bytes=most_bytes) as table:
        for row in table:
            line = _encode(row)
            written += len(line)
            rows += isinstance(row, Record)
            if rows > most_rows:
                raise UnreadableFile(f"It has more than {most_rows:,} rows. Split it.")
            if written > most_bytes:
                raise UnreadableFile(f"Its values have more than {most_bytes:,} bytes. Split it.")
            into.write(line)


def _encode(row: Record | BadLine) -> bytes:
    if isinstance(row, BadLine):
        return msgspec.json.encode([row.line, clean(row.reason), row.lost]) + b"\n"
    try:
        return msgspec.json.encode([row.line, clean(row.values)]) + b"\n"
    except RecursionError:
        raise UnreadableFile(f"Its row {row.line:,} is nested too deeply.") from None


def main(name: str, most_rows: int, most_bytes: int) -> int:
    limit_process(most_bytes)
    into = sys.stdout.buffer
    try:
        write_rows(sys.stdin.buffer, into, name=name, most_rows=most_rows, most_bytes=most_bytes)
    except UnreadableFile as problem:
        into.write(msgspec.json.encode(problem.detail))
    except MemoryError:
        return TOO_MUCH
    into.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
