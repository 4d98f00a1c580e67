"""Room to think: what a suite allows is meant for the answer, and most providers count hidden reasoning with it."""

from collections.abc import Mapping
from typing import Any

from llmbattler.catalog.service import OfferedModel

ROOM_FOR_THINKING = 12_288
"""Tokens that a model which reasons gets on top of the longest answer."""
MOST_WITH_ROOM = 16_384
"""No limit is raised beyond this, which is also what the catalog assumes of such a model where nobody sets a limit."""
PART_OF_CONTEXT = 4
"""Of a short context no more than this part is for thinking, or the prompt would find no place in it."""


def make_room(model: OfferedModel, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that this one model is asked with. Estimates, budgets and the cache must know the same."""
    longest = params.get("max_tokens")
    if longest is None or not model.abilities.reasoning:
        return dict(params)
    room = ROOM_FOR_THINKING
    if model.context_length is not None:
        room = min(room, model.context_length // PART_OF_CONTEXT)
    # The site's own limit for a model is also how it says that the provider takes no higher one.
    most = min(MOST_WITH_ROOM, model.params.get("max_tokens") or MOST_WITH_ROOM)
    return {**params, "max_tokens": max(longest, min(longest + room, most))}
