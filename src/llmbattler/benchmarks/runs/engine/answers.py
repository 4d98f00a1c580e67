"""Answers of the response cache."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    answer: str
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    first_token_ms: int | None
    total_ms: int | None
