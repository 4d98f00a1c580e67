"""Adds tokens for hidden reasoning to the parameters of a model."""

from collections.abc import Mapping
from typing import Any

from llmbattler.catalog.service import OfferedModel

REASONING_TOKENS = 12_288
"""Output tokens that a reasoning model gets on top of the limit for its answer."""
MAX_TOKENS = 16_384
"""No limit is raised beyond this. The catalog assumes the same for a reasoning model without a limit."""
CONTEXT_PART = 4
"""At most a quarter of the context is for reasoning, so that the prompt still fits."""


def add_reasoning_tokens(model: OfferedModel, params: Mapping[str, Any]) -> dict[str, Any]:
    """Raise `max_tokens` for a reasoning model: suites mean the answer, most providers count hidden reasoning too.

    Estimates, budgets and the cache must use the same parameters as the call.
    """
    limit = params.get("max_tokens")
    if limit is None or not model.abilities.reasoning:
        return dict(params)
    extra = REASONING_TOKENS
    if model.context_length is not None:
        extra = min(extra, model.context_length // CONTEXT_PART)
    # The limit that the site sets for a model may be the highest that its provider accepts.
    highest = min(MAX_TOKENS, model.params.get("max_tokens") or MAX_TOKENS)
    return {**params, "max_tokens": max(limit, min(limit + extra, highest))}
