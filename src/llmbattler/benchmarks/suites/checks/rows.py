"""Checks of what a suite makes of the rows of its samples: which are used, their choices and their targets."""

from dataclasses import replace
from typing import Any

from ..datasets.records import LoadedDataset
from ..datasets.row_filter import RowFilter, keep_rows
from ..datasets.samples import arrange_choices
from ..definition.errors import BadTemplate, UnreadableDataset
from ..definition.samples import write_value
from ..definition.spec import SuiteSpec
from ..prompts.renderer import name_columns
from .problems import Problems, nearest

_WHERE = ("dataset", "where")
_CHOICES = ("dataset", "shuffle_choices")
MOST_SHOWN = 5


def check_rows(dataset: Any, loaded: LoadedDataset, problems: Problems) -> LoadedDataset:  # noqa: ANN401 - part of a document
    """The samples that `where` keeps; all of them if it cannot be used."""
    expression = dataset.get("where") if isinstance(dataset, dict) else None
    if not isinstance(expression, str) or not expression:
        return loaded
    try:
        unknown = sorted(RowFilter(expression).names - name_columns(dict.fromkeys(loaded.columns)).keys())
        for name in unknown:
            problems.add(_WHERE, f"the column `{name}` does not exist; {nearest(name, list(loaded.columns))}")
        kept = [] if unknown else list(keep_rows(loaded.records, expression))
    except BadTemplate as error:
        problems.add(_WHERE, error.detail.removeprefix("dataset.where: ").removeprefix("dataset.where, "))
        return loaded
    if not kept and not unknown:
        problems.add(_WHERE, f"keeps none of the {len(loaded.records):,} samples.")
    return replace(loaded, records=kept) if kept else loaded


def check_choices(spec: SuiteSpec, loaded: LoadedDataset, problems: Problems) -> None:
    """The choices of every sample can be put in another order, and every target has a value."""
    dataset = spec.dataset
    if dataset.shuffle_choices is not None and dataset.fields.target is None:
        problems.add(_CHOICES, "needs the column of the correct choice; set `fields: {target: …}`.")
        return
    try:
        for number, record in enumerate(loaded.records, start=1):
            arrange_choices(record, dataset, number)
    except UnreadableDataset as error:
        problems.add(_CHOICES, error.detail)
    _check_target_values(spec, loaded, problems)


def _check_target_values(spec: SuiteSpec, loaded: LoadedDataset, problems: Problems) -> None:
    roles = spec.dataset.fields
    if roles.target_values is None:
        return
    place = ("dataset", "fields", "target_values")
    if roles.target is None:
        problems.add(place, "needs the column whose values it replaces; set `target`.")
        return
    found = dict.fromkeys(write_value(one.get(roles.target)) for one in loaded.records)
    missing = [name for name in found if name not in roles.target_values]
    if missing:
        shown = ", ".join(f"`{name}`" for name in missing[:MOST_SHOWN]) + (", …" if len(missing) > MOST_SHOWN else "")
        problems.add(place, f"has no entry for {shown}, which the column `{roles.target}` contains.")
