"""Results in the form in which they are inserted, and texts without characters that PostgreSQL rejects."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from ...suites.scoring.marks import Mark
from ...suites.scoring.turns import Turn
from ..models import Outcome

MAX_ERROR_CHARS = 2_000
MAX_ANSWER_CHARS = 1_000_000
NUL = b"\\u0000"


class ResultRow(msgspec.Struct, kw_only=True, gc=False):
    run_id: UUID
    model_id: str
    prompt: str
    position: int
    epoch: int
    sample_id: str
    outcome: Outcome
    worker: UUID
    value: float | None = None
    scores: msgspec.Raw = msgspec.Raw(b"[]")
    answer: str | None = None
    turns: list[dict[str, Any]] | None = None
    finish: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    judge_micro_usd: int | None = None
    first_token_ms: int | None = None
    total_ms: int | None = None
    cached: bool = False
    tries: int = 1
    error_kind: str | None = None
    error: str | None = None
    wait: float | None = None
    """Seconds until the next try."""

    @property
    def key(self) -> tuple[UUID, str, str, int, int]:
        return self.run_id, self.model_id, self.prompt, self.position, self.epoch

    @property
    def micro_usd(self) -> int:
        return (self.cost_micro_usd or 0) + (self.judge_micro_usd or 0)


def clean_text(text: str, max_chars: int = MAX_ANSWER_CHARS) -> str:
    """Replace NUL and unpaired surrogates, which PostgreSQL rejects, and cut to `max_chars` characters."""
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode()
    return text.replace("\0", "�")[:max_chars]


def write_turn(turn: Turn) -> dict[str, Any]:
    answer = turn.answer
    return {
        "question": clean_text(turn.question),
        "answer": clean_text(answer.text),
        "finish": turn.finish,
        "cached": turn.cached,
        "input_tokens": answer.input_tokens,
        "output_tokens": answer.output_tokens,
        "total_ms": answer.total_ms,
    }


def encode_scores(marks: Sequence[Mark]) -> msgspec.Raw:
    scores = [
        {
            "name": mark.name,
            "value": mark.value,
            "extracted": mark.extracted,
            "reason": mark.reason,
            "details": dict(mark.details),
            "weight": mark.weight,
        }
        for mark in marks
    ]
    try:
        written = msgspec.json.encode(scores, enc_hook=str)
    except UnicodeEncodeError:
        written = NUL
    if NUL in written:
        written = msgspec.json.encode(_clean(scores), enc_hook=str)
    return msgspec.Raw(written)


def _clean(value: Any) -> Any:  # noqa: ANN401 - any value in the details of a scorer
    match value:
        case str():
            return clean_text(value)
        case Mapping():
            return {clean_text(str(name)): _clean(one) for name, one in value.items()}
        case list() | tuple():
            return [_clean(one) for one in value]
        case _:
            return value
