"""Lines of text from bytes of any kind."""

import codecs
import io
from collections import deque
from collections.abc import Sequence
from typing import Any, BinaryIO, Self

from .formats import UnreadableFile

LONGEST_LINE = 32 * 1024 * 1024
"""Characters; more than two of the longest fields."""

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ZEROS = {(1, 3): "utf-16-le", (0, 2): "utf-16-be"}
_CHUNK = 1024 * 1024
_OTHER_FILES = (
    (b"PAR1", "It is a Parquet file; rename it to end in .parquet."),
    (b"\x1f\x8b", "It is compressed with gzip; decompress it first."),
    (b"PK\x03\x04", "It is a ZIP archive or a spreadsheet; extract it, or save it as CSV."),
    (b"\x28\xb5\x2f\xfd", "It is compressed with zstd; decompress it first."),
)


class _NonClosingReader(io.RawIOBase):
    """Reads a file without closing it."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - as the base class has it
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class BadText(Exception):
    """This line is not readable text."""


class Lines:
    """Iterates over lines and continues after one that cannot be read."""

    def __init__(self, file: BinaryIO, *, longest: int = LONGEST_LINE, guess_encoding: bool = False) -> None:
        """With `guess_encoding`, text that is not UTF-8 is read as Windows-1252; else such lines are bad."""
        self.number = 0
        """Number of the line that was returned last."""
        encoding = _guess_encoding(file) if guess_encoding else _find_encoding(file)
        errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
        reader = io.BufferedReader(_NonClosingReader(file), 256 * 1024)
        self._text = io.TextIOWrapper(reader, encoding=encoding, errors=errors, newline="")
        self._longest = longest
        self._again: deque[str] = deque()
        self._head = ""
        self.taken: list[str] = []
        """The lines since `begin`: those of the current record."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._head + self._text.readline(self._longest)
        if not line:
            raise StopIteration
        self._head = ""
        self.number += 1
        if len(line) >= self._longest and not _is_whole(line):
            self._skip_rest()
            raise BadText(f"is longer than {self._longest:,} characters")
        self.taken.append(line)
        if not line.isascii():
            _check_encoding(line)
        return line

    def begin(self) -> None:
        self.taken = []

    def put_back(self, lines: Sequence[str]) -> None:
        self._again.extendleft(reversed(lines))
        self.number -= len(lines)

    def peek(self) -> str:
        """Return the first non-blank character without consuming it; empty when there is none."""
        while not self._head.strip() and (letter := self._text.read(1)):
            self._head = letter
            self.number += letter == "\n"
        return self._head.strip()

    def read(self, size: int) -> str:
        """Read characters instead of lines; do not mix both."""
        head, self._head = self._head, ""
        return head + self._text.read(size)

    def _skip_rest(self) -> None:
        while (rest := self._text.readline(self._longest)) and not _is_whole(rest):
            pass


def _is_whole(line: str) -> bool:
    return line.endswith(("\n", "\r"))


def _check_encoding(line: str) -> None:
    try:
        line.encode()
    except UnicodeEncodeError:
        raise BadText("is not UTF-8") from None


def _find_encoding(file: BinaryIO) -> str:
    head = file.read(4)
    file.seek(0)
    encoding = _announced_encoding(head)
    if encoding is None and b"\0" in head:
        raise UnreadableFile("It is not UTF-8 text.")
    return encoding or "utf-8"


def _announced_encoding(head: bytes) -> str | None:
    for start, sentence in _OTHER_FILES:
        if head.startswith(start):
            raise UnreadableFile(sentence)
    return next((encoding for mark, encoding in _ENCODINGS if head.startswith(mark)), None)


def _guess_encoding(file: BinaryIO) -> str:
    """Detect the encoding by the byte order mark, by the places of zeros, by whether all of it is UTF-8."""
    head = file.read(4)
    file.seek(0)
    announced = _announced_encoding(head)
    if announced is not None:
        return announced
    if b"\0" in head:
        zeros = tuple(number for number, byte in enumerate(head) if byte == 0)
        if zeros not in _ZEROS:
            raise UnreadableFile("It is not text.")
        return _ZEROS[zeros]
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := file.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    finally:
        file.seek(0)
    return "utf-8"
