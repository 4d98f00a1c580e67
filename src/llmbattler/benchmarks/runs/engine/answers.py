"""Answers of the cache."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer out of the cache."""

    answer: str
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    first_token_ms: int | None
    total_ms: int | None
