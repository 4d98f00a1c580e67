"""Few-shot examples of a prompt."""

import random
from collections.abc import Sequence

from ..definition.samples import SampleView, make_id, read_target
from ..definition.spec import FewShotSpec, SuiteSpec

MOST_DRAWN = 1_000
"""Enough to find a hundred distinct examples in a dataset with many duplicates."""


def choose_examples(spec: SuiteSpec, samples: Sequence[SampleView]) -> Sequence[SampleView]:
    """The examples for a suite whose samples are in memory."""
    if spec.few_shot is None:
        return []
    if spec.few_shot.samples is not None:
        return view_examples(spec, spec.few_shot.samples)
    return drop_copies([samples[place] for place in draw_positions(spec.few_shot, len(samples))], spec.few_shot.count)


def draw_positions(wanted: FewShotSpec, sample_count: int) -> list[int]:
    """Positions of samples in the order that the seed decides, at most `MOST_DRAWN`."""
    drawing = random.Random(wanted.seed)  # noqa: S311 - must be reproducible
    return drawing.sample(range(sample_count), min(sample_count, MOST_DRAWN))


def drop_copies(drawn: Sequence[SampleView], count: int) -> list[SampleView]:
    """Distinct examples, one more than are shown, because one of them may be the sample itself."""
    distinct = {make_id(one.fields): one for one in reversed(drawn)}
    return list(reversed(distinct.values()))[: count + 1]


def view_examples(spec: SuiteSpec, samples: Sequence[dict[str, object]]) -> list[SampleView]:
    """Examples that the suite lists itself. One of them may be the sample itself."""
    roles = spec.dataset.fields
    return [
        SampleView(
            position=place,
            sample_id=make_id(fields),
            fields=fields,
            target=read_target(fields, roles) if roles.target is not None else fields.get("target"),
        )
        for place, fields in enumerate(samples)
    ]
