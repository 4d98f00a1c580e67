"""A sample as everybody above the tables sees it, and the id that it gets from its content."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ID_LENGTH = 16
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleView:
    position: int
    """From 0, in the order of the dataset."""
    sample_id: str
    fields: Mapping[str, Any]
    target: Any | None = None
    cluster: str | None = None
    tags: Sequence[str] = ()


def write_canonical(value: object) -> str:
    """JSON in which the same content always looks the same: sorted keys, no spaces."""
    return _CANONICAL.encode(value)


def digest(value: object) -> str:
    return hashlib.sha256(write_canonical(value).encode(errors="surrogatepass")).hexdigest()


def make_id(fields: Mapping[str, Any]) -> str:
    """16 hexadecimal digits out of the content of a sample; the order of its columns does not matter."""
    return digest(fields)[:ID_LENGTH]


def shorten_id(named: object) -> str:
    """An id from a column: as it is, or, where that is too long for the table, 16 digits out of it."""
    text = named if isinstance(named, str) else write_canonical(named)
    return text if len(text) <= ID_LENGTH else digest(text)[:ID_LENGTH]


def number_copies(ids: Iterable[str]) -> Iterator[str]:
    """Tell copies of the same sample apart: the second one ends in `.2`, the third in `.3`, in 16 characters again."""
    seen: dict[str, int] = {}
    for one in ids:
        seen[one] = seen.get(one, 0) + 1
        suffix = f".{seen[one]}" if seen[one] > 1 else ""
        yield one[: ID_LENGTH - len(suffix)] + suffix
