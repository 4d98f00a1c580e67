"""Lines of text out of bytes that may be anything."""

import codecs
import io
from collections import deque
from collections.abc import Sequence
from typing import Any, BinaryIO, Self

from .formats import UnreadableFile

LONGEST_LINE = 32 * 1024 * 1024
"""Characters: two of the longest fields and more."""

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
    (b"PAR1", "It is a Parquet file; let its name end in .parquet."),
    (b"\x1f\x8b", "It is compressed with gzip; unpack it first."),
    (b"PK\x03\x04", "It is a ZIP archive or a spreadsheet; unpack it, or save it as CSV."),
    (b"\x28\xb5\x2f\xfd", "It is compressed with zstd; unpack it first."),
)


class _Borrowed(io.RawIOBase):
    """The bytes of a file that somebody else closes."""

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
    """This line is no text that could be read."""


class Lines:
    """Gives one line after the other, and goes on after one that cannot be read."""

    def __init__(self, file: BinaryIO, *, longest: int = LONGEST_LINE, guessing: bool = False) -> None:
        """With `guessing`, text that is no UTF-8 is taken for what Windows writes; else its lines are bad."""
        self.number = 0
        """Of the line that was given last."""
        encoding = _guess_encoding(file) if guessing else _find_encoding(file)
        errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
        borrowed = io.BufferedReader(_Borrowed(file), 256 * 1024)
        self._text = io.TextIOWrapper(borrowed, encoding=encoding, errors=errors, newline="")
        self._longest = longest
        self._again: deque[str] = deque()
        self._head = ""
        self.taken: list[str] = []
        """Since `begin`: the lines of the record that is being read."""

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
        """The first character that is not blank, without taking it; nothing when there is none."""
        while not self._head.strip() and (letter := self._text.read(1)):
            self._head = letter
            self.number += letter == "\n"
        return self._head.strip()

    def read(self, size: int) -> str:
        """Characters instead of lines; not to be mixed with lines."""
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
        raise UnreadableFile("It is no text in UTF-8.")
    return encoding or "utf-8"


def _announced_encoding(head: bytes) -> str | None:
    for start, sentence in _OTHER_FILES:
        if head.startswith(start):
            raise UnreadableFile(sentence)
    return next((encoding for mark, encoding in _ENCODINGS if head.startswith(mark)), None)


def _guess_encoding(file: BinaryIO) -> str:
    """By the mark at its start; by where the zeros are; by whether all of it is UTF-8."""
    head = file.read(4)
    file.seek(0)
    announced = _announced_encoding(head)
    if announced is not None:
        return announced
    if b"\0" in head:
        zeros = tuple(number for number, byte in enumerate(head) if byte == 0)
        if zeros not in _ZEROS:
            raise UnreadableFile("It is no text.")
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
