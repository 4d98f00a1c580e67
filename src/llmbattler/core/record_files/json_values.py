"""Values of a file as JSON types that can be stored."""

import math
import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

DEEPEST = 50
"""Most nested levels of lists and objects in a value."""
_NUL = re.compile("\x00|[\ud800-\udfff]")


def clean(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any value of a file
    """The value as JSON types, without characters that PostgreSQL cannot store. Raises `RecursionError` if too deep."""
    if depth > DEEPEST:
        raise RecursionError
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {clean(str(name)): clean(one, depth + 1) for name, one in value.items()}
        case list() | tuple():
            return [clean(one, depth + 1) for one in value]
        case _:
            return _NUL.sub("", _write(value))


def _write(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value.isoformat() if isinstance(value, date | time) else str(value)
