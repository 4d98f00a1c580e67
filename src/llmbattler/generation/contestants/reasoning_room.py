"""Room for hidden reasoning: a suite limits the answer, but most providers count the reasoning with it."""

from collections.abc import Mapping
from typing import Any

from llmbattler.catalog.service import OfferedModel

REASONING_TOKENS = 12_288
"""Tokens that a model which reasons gets on top of the longest answer."""
MOST_TOKENS = 16_384
"""No limit is raised beyond this, which is also what the catalog assumes of such a model where nobody sets a limit."""
CONTEXT_PART = 4
"""No more than this part of a short context is for reasoning, so that the prompt still fits."""


def add_reasoning_room(model: OfferedModel, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that a model is asked with. Estimates, budgets and the cache must use the same."""
    longest = params.get("max_tokens")
    if longest is None or not model.abilities.reasoning:
        return dict(params)
    room = REASONING_TOKENS
    if model.context_length is not None:
        room = min(room, model.context_length // CONTEXT_PART)
    # The limit that the catalog sets for a model is also the highest that its provider takes.
    most = min(MOST_TOKENS, model.params.get("max_tokens") or MOST_TOKENS)
    return {**params, "max_tokens": max(longest, min(longest + room, most))}
