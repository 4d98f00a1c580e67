"""Fills the site of `llmbattler demo` with what the slices register in their manifests."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .manifests import list_demo_data, load
from .resources import Resources

Progress: TypeAlias = Callable[[str, float], None]
"""Receives the current step and the share that is done."""


@dataclass(frozen=True, slots=True)
class DemoRequest:
    progress: Progress
    amounts: Mapping[str, int] = field(default_factory=dict)
    """How many of a kind to make (`battles`). A slice has a default for kinds that are missing."""


Fill: TypeAlias = Callable[[Resources, DemoRequest], Awaitable[str | None]]


async def fill_demo(resources: Resources, request: DemoRequest) -> list[str]:
    """Let every slice add its data, and return what they added, in words. A slice that has its data adds none."""
    slices = list_demo_data()
    total, begin, added = sum(one.weight for one in slices), 0.0, []
    for one in slices:
        fill: Fill = load(one.fill)
        share = one.weight / total
        sentence = await fill(resources, DemoRequest(_scale(request.progress, begin, share), request.amounts))
        if sentence is not None:
            added.append(sentence)
        begin += share
    return added


def _scale(progress: Progress, begin: float, share: float) -> Progress:
    return lambda step, done: progress(step, begin + done * share)
