"""Samples and their ids, which are hashes of their content."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llmbattler.core.versions.hashes import hash_content, write_canonical

from .spec import FieldsSpec

ID_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleView:
    position: int
    """From 0, in the order of the dataset."""
    sample_id: str
    fields: Mapping[str, Any]
    target: Any | None = None
    cluster: str | None = None
    tags: Sequence[str] = ()


def read_target(fields: Mapping[str, Any], roles: FieldsSpec) -> Any:  # noqa: ANN401 - any value of a dataset
    """The correct answer of a sample: the value of its column, or what the suite sets for this value."""
    if roles.target is None:
        return None
    value = fields.get(roles.target)
    if roles.target_values is None or value is None:
        return value
    return roles.target_values.get(write_value(value))


def write_value(value: Any) -> str:  # noqa: ANN401 - any value of a dataset
    """A value as a key of `target_values`: texts as they are, others as JSON."""
    return value if isinstance(value, str) else write_canonical(value)


def make_id(fields: Mapping[str, Any]) -> str:
    """16 hexadecimal digits of the hash of a sample's content. The order of columns does not matter."""
    return hash_content(fields)[:ID_LENGTH]


def shorten_id(named: object) -> str:
    """An id read from a column; replaced by 16 digits of its hash if it is too long for the table."""
    text = named if isinstance(named, str) else write_canonical(named)
    return text if len(text) <= ID_LENGTH else hash_content(text)[:ID_LENGTH]


def number_copies(ids: Iterable[str]) -> Iterator[str]:
    """Make ids unique: the second copy of a sample gets the suffix `.2`, the third `.3`, within 16 characters."""
    seen: dict[str, int] = {}
    for one in ids:
        seen[one] = seen.get(one, 0) + 1
        suffix = f".{seen[one]}" if seen[one] > 1 else ""
        yield one[: ID_LENGTH - len(suffix)] + suffix
