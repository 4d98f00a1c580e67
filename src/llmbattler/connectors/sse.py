"""Parse server-sent events from bytes by the WHATWG rules, wherever the network splits them.

Events keep their data as bytes: lines end in ASCII, so decoding one event gives the same text as decoding the
whole stream, and JSON is decoded without a string in between.
"""

import msgspec

from .errors import TooLarge

EVENT_LIMIT = 256 * 1024
BOM = b"\xef\xbb\xbf"


class Event(msgspec.Struct, gc=False):
    data: bytes
    name: str = "message"
    id: str = ""

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


class EventParser:
    """Takes bytes as they arrive and returns the events that are complete."""

    def __init__(self, limit: int = EVENT_LIMIT) -> None:
        self._limit = limit
        self._tail = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._name = ""
        self._id = ""
        self._fresh = True
        self._after_cr = False
        self._busy = False
        self.error: bytes | None = None
        """What the server reported as an error: in an event with this name, or in a line that is no field."""

    def feed(self, chunk: bytes) -> list[Event]:
        # Fast path: nearly every chunk consists of whole events with one data line each.
        if (
            chunk.startswith(b"data: ")
            and chunk.endswith(b"\n\n")
            and not self._busy
            and b"\r" not in chunk
            and chunk.count(b"\n") == 2 * chunk.count(b"\n\ndata: ") + 2
            and len(chunk) <= self._limit
        ):
            self._fresh = False
            last_id = self._id
            return [Event(piece[6:], "message", last_id) for piece in chunk[:-2].split(b"\n\n")]
        events = self._feed_lines(chunk)
        self._busy = bool(self._tail or self._data or self._name or self._after_cr)
        return events

    def _feed_lines(self, chunk: bytes) -> list[Event]:
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if b"\n" not in chunk and b"\r" not in chunk:
            self._keep(chunk)
            return []
        self._after_cr = chunk.endswith(b"\r")
        if self._tail:
            chunk = bytes(self._tail) + chunk
            self._tail.clear()
        if b"\r" in chunk:
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = chunk.split(b"\n")
        rest = lines.pop()
        events: list[Event] = []
        for line in lines:
            self._take_line(line, events)
        self._keep(rest)
        return events

    def _keep(self, rest: bytes) -> None:
        self._tail += rest
        self._check(len(self._tail))

    def _check(self, more: int) -> None:
        if self._size + more > self._limit:
            raise TooLarge(f"One event of the stream is larger than {self._limit // 1024} kB.")

    def _take_line(self, line: bytes, events: list[Event]) -> None:
        if self._fresh:
            self._fresh = False
            line = line.removeprefix(BOM)
        if not line:
            self._dispatch(events)
            return
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._check(len(value))
            self._size += len(value) + 1
            self._data.append(value)
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")
        elif field == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif field == b"error":
            self.error = value  # from versions of llama.cpp before September 2025
        elif line.startswith(b"{") and b'"error"' in line:
            self.error = line  # from Ollama, whose own streams are JSON lines

    def _dispatch(self, events: list[Event]) -> None:
        if self._data:
            data = self._data[0] if len(self._data) == 1 else b"\n".join(self._data)
            events.append(Event(data, self._name or "message", self._id))
            if self._name == "error":
                self.error = data
            self._data.clear()
            self._size = 0
        self._name = ""
