"""Responses as they are put into the cache and found in it."""

from dataclasses import dataclass

import msgspec


class NewResponse(msgspec.Struct, kw_only=True, gc=False):
    """A response to cache. Its texts must not contain characters that PostgreSQL rejects."""

    key: str
    contestant_id: str
    answer: str
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    first_token_ms: int | None
    total_ms: int | None


@dataclass(frozen=True, slots=True)
class StoredResponse:
    answer: str
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    first_token_ms: int | None
    total_ms: int | None
