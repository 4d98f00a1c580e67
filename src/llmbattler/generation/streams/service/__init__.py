"""The contract of generations, and their rows."""

from ..buffers import StreamBuffer, Unpaced
from ..contract import (
    Ended,
    EndWriter,
    Failure,
    GenerationKey,
    GenerationOwner,
    GenerationOwners,
    Outcome,
    Pacing,
    StoredEnd,
    StreamAnswer,
    StreamFailure,
    StreamRequest,
)
from .generations import (
    close_generation,
    close_stale_generation,
    delete_generations,
    list_live,
    open_generation,
    request_stop,
)

__all__ = [
    "EndWriter",
    "Ended",
    "Failure",
    "GenerationKey",
    "GenerationOwner",
    "GenerationOwners",
    "Outcome",
    "Pacing",
    "StoredEnd",
    "StreamAnswer",
    "StreamBuffer",
    "StreamFailure",
    "StreamRequest",
    "Unpaced",
    "close_generation",
    "close_stale_generation",
    "delete_generations",
    "list_live",
    "open_generation",
    "request_stop",
]
