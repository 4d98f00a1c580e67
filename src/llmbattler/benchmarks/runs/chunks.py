"""How the work of a run is divided into chunks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

SIZE = 50
"""Samples per chunk: few enough that little is lost with a worker, enough that claims are cheap."""
MIN_CHUNKS = 8
"""Chunks per model, if there are enough samples, so that several workers can share a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkPlan:
    number: int
    model_id: str
    prompt: str
    epoch: int
    first: int
    """Position of its first sample."""
    count: int
    deaths: int = 0

    @property
    def positions(self) -> range:
        return range(self.first, self.first + self.count)


def choose_size(sample_count: int) -> int:
    return max(1, min(SIZE, -(-sample_count // MIN_CHUNKS)))


def plan_chunks(
    *,
    models: Sequence[str],
    prompts: Sequence[str],
    epochs: int,
    sample_count: int,
    size: int | None = None,
    first_number: int = 0,
) -> list[ChunkPlan]:
    """Every sample for every model, prompt and epoch exactly once. Epochs count from 1.

    Models proceed through the samples together, so that early results compare them on the same samples.
    """
    size = size or choose_size(sample_count)
    plans: list[ChunkPlan] = []
    for epoch in range(1, epochs + 1):
        for first in range(0, sample_count, size):
            count = min(size, sample_count - first)
            for prompt in prompts:
                for model_id in models:
                    plans.append(
                        ChunkPlan(
                            number=first_number + len(plans),
                            model_id=model_id,
                            prompt=prompt,
                            epoch=epoch,
                            first=first,
                            count=count,
                        )
                    )
    return plans


def split_chunk(plan: ChunkPlan, positions: Iterable[int], *, first_number: int) -> list[ChunkPlan]:
    """Chunks of one sample each for these positions, to isolate a sample that crashes workers."""
    inside = plan.positions
    wanted = sorted({position for position in positions if position in inside})
    return [
        replace(plan, number=first_number + number, first=position, count=1) for number, position in enumerate(wanted)
    ]


def group_positions(positions: Iterable[int], *, size: int = SIZE) -> Iterator[tuple[int, int]]:
    """Group adjacent positions: the first of each group and their number."""
    first = last = None
    for position in sorted(set(positions)):
        if first is None or last is None:
            first = position
        elif position != last + 1 or position - first >= size:
            yield first, last + 1 - first
            first = position
        last = position
    if first is not None and last is not None:
        yield first, last + 1 - first
