"""The text of one stream as it arrives, and how much of it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class StreamBuffer:
    pieces: list[str] = field(default_factory=list)
    received: int = 0
    finished: bool = False
    shown: int = 0
    _text: str = ""

    def add(self, text: str) -> None:
        self.pieces.append(text)
        self.received += len(text)

    @property
    def text(self) -> str:
        if self.pieces:
            self._text += "".join(self.pieces)
            self.pieces.clear()
        return self._text

    def cut(self) -> None:
        """Drop what was not shown, at the end of the stream."""
        self._text = self.text[: self.shown]
        self.received = self.shown
        self.finished = True

    def show(self, until: int) -> bool:
        """Show up to this many characters; false when they were shown already."""
        until = min(until, self.received)
        if until <= self.shown:
            return False
        self.shown = until
        return True


class Unpaced:
    """Shows everything as it arrives."""

    def __init__(self, streams: int) -> None:
        self.streams: Sequence[StreamBuffer] = tuple(StreamBuffer() for _ in range(streams))

    def tick(self, now: float) -> bool:  # noqa: ARG002 - the signature of a pacing
        moved = [stream.show(stream.received) for stream in self.streams]
        return any(moved)


def clean_text(text: str, *, room: int | None = None) -> str:
    """Replace what PostgreSQL cannot store (NUL, half of a surrogate pair) and cut the text to the room left."""
    if "\x00" in text:
        text = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        text = text.encode("utf-8", "replace").decode()
    return text[:room]
