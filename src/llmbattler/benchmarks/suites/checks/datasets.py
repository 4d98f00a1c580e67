"""Checks of a suite's columns, ids and few-shot examples against its samples."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ..datasets.records import LoadedDataset
from ..datasets.samples import merge_fields
from ..definition.samples import make_id, shorten_id
from ..definition.spec import FieldsSpec
from .problems import Problems, nearest

_FIELDS = ("target", "cluster", "tags", "language", "id")


@dataclass(frozen=True, slots=True)
class Columns:
    """The column names that templates may use; `None` if the samples could not be read."""

    names: Sequence[str] | None
    target: bool
    """Whether the suite or its format names a target column."""

    @classmethod
    def read(cls, dataset: Any, loaded: LoadedDataset | None) -> "Columns":  # noqa: ANN401 - part of a document
        given = dataset.get("fields") if isinstance(dataset, dict) else None
        named = isinstance(given, dict) and given.get("target") is not None
        if loaded is None:
            return cls(None, True)
        by_format = loaded.published_format is not None and loaded.published_format.fields.target is not None
        return cls(loaded.columns, named or by_format)


def check_fields(dataset: Any, loaded: LoadedDataset, problems: Problems) -> None:  # noqa: ANN401 - part of a document
    """Columns with a role must exist, and ids must be unique."""
    fields = dataset.get("fields") if isinstance(dataset, dict) else None
    given = fields if isinstance(fields, dict) else {}
    columns = {name for one in loaded.records for name in one}
    for name in _FIELDS:
        column = given.get(name)
        if isinstance(column, str) and column not in columns:
            hint = nearest(column, list(loaded.columns))
            problems.add(("dataset", "fields", name), f"the column `{column}` does not exist; {hint}")
    try:
        meant = merge_fields(FieldsSpec.model_validate(given), loaded.published_format)
    except ValidationError:
        return
    if meant.id in columns:
        _check_ids([one.get(meant.id) for one in loaded.records], meant.id, problems)


def _check_ids(ids: Sequence[Any], column: str | None, problems: Problems) -> None:
    path = ("dataset", "fields", "id")
    missing = sum(one is None or one == "" for one in ids)
    if missing:
        problems.add(path, f"{missing:,} samples have no value in `{column}`; each needs a unique id.")
    counted = Counter(shorten_id(one) for one in ids if one not in {None, ""} or isinstance(one, int))
    twice = [name for name, count in counted.items() if count > 1]
    if twice:
        shown = ", ".join(twice[:5]) + (", …" if len(twice) > 5 else "")  # noqa: PLR2004 - show a few
        problems.add(path, f"several samples have the id {shown}; each needs a unique id.")


def check_few_shot(value: Any, loaded: LoadedDataset, problems: Problems) -> None:  # noqa: ANN401 - part of a document
    """There must be enough examples besides the sample itself."""
    if not isinstance(value, dict) or not isinstance(value.get("count"), int):
        return
    count, own = value["count"], value.get("samples")
    if isinstance(own, list):
        if len(own) < count:
            problems.add(
                ("few_shot", "count"), f"is {count}, but there are only {len(own)} examples; add some or lower it."
            )
        return
    different = len({make_id(one) for one in loaded.records})
    if count >= different:
        problems.add(
            ("few_shot", "count"),
            f"is {count}, but there are only {different - 1} samples besides the one in the question; lower it.",
        )
