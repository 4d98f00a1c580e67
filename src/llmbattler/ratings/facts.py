"""Facts about a whole board, stored in one JSON column."""

from typing import Any, TypedDict


class BoardFacts(TypedDict, total=False):
    smoothed: bool
    groups: list[list[str]]
    """Only when there is more than one."""
    robustness: int | None
    style_effects: dict[str, dict[str, float]]
    agreement: list[dict[str, Any]]
