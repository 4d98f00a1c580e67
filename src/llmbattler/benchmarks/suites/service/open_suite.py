"""Opens a version of a suite for rendering and scoring. Versions are immutable, so callers may cache them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..definition.samples import SampleView
from ..definition.spec import SuiteSpec
from ..errors import VersionNotFound
from ..models import SuiteVersion
from ..prompts.few_shot import choose_examples, draw_positions, drop_copies
from ..prompts.renderer import Renderer
from ..scoring.marks import Marker


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
    """The few-shot examples: those the suite lists, or else drawn by its seed, one more than are shown."""
    if spec.few_shot is None or spec.few_shot.samples is not None:
        return choose_examples(spec, [])
    places = draw_positions(spec.few_shot, sample_count)
    return drop_copies(await repository.list_samples_at(session, dataset_id, places), spec.few_shot.count)


async def open_suite(session: Session, *, version_id: UUID) -> OpenSuite:
    """Load a version with its templates and scorers."""
    version = await repository.get_version(session, version_id)
    if version is None:
        raise VersionNotFound
    return await open_version(session, version)


async def list_samples(session: Session, *, dataset_id: UUID, first: int, count: int) -> Sequence[SampleView]:
    return await repository.list_samples(session, dataset_id, first, count)


async def list_sample_ranges(
    session: Session, *, ranges: Collection[tuple[UUID, int, int]]
) -> dict[tuple[UUID, int], SampleView]:
    """The samples of these datasets, first positions and counts, by dataset and position."""
    return await repository.list_sample_ranges(session, ranges)
