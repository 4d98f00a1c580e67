"""One finished call as the ledger takes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any
from uuid import UUID

from llmbattler.connectors.contract import Finish, FinishReason, Message, Usage
from llmbattler.core.ids import uuid7
from llmbattler.core.integers import LARGEST_INTEGER

from .models import Purpose

CHARACTERS_PER_TOKEN = 4


@dataclass(slots=True, kw_only=True)
class AnswerFinish(Finish):
    """The last delta of an answer: usage as the provider counted it, and what the answer took altogether."""

    billed: Usage
    """The usage with what the provider did not count filled in."""
    estimated: bool
    """Something had to be filled in."""
    cost_micro_usd: int | None
    """By the billed usage; `None` where a price is unknown."""
    first_token_ms: int | None
    total_ms: int
    attempts: int
    """More than one where the first ones failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    model_id: str
    purpose: Purpose
    outcome: str
    total_ms: int
    attempts: int
    usage: Usage = field(default_factory=Usage)
    estimated: bool = False
    cost_micro_usd: int | None = None
    first_token_ms: int | None = None
    caller: str | None = None
    purpose_id: str | None = None
    parent_id: UUID | None = None
    contestant_id: str | None = None
    own_key: bool = False
    """Paid by the caller, with a key of their own."""
    provider: str | None = None
    """Who is paid; not in the ledger, whose model says so."""
    reservation_id: UUID | None = None
    """What was set aside for it."""
    call_id: UUID = field(default_factory=uuid7)

    def finish(self, reason: FinishReason, counted: Usage, reasons: tuple[FinishReason, ...] = ()) -> AnswerFinish:
        """The last delta of the call, with the usage as the provider counted it."""
        return AnswerFinish(
            reason,
            counted,
            reasons,
            billed=self.usage,
            estimated=self.estimated,
            cost_micro_usd=self.cost_micro_usd,
            first_token_ms=self.first_token_ms,
            total_ms=self.total_ms,
            attempts=self.attempts,
        )

    def as_row(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in _COLUMNS},
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "cached_tokens": self.usage.cached_tokens,
        }


_COLUMNS = [each.name for each in fields(CallRecord) if each.name not in {"usage", "provider", "reservation_id"}]


def estimate_tokens(characters: int) -> int:
    """About four characters make a token; good enough where the provider does not count."""
    return -(-characters // CHARACTERS_PER_TOKEN)


def complete_usage(usage: Usage | None, messages: Sequence[Message], said: int) -> tuple[Usage, bool]:
    """Fill in what the provider did not count, and say whether anything had to be guessed."""
    given = usage or Usage()
    known = given.input_tokens is not None and given.output_tokens is not None
    read = estimate_tokens(sum(len(message.text) for message in messages))
    return (
        Usage(
            input_tokens=_bounded(given.input_tokens if given.input_tokens is not None else read),
            output_tokens=_bounded(given.output_tokens if given.output_tokens is not None else estimate_tokens(said)),
            cached_tokens=None if given.cached_tokens is None else _bounded(given.cached_tokens),
            reasoning_tokens=None if given.reasoning_tokens is None else _bounded(given.reasoning_tokens),
            cache_write_tokens=None if given.cache_write_tokens is None else _bounded(given.cache_write_tokens),
        ),
        not known,
    )


def _bounded(count: int) -> int:
    # What a provider counts is not to be trusted; no real call comes near this.
    return max(0, min(count, LARGEST_INTEGER))
