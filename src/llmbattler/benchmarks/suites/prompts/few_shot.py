"""Which samples a prompt shows as few-shot examples."""

import random
from collections.abc import Sequence

from ..definition.samples import SampleView, make_id
from ..definition.spec import FewShotSpec, SuiteSpec

MOST_DRAWN = 1_000
"""Enough to find a hundred examples that differ in a dataset with many copies."""


def choose_examples(spec: SuiteSpec, samples: Sequence[SampleView]) -> Sequence[SampleView]:
    """Draw the same ones from samples that are at hand."""
    if spec.few_shot is None:
        return []
    if spec.few_shot.samples is not None:
        return view_examples(spec, spec.few_shot.samples)
    return drop_copies([samples[place] for place in draw_positions(spec.few_shot, len(samples))], spec.few_shot.count)


def draw_positions(wanted: FewShotSpec, sample_count: int) -> list[int]:
    """All places in an order that the seed decides, as far as they can be needed."""
    drawing = random.Random(wanted.seed)  # noqa: S311 - a draw that can be repeated
    return drawing.sample(range(sample_count), min(sample_count, MOST_DRAWN))


def drop_copies(drawn: Sequence[SampleView], count: int) -> list[SampleView]:
    """One more than are shown: one of them may be the sample that is asked."""
    distinct = {make_id(one.fields): one for one in reversed(drawn)}
    return list(reversed(distinct.values()))[: count + 1]


def view_examples(spec: SuiteSpec, samples: Sequence[dict[str, object]]) -> list[SampleView]:
    """Examples of the suite's own. They may be as many as are wanted, and one of them may be the sample asked."""
    named = spec.dataset.fields.target
    return [
        SampleView(
            position=place,
            sample_id=make_id(fields),
            fields=fields,
            target=fields.get(named) if named is not None else fields.get("target"),
        )
        for place, fields in enumerate(samples)
    ]
