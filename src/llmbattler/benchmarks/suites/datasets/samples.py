"""Samples built from records: ids, targets, clusters and tags."""

from collections.abc import Mapping, Sequence
from typing import Any

from llmbattler.core.versions.hashes import hash_content

from ..definition.errors import UnreadableDataset
from ..definition.samples import SampleView, make_id, number_copies, read_target, shorten_id
from ..definition.spec import DatasetSpec, FieldsSpec, SuiteSpec
from .choice_order import identify, shuffle_choices
from .published_format import PublishedFormat
from .records import LoadedDataset
from .row_filter import keep_rows


def merge_fields(wanted: FieldsSpec, published_format: PublishedFormat | None) -> FieldsSpec:
    """The roles of columns that the suite sets, completed by those of the published format."""
    if published_format is None:
        return wanted
    given = {name: value for name, value in wanted.model_dump().items() if value is not None}
    known = published_format.fields.model_dump()
    if wanted.target is not None:
        known["target_values"] = None  # they belong to the column of the format
    return FieldsSpec(**{**known, **given})


def build_samples(records: Sequence[Mapping[str, Any]], spec: DatasetSpec) -> list[SampleView]:
    """Build samples: chosen, shuffled and limited as the suite says. Raises `BadTemplate` or `UnreadableDataset`.

    All orders depend only on the samples and the seeds, so doing it twice changes nothing.
    """
    chosen = [arrange_choices(one, spec, number) for number, one in enumerate(keep_rows(records, spec.where), start=1)]
    if spec.seed is not None and spec.included is None:
        chosen.sort(key=lambda one: hash_content([spec.seed, _identify(one, spec)]))
    if spec.limit is not None:
        chosen = chosen[: spec.limit]
    named = spec.fields
    ids = [make_id(_identify(one, spec)) if named.id is None else shorten_id(one.get(named.id)) for one in chosen]
    return [
        SampleView(
            position=position,
            sample_id=sample_id,
            fields=one,
            target=read_target(one, named),
            cluster=_text(one.get(named.cluster)) if named.cluster is not None else None,
            tags=_tags(one.get(named.tags)) if named.tags is not None else (),
        )
        for position, (sample_id, one) in enumerate(zip(number_copies(ids), chosen, strict=True))
    ]


def arrange_choices(fields: Mapping[str, Any], spec: DatasetSpec, number: int) -> Mapping[str, Any]:
    """The columns of one sample with its choices in the order of the suite."""
    if spec.shuffle_choices is None:
        return fields
    try:
        return shuffle_choices(fields, spec.shuffle_choices, _require_target(spec))
    except ValueError as error:
        raise UnreadableDataset(f"Sample {number:,}: {error}.") from error


def _identify(fields: Mapping[str, Any], spec: DatasetSpec) -> Mapping[str, Any]:
    """What a sample's id is made of: without the order of choices that the suite sets."""
    return fields if spec.shuffle_choices is None else identify(fields, spec.shuffle_choices, _require_target(spec))


def _require_target(spec: DatasetSpec) -> str:
    if spec.fields.target is None:
        raise UnreadableDataset("`shuffle_choices` needs the column of the correct choice; set `fields: {target: …}`.")
    return spec.fields.target


def _text(value: Any) -> str | None:  # noqa: ANN401 - any value of a dataset
    return None if value is None or value == "" else str(value)[:200]


def _tags(value: Any) -> list[str]:  # noqa: ANN401 - any value of a dataset
    several = value if isinstance(value, list) else str(value).split(",") if value is not None else []
    return [word[:100] for one in several if (word := str(one).strip())]


def name_fields(spec: SuiteSpec, loaded: LoadedDataset) -> SuiteSpec:
    """The suite with the roles of its columns set explicitly."""
    fields = merge_fields(spec.dataset.fields, loaded.published_format)
    return spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"fields": fields})})
