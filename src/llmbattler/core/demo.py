"""Fills the site of `llmbattler demo` from the recorded archive, by what the slices register in their manifests."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile

from . import clock
from .manifests import list_demo_data, load
from .resources import Resources

ARCHIVE = Path(__file__).with_name("demo.zip")
"""Written by `scripts/record_demo.py`: models, battles, suites, runs and answers, each as its importer reads it."""
Progress: TypeAlias = Callable[[str, float], None]
"""Receives the current step and the share that is done."""


@dataclass(frozen=True, slots=True)
class DemoRequest:
    progress: Progress
    amounts: Mapping[str, int] = field(default_factory=dict)
    """How many of a kind to load (`battles`). A slice loads all of the kinds that are missing."""


Fill: TypeAlias = Callable[[Resources, DemoRequest], Awaitable[str | None]]


def read_part(name: str) -> bytes:
    """Read a file of the archive."""
    with ZipFile(ARCHIVE) as archive:
        return archive.read(name)


def list_parts(folder: str) -> list[str]:
    """Return the names of the files in a folder of the archive, in order."""
    with ZipFile(ARCHIVE) as archive:
        return sorted(name for name in archive.namelist() if name.startswith(f"{folder}/"))


def find_shift(until: datetime | None = None, *, step: timedelta = timedelta(seconds=1)) -> timedelta:
    """Return by how much times of the archive move so that the recording ends at `until`, in whole steps."""
    recorded = datetime.fromisoformat(read_part("until.txt").decode())
    return ((until or clock.now()) - recorded) // step * step


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
