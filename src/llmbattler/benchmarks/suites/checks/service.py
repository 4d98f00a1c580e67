"""Checks a suite and reports all problems at once, each with its line and a fix."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel, ValidationError

from llmbattler.core.record_files import clean
from llmbattler.core.yaml_lines import Document, YamlProblem, format_path

from ..datasets.formats import list_formats
from ..datasets.hub import Hub
from ..datasets.records import LoadedDataset
from ..datasets.samples import name_fields
from ..datasets.service import SOURCES, load_dataset
from ..definition.errors import BadSuite, UnreadableDataset
from ..definition.spec import DatasetSpec, SuiteSpec
from .datasets import Columns, check_few_shot, check_fields
from .documents import plain_document, read_document
from .problems import Problem, Problems, nearest
from .rows import check_choices, check_rows
from .scores import check_extraction, check_scores
from .templates import check_templates, try_prompts

MOST_PROBLEMS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    problems: list[Problem]
    spec: SuiteSpec | None
    """`None` if the file does not have the shape of a suite."""
    loaded: LoadedDataset | None
    """The samples; `None` if they could not be read."""


def check_text(
    content: str | bytes,
    *,
    folder: FilePath | None,
    loaded: LoadedDataset | None = None,
    need_judges: bool = True,
    hub: Hub | None = None,
) -> CheckResult:
    """Check a file. Without a folder (uploads), it may not refer to other files."""
    try:
        document = read_document(content)
    except YamlProblem as problem:
        found = Problem(problem.line, format_path(problem.path), problem.sentence)
        return CheckResult(problems=[found], spec=None, loaded=None)
    return check_document(document, folder=folder, loaded=loaded, need_judges=need_judges, hub=hub)


def check_spec(spec: SuiteSpec, *, loaded: LoadedDataset | None) -> CheckResult:
    """Check a suite from the web form, with the samples that were uploaded for it."""
    try:
        value = clean(spec.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    except (RecursionError, ValueError) as error:
        raise BadSuite("It has too many nested levels.") from error
    return check_document(plain_document(value), folder=None, loaded=loaded, need_judges=False)


def check_document(
    document: Document,
    *,
    folder: FilePath | None,
    loaded: LoadedDataset | None = None,
    need_judges: bool = True,
    hub: Hub | None = None,
) -> CheckResult:
    problems = Problems(document)
    value = document.value
    if not isinstance(value, dict):
        problems.add((), "is not a suite: it must be a mapping of fields, such as `name: my-suite`.")
        return CheckResult(problems=problems.listed(), spec=None, loaded=None)
    if isinstance(value.get("version"), int | float):
        value["version"] = str(value["version"])
    spec = _check_form(value, problems)
    found = check_dataset(value.get("dataset"), folder, problems, hub) if loaded is None else loaded
    columns = Columns.read(value.get("dataset"), found)
    check_extraction(value.get("extract"), problems)
    check_scores(value, problems, need_judges=need_judges)
    check_templates(value, columns, problems)
    kept = found if found is None else check_rows(value.get("dataset"), found, problems)
    if kept is not None:
        check_fields(value.get("dataset"), kept, problems)
        check_few_shot(value.get("few_shot"), kept, problems)
    if spec is not None and kept is not None and not problems.listed():
        spec = name_fields(spec, kept)
        check_choices(spec, kept, problems)
        if not problems.listed():
            try_prompts(spec, kept, problems)
    return CheckResult(problems=problems.listed()[:MOST_PROBLEMS], spec=spec, loaded=found)


def check_dataset(
    value: Any,  # noqa: ANN401 - part of a document
    folder: FilePath | None,
    problems: Problems,
    hub: Hub | None = None,
) -> LoadedDataset | None:
    """Load the samples; returns `None` if that fails."""
    if not isinstance(value, dict):
        return None
    given = [name for name in SOURCES if value.get(name) is not None]
    if len(given) != 1:
        found = f"has {' and '.join(given)}" if given else "has no source of samples"
        problems.add(("dataset", given[-1]) if given else ("dataset",), f"{found}; set one of {', '.join(SOURCES)}.")
        return None
    named = value.get("format")
    if isinstance(named, str) and named not in list_formats():
        problems.add(("dataset", "format"), f"the format `{named}` does not exist; {nearest(named, list_formats())}")
        return None
    try:
        spec = DatasetSpec.model_validate({**value, "fields": {}})
    except ValidationError:
        return None
    try:
        loaded = load_dataset(spec, folder=folder, hub=hub)
    except (UnreadableDataset, BadSuite) as error:
        problems.add(("dataset", given[0]), error.detail)
        return None
    for line in loaded.skipped:
        problems.add(("dataset", given[0]), f"{line}; fix the file.")
    return loaded


def _check_form(value: Mapping[str, Any], problems: Problems) -> SuiteSpec | None:
    try:
        return SuiteSpec.model_validate(value)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=False):
            path = tuple(part for part in one["loc"] if part != "[key]")
            problems.add(path, _explain(one["type"], one["msg"], path))
        return None


def _explain(kind: str, message: str, path: tuple[str | int, ...]) -> str:
    if kind == "extra_forbidden":
        return f"is not a known field; {nearest(str(path[-1]), _known_names(path[:-1]))}"
    if kind == "missing":
        return "is missing; add it."
    if kind == "string_pattern_mismatch":
        return "may only contain lowercase letters, digits, `.`, `_` and `-`, and must start with a letter or digit."
    message = message.removeprefix("Value error, ").replace("Input should", "should")
    return f"{message[0].lower()}{message[1:]}."


def _known_names(path: tuple[str | int, ...]) -> list[str]:
    """Field names that are allowed at this place of a suite."""
    model: type[BaseModel] = SuiteSpec
    for part in path:
        field = model.model_fields.get(str(part))
        inner = None if field is None else _find_model(field.annotation)
        if isinstance(part, str) and inner is not None:
            model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _find_model(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401 - a type, or several
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_find_model(one) for one in getattr(annotation, "__args__", ()))
    return next((one for one in inner if one is not None), None)
