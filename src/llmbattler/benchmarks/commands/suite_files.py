"""Files that commands take as a suite: a suite, or only samples, for which a recipe makes the suite."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.core.commands import console, errors, fail, read_quiet_settings

from ..runs.settings import BenchmarkSettings
from ..suites.checks.problems import Problem, nearest
from ..suites.checks.service import CheckResult, check_spec, check_text
from ..suites.checks.templates import ANSWER
from ..suites.datasets.formats import PLAIN, list_formats
from ..suites.datasets.hub import Hub
from ..suites.datasets.records import LoadedDataset
from ..suites.datasets.samples import build_samples
from ..suites.datasets.service import is_table, load_from_hub, load_path
from ..suites.definition.errors import BadTemplate, UnreadableDataset
from ..suites.definition.samples import SampleView
from ..suites.definition.spec import DatasetSpec, SuiteSpec
from ..suites.prompts.few_shot import choose_examples
from ..suites.prompts.renderer import Renderer
from ..suites.service.uploads import suggest_name, suggest_suite

AUTO = "auto"
HUB = "huggingface:"
Recipe = Annotated[
    str | None,
    typer.Option(
        "--recipe",
        metavar="NAME",
        help=f"For a file with samples: how to make a suite of it. One of {', '.join([AUTO, *list_formats()])}.",
    ),
]
Name = Annotated[str | None, typer.Option("--name", help="For a file with samples: the name of its suite.")]
_SUITES = frozenset({".yaml", ".yml"})
_SUITE_FIELDS = frozenset({"dataset", "prompts", "scores"})
LONGEST_PREVIEW = 2_000
"""Characters of a message that are shown before a suite is added."""


def is_suite_file(text: str) -> bool:
    """Whether an argument means a file, not the name of a suite. A folder needs a slash, such as `./mmlu`."""
    path = Path(text)
    if text.startswith(HUB):
        return True
    return path.suffix.lower() in _SUITES or is_table(path) or (os.sep in text and path.is_dir())


def has_only_samples(file: Path, recipe: str | None = None) -> bool:
    if recipe is not None or file.is_dir() or str(file).startswith(HUB):
        return True
    if file.suffix.lower() == ".json":
        return not _is_json_suite(file)
    return is_table(file)


def _is_json_suite(file: Path) -> bool:
    try:
        content = file.read_bytes()
    except OSError:
        return True  # reading it as a suite reports why
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return b'"prompts"' in content  # a suite with a mistake, whose line is reported; else JSON lines
    return isinstance(value, dict) and len(_SUITE_FIELDS & value.keys()) > 1


def check_file(file: Path, recipe: str | None = None, name: str | None = None) -> CheckResult:
    """Check a suite, or make one of a file with samples."""
    if recipe is not None and recipe not in {AUTO, *list_formats()}:
        fail(f"The recipe {recipe} does not exist; {nearest(recipe, [AUTO, *list_formats()])}")
    if has_only_samples(file, recipe):
        if file.suffix.lower() in _SUITES:
            fail(f"--recipe is for files with samples; {file.name} is a suite. Set `format` under its `dataset`.")
        return _make_suite(file, None if recipe in {None, AUTO} else recipe, name)
    if name is not None:
        fail(f"--name is for files with samples; {file.name} is a suite. Set its `name`.")
    try:
        content = file.read_bytes()
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    return check_text(content, folder=file.parent, hub=_open_hub())


def _open_hub() -> Hub:
    settings = read_quiet_settings().of(BenchmarkSettings)
    token = settings.huggingface_token
    return Hub(settings.huggingface_url, None if token is None else token.get_secret_value())


def _make_suite(file: Path, recipe: str | None, name: str | None) -> CheckResult:
    try:
        loaded = _load(file, recipe)
    except UnreadableDataset as error:
        return CheckResult(problems=[Problem(None, "", error.detail)], spec=None, loaded=None)
    if loaded.published_format is None and recipe != PLAIN:
        columns = ", ".join(loaded.columns)
        return _refuse(
            f"no recipe fits its columns {columns}. Choose one with --recipe ({', '.join(list_formats())}), or write a "
            "suite (docs/suites.md).",
            loaded=loaded,
        )
    if loaded.skipped:
        return _refuse(*(f"{line}; fix the file." for line in loaded.skipped), loaded=loaded)
    suggested = suggest_suite(loaded, file.name)
    if name is None and str(file).startswith(HUB):
        name = suggest_name((_read_hub_name(file).huggingface or "").rpartition("/")[2])
    if name is not None:
        suggested = suggested.model_copy(update={"name": name})
    return check_spec(suggested, loaded=loaded)


def _load(file: Path, recipe: str | None) -> LoadedDataset:
    if str(file).startswith(HUB):
        return load_from_hub(_read_hub_name(file).model_copy(update={"format": recipe}), _open_hub())
    return load_path(file, named=recipe)


def _read_hub_name(file: Path) -> DatasetSpec:
    """Read `huggingface:openai/gsm8k`, and optionally a file of the dataset after it."""
    parts = str(file).removeprefix(HUB).split("/")
    return DatasetSpec(huggingface="/".join(parts[:2]), file="/".join(parts[2:]) or None)


def _refuse(*sentences: str, loaded: LoadedDataset) -> CheckResult:
    return CheckResult(problems=[Problem(None, "", one) for one in sentences], spec=None, loaded=loaded)


def print_problems(file: Path, checked: CheckResult) -> None:
    for problem in checked.problems:
        line = f":{problem.line}" if problem.line else ""
        field = f"[bold]{escape(problem.field)}[/bold] " if problem.field else ""
        errors.print(f"{escape(file.name)}{line}: {field}{escape(problem.sentence)}", soft_wrap=True)


def describe_detected(file: Path, loaded: LoadedDataset, spec: SuiteSpec) -> str:
    """What was found in a file with samples, in one line."""
    found = loaded.published_format
    recipe = PLAIN if found is None else f"{found.name} ({found.title})"
    scores = ", ".join(f"{one.name} ({one.scorer})" for one in spec.scores)
    return f"{file.name}: {len(loaded.records):,} samples, recipe {recipe}, scored by {scores}."


def print_detected(file: Path, checked: CheckResult) -> None:
    """Print what was found in a file with samples, and the prompt of its first sample."""
    spec, loaded = checked.spec, checked.loaded
    if spec is None or loaded is None:
        return
    console.print(escape(describe_detected(file, loaded, spec)), soft_wrap=True)
    console.print(f"Columns: {escape(', '.join(loaded.columns))}", soft_wrap=True)
    samples = build_samples(loaded.records, spec.dataset)
    console.print(f"\nThe first of {len(samples):,} samples:\n")
    print_prompt(spec, samples, samples[0], next(iter(spec.prompts)), longest=LONGEST_PREVIEW)


def print_prompt(
    spec: SuiteSpec, samples: list[SampleView], chosen: SampleView, prompt: str, *, longest: int | None = None
) -> None:
    """Print the messages of one sample, and its correct answer."""
    try:
        renderer = Renderer(spec, choose_examples(spec, samples))
        messages = renderer.render_all(chosen, prompt, ANSWER)[-1]
        target = renderer.target(chosen, spec.scores[0])
    except BadTemplate as error:
        fail(error.detail)
    for message in messages:
        cut = longest is not None and len(message.text) > longest
        console.print(f"[bold cyan]{message.role}[/bold cyan]")
        console.print(escape(message.text[:longest] + ("…" if cut else "")), soft_wrap=True)
        console.print()
    console.print(f"[dim]sample {escape(chosen.sample_id)}, target {escape(str(target))}[/dim]", soft_wrap=True)
