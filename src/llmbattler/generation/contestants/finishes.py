"""The finish of an answer that took several calls."""

from collections.abc import Sequence
from dataclasses import fields

from llmbattler.catalog.service import AnswerFinish
from llmbattler.connectors.contract import Usage


def sum_finishes(parts: Sequence[AnswerFinish], *, first_token_ms: int | None) -> AnswerFinish:
    """Sum the finishes of consecutive calls; the last one gave the text."""
    costs = [part.cost_micro_usd for part in parts]
    return AnswerFinish(
        parts[-1].reason,
        _sum_usage([part.usage for part in parts]),
        billed=_sum_usage([part.billed for part in parts]),
        estimated=any(part.estimated for part in parts),
        cost_micro_usd=sum(cost for cost in costs if cost is not None) if None not in costs else None,
        first_token_ms=first_token_ms,
        total_ms=sum(part.total_ms for part in parts),
        attempts=1 + sum(part.attempts - 1 for part in parts),
    )


def _sum_usage(parts: Sequence[Usage]) -> Usage:
    def add(name: str) -> int | None:
        counted = [getattr(part, name) for part in parts]
        return None if None in counted else sum(counted)

    return Usage(*(add(each.name) for each in fields(Usage)))
