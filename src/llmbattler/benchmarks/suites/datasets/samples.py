"""Samples built from records: ids, targets, clusters and tags."""

from collections.abc import Mapping, Sequence
from typing import Any

from llmbattler.core.versions.hashes import hash_content

from ..definition.samples import SampleView, make_id, number_copies, shorten_id
from ..definition.spec import DatasetSpec, FieldsSpec, SuiteSpec
from .published_format import PublishedFormat
from .records import LoadedDataset


def merge_fields(wanted: FieldsSpec, published_format: PublishedFormat | None) -> FieldsSpec:
    """The roles of columns that the suite sets, completed by those of the published format."""
    if published_format is None:
        return wanted
    given = {name: value for name, value in wanted.model_dump().items() if value is not None}
    return FieldsSpec(**{**published_format.fields.model_dump(), **given})


def build_samples(records: Sequence[Mapping[str, Any]], spec: DatasetSpec) -> list[SampleView]:
    """Build samples, shuffled and limited as the suite says.

    The order after shuffling depends only on the samples and the seed, so shuffling twice changes nothing.
    """
    chosen = list(records)
    if spec.seed is not None and spec.included is None:
        chosen.sort(key=lambda one: hash_content([spec.seed, one]))
    if spec.limit is not None:
        chosen = chosen[: spec.limit]
    named = spec.fields
    ids = [make_id(one) if named.id is None else shorten_id(one.get(named.id)) for one in chosen]
    return [
        SampleView(
            position=position,
            sample_id=sample_id,
            fields=one,
            target=None if named.target is None else one.get(named.target),
            cluster=_text(one.get(named.cluster)) if named.cluster is not None else None,
            tags=_tags(one.get(named.tags)) if named.tags is not None else (),
        )
        for position, (sample_id, one) in enumerate(zip(number_copies(ids), chosen, strict=True))
    ]


def _text(value: Any) -> str | None:  # noqa: ANN401 - any value of a dataset
    return None if value is None or value == "" else str(value)[:200]


def _tags(value: Any) -> list[str]:  # noqa: ANN401 - any value of a dataset
    several = value if isinstance(value, list) else str(value).split(",") if value is not None else []
    return [word[:100] for one in several if (word := str(one).strip())]


def name_fields(spec: SuiteSpec, loaded: LoadedDataset) -> SuiteSpec:
    """The suite with the roles of its columns set explicitly."""
    fields = merge_fields(spec.dataset.fields, loaded.published_format)
    return spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"fields": fields})})
