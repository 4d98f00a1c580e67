"""Checks of templates: syntax, unknown variables, and errors when rendered with samples."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from jinja2 import TemplateError

from llmbattler.core.yaml_lines import Path

from ..datasets.records import LoadedDataset
from ..datasets.samples import build_samples
from ..definition.errors import BadTemplate
from ..definition.spec import SuiteSpec
from ..prompts.few_shot import view_examples
from ..prompts.renderer import Renderer, compile_template, list_names, name_columns
from .datasets import Columns
from .problems import Problems, nearest

TRIED = 50
"""Samples that each prompt is rendered with, if that takes no longer than `SECONDS`."""
SECONDS = 3


def check_templates(value: Mapping[str, Any], columns: Columns, problems: Problems) -> None:
    for path, source, with_target in _list_templates(value):
        try:
            compile_template(source, "")
            names = list_names(source)
        except BadTemplate as error:
            problems.add(path, error.detail.removeprefix(": "))
            continue
        except TemplateError as error:
            problems.add(path, f"{error}.")
            continue
        if columns.names is None:
            continue
        known = name_columns(dict.fromkeys(columns.names))
        if with_target and columns.target:
            known["target"] = None
        for name in sorted(names - known.keys()):
            offered = [one for one in known if one.isidentifier() and one != "sample"]
            problems.add(path, f"the column `{name}` does not exist; {nearest(name, offered)}")


def _list_templates(value: Mapping[str, Any]) -> Iterator[tuple[Path, str, bool]]:
    """Each template with its place, and whether it may use the target."""
    few_shot, prompts, scores = _names(value, "few_shot"), _names(value, "prompts"), value.get("scores")
    listed: list[tuple[Path, Any, bool]] = [
        (("system",), value.get("system"), False),
        *((("prompts", str(name)), text, False) for name, text in prompts.items()),
        (("few_shot", "question"), few_shot.get("question"), False),
        (("few_shot", "answer"), few_shot.get("answer"), True),
        *(
            (("scores", number, "target"), score.get("target"), True)
            for number, score in enumerate(scores if isinstance(scores, list) else [])
            if isinstance(score, dict)
        ),
    ]
    for path, text, with_target in listed:
        if isinstance(text, str) and text:
            yield path, text, with_target


def _names(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def try_prompts(spec: SuiteSpec, loaded: LoadedDataset, problems: Problems) -> None:
    """Render the first samples with each prompt, to find errors that depend on values."""
    samples = build_samples(loaded.records[: TRIED + 1], spec.dataset)
    few_shot = spec.few_shot
    examples = view_examples(spec, few_shot.samples) if few_shot is not None and few_shot.samples else samples
    renderer = Renderer(spec, examples)
    ends = time.monotonic() + SECONDS
    for prompt in spec.prompts:
        for sample in samples[:TRIED]:
            if time.monotonic() > ends:
                return
            try:
                renderer.render(sample, prompt)
                for score in spec.scores:
                    renderer.target(sample, score)
            except BadTemplate as error:
                problems.add(("prompts", prompt), error.detail)
                break
