"""One finished call, as it is written to the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from uuid import UUID

import msgspec

from llmbattler.connectors.contract import Finish, FinishReason, Message, Usage
from llmbattler.core.ids import uuid7
from llmbattler.core.integers import LARGEST_INTEGER

from .tokens import estimate_tokens


@dataclass(slots=True, kw_only=True)
class AnswerFinish(Finish):
    """The last delta of an answer: the usage as the provider counted it, and cost and times of the whole answer."""

    billed: Usage
    """The usage, with estimates for what the provider did not count."""
    estimated: bool
    """Whether `billed` contains an estimate."""
    cost_micro_usd: int | None
    """Of the billed usage; `None` when a price is unknown."""
    first_token_ms: int | None
    total_ms: int
    attempts: int
    """More than one when the first ones failed."""


class CallRecord(msgspec.Struct, frozen=True, kw_only=True):
    model_id: str
    purpose: str
    outcome: str
    total_ms: int
    attempts: int
    usage: Usage = msgspec.field(default_factory=Usage)
    estimated: bool = False
    cost_micro_usd: int | None = None
    first_token_ms: int | None = None
    caller: str | None = None
    purpose_id: str | None = None
    parent_id: UUID | None = None
    contestant_id: str | None = None
    answering_model: str | None = None
    own_key: bool = False
    """The caller's own key was used, so no budget of the site counts it."""
    provider: str | None = None
    """For budgets; the ledger does not store it, because the model has it."""
    reservation_id: UUID | None = None
    """The reservation that this call replaces."""
    call_id: UUID = msgspec.field(default_factory=uuid7)
    report: str | None = None
    """What the provider said about a failure. The health of the model stores the last one, the ledger none."""

    def finish(self, reason: FinishReason, counted: Usage, reasons: tuple[FinishReason, ...] = ()) -> AnswerFinish:
        """Make the last delta of the call; `counted` is the usage as the provider counted it."""
        return AnswerFinish(
            reason,
            counted,
            reasons,
            self.answering_model,
            billed=self.usage,
            estimated=self.estimated,
            cost_micro_usd=self.cost_micro_usd,
            first_token_ms=self.first_token_ms,
            total_ms=self.total_ms,
            attempts=self.attempts,
        )

    def as_row(self) -> dict[str, Any]:
        return {
            **dict(zip(_COLUMNS, _read_columns(self), strict=True)),
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "cached_tokens": self.usage.cached_tokens,
        }


_UNSTORED = {"usage", "provider", "reservation_id", "report"}
_COLUMNS = [name for name in CallRecord.__struct_fields__ if name not in _UNSTORED]
_read_columns = attrgetter(*_COLUMNS)


def complete_usage(usage: Usage | None, messages: Sequence[Message], chars: int) -> tuple[Usage, bool]:
    """Estimate what the provider did not count; the second value tells whether anything was estimated."""
    given = usage or Usage()
    known = given.input_tokens is not None and given.output_tokens is not None
    read = given.input_tokens
    if read is None:
        read = estimate_tokens(sum(len(message.text) for message in messages))
    return (
        Usage(
            input_tokens=_bounded(read),
            output_tokens=_bounded(given.output_tokens if given.output_tokens is not None else estimate_tokens(chars)),
            cached_tokens=None if given.cached_tokens is None else _bounded(given.cached_tokens),
            reasoning_tokens=None if given.reasoning_tokens is None else _bounded(given.reasoning_tokens),
            cache_write_tokens=None if given.cache_write_tokens is None else _bounded(given.cache_write_tokens),
        ),
        not known,
    )


def _bounded(count: int) -> int:
    # A provider may report any number; no real call comes near this.
    return max(0, min(count, LARGEST_INTEGER))
