"""Time-ordered identifiers."""

import os
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0
_RANDOM_BITS = 74


def uuid7() -> UUID:
    """Return a UUIDv7 that sorts after every earlier one of this process, also within one millisecond."""
    return UUID(int=_next_number())


def uuid7_hex() -> str:
    """Return the hexadecimal digits of a UUIDv7, without making an object."""
    return f"{_next_number():032x}"


def _next_number() -> int:
    global _last  # noqa: PLW0603 - the previous value is what makes the order strict
    with _lock:
        fresh = (time.time_ns() // 1_000_000) << _RANDOM_BITS | int.from_bytes(os.urandom(10)) >> 6
        _last = fresh if fresh > _last else _last + 1
        value = _last
    timestamp, random = value >> _RANDOM_BITS, value & ((1 << _RANDOM_BITS) - 1)
    return timestamp << 80 | 0x7 << 76 | (random >> 62) << 64 | 0b10 << 62 | random & ((1 << 62) - 1)


def parse_uuid(text: str) -> UUID | None:
    """Return the UUID, or `None` for a text that is not one."""
    try:
        return UUID(text)
    except ValueError:
        return None
