"""What can be wrong with the samples of a suite."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ..datasets.records import Loaded
from ..datasets.samples import merge_fields
from ..definition.samples import make_id, shorten_id
from ..definition.spec import FieldsSpec
from .problems import Problems, nearest

_FIELDS = ("target", "cluster", "tags", "id")


@dataclass(frozen=True, slots=True)
class Columns:
    """The names that templates may use; unknown where the samples could not be read."""

    names: Sequence[str] | None
    target: bool
    """Whether there is a target to speak of."""

    @classmethod
    def read(cls, dataset: Any, loaded: Loaded | None) -> "Columns":  # noqa: ANN401 - part of a document
        given = dataset.get("fields") if isinstance(dataset, dict) else None
        named = isinstance(given, dict) and given.get("target") is not None
        if loaded is None:
            return cls(None, True)
        recipe = loaded.recipe is not None and loaded.recipe.fields.target is not None
        return cls(loaded.columns, named or recipe)


def check_fields(dataset: Any, loaded: Loaded, problems: Problems) -> None:  # noqa: ANN401 - part of a document
    """The columns that are said to mean something must be there, and ids must differ."""
    fields = dataset.get("fields") if isinstance(dataset, dict) else None
    given = fields if isinstance(fields, dict) else {}
    columns = {name for one in loaded.records for name in one}
    for name in _FIELDS:
        column = given.get(name)
        if isinstance(column, str) and column not in columns:
            hint = nearest(column, list(loaded.columns))
            problems.add(("dataset", "fields", name), f"there is no column `{column}`; {hint}")
    try:
        meant = merge_fields(FieldsSpec.model_validate(given), loaded.recipe)
    except ValidationError:
        return
    if meant.id in columns:
        _check_ids([one.get(meant.id) for one in loaded.records], meant.id, problems)


def _check_ids(ids: Sequence[Any], column: str | None, problems: Problems) -> None:
    path = ("dataset", "fields", "id")
    missing = sum(one is None or one == "" for one in ids)
    if missing:
        problems.add(path, f"{missing:,} samples have nothing in `{column}`; each needs a name of its own.")
    counted = Counter(shorten_id(one) for one in ids if one not in {None, ""} or isinstance(one, int))
    twice = [name for name, count in counted.items() if count > 1]
    if twice:
        shown = ", ".join(twice[:5]) + (", …" if len(twice) > 5 else "")  # noqa: PLR2004 - a few are enough
        problems.add(path, f"several samples are named {shown}; each needs a name of its own.")


def check_few_shot(value: Any, loaded: Loaded, problems: Problems) -> None:  # noqa: ANN401 - part of a document
    """There must be as many examples as are wanted, beside the sample that is asked."""
    if not isinstance(value, dict) or not isinstance(value.get("count"), int):
        return
    count, own = value["count"], value.get("samples")
    if isinstance(own, list):
        if len(own) < count:
            problems.add(("few_shot", "count"), f"is {count}, but there are {len(own)} examples; add some or lower it.")
        return
    different = len({make_id(one) for one in loaded.records})
    if count >= different:
        problems.add(
            ("few_shot", "count"),
            f"is {count}, but beside the sample that is asked there are only {different - 1} others; lower it.",
        )
