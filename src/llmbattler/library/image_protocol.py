"""What the server and an image worker process say to each other over pipes."""

import struct
from enum import IntEnum

MAX_STORED_BYTES = 3_600_000
"""A re-encoded image is small enough for every provider, also as base64."""

REQUEST = struct.Struct("!4sI")
ANSWER = struct.Struct("!BI")
DIMENSIONS = struct.Struct("!HH")
READY = b"ready\n"


class Verdict(IntEnum):
    """The result of reading an image; also the exit code of the process that read it."""

    FINE = 0
    BROKEN = 1
    TOO_MUCH = 2
