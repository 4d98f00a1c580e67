"""A version of a suite, ready to ask and to score. A version never changes, so callers may keep it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.core.db import Session

from . import repository
from .errors import VersionNotFound
from .marking import Marker
from .models import SuiteVersion
from .rendering import Renderer
from .samples import SampleView, make_id
from .spec import FewShotSpec, SuiteSpec

MOST_DRAWN = 1_000
"""Enough to find a hundred examples that differ in a dataset with many copies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSuite:
    suite_id: UUID
    version_id: UUID
    number: int
    spec: SuiteSpec
    dataset_id: UUID
    sample_count: int
    renderer: Renderer
    marker: Marker


async def open_version(session: Session, version: SuiteVersion) -> OpenSuite:
    dataset = await repository.get_dataset(session, version.dataset_id)
    if dataset is None:
        raise VersionNotFound
    spec = SuiteSpec.model_validate(version.spec)
    examples = await draw_examples(session, spec, version.dataset_id, dataset.sample_count)
    return OpenSuite(
        suite_id=version.suite_id,
        version_id=version.version_id,
        number=version.number,
        spec=spec,
        dataset_id=version.dataset_id,
        sample_count=dataset.sample_count,
        renderer=Renderer(spec, examples),
        marker=Marker(spec),
    )


async def draw_examples(session: Session, spec: SuiteSpec, dataset_id: UUID, sample_count: int) -> Sequence[SampleView]:
    """The few-shot examples: those that the suite gives, or one more than it wants, drawn by its seed."""
    if spec.few_shot is None or spec.few_shot.samples is not None:
        return choose_examples(spec, [])
    places = _draw(spec.few_shot, sample_count)
    return _drop_copies(await repository.pick_samples(session, dataset_id, places), spec.few_shot.count)


def choose_examples(spec: SuiteSpec, samples: Sequence[SampleView]) -> Sequence[SampleView]:
    """Draw the same ones from samples that are at hand."""
    if spec.few_shot is None:
        return []
    if spec.few_shot.samples is not None:
        return view_examples(spec, spec.few_shot.samples)
    return _drop_copies([samples[place] for place in _draw(spec.few_shot, len(samples))], spec.few_shot.count)


def _draw(wanted: FewShotSpec, sample_count: int) -> list[int]:
    """All places in an order that the seed decides, as far as they can be needed."""
    drawing = random.Random(wanted.seed)  # noqa: S311 - a draw that can be repeated
    return drawing.sample(range(sample_count), min(sample_count, MOST_DRAWN))


def _drop_copies(drawn: Sequence[SampleView], count: int) -> list[SampleView]:
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
