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
ANSWER = "(an answer)"
"""Stands for the answer of a model in follow-up questions."""
_TARGET, _ANSWERS = "target", "answers"


def check_templates(value: Mapping[str, Any], columns: Columns, problems: Problems) -> None:
    for path, source, added in _list_templates(value):
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
        if added == _TARGET and columns.target:
            known["target"] = None
        if added == _ANSWERS:
            known["answers"] = None
        for name in sorted(names - known.keys()):
            offered = [one for one in known if one.isidentifier() and one != "sample"]
            problems.add(path, f"the column `{name}` does not exist; {nearest(name, offered)}")


def _list_templates(value: Mapping[str, Any]) -> Iterator[tuple[Path, str, str | None]]:
    """Each template with its place, and the variable that it may use besides the columns."""
    few_shot, prompts, scores = _names(value, "few_shot"), _names(value, "prompts"), value.get("scores")
    follow_ups = value.get("follow_ups")
    listed: list[tuple[Path, Any, str | None]] = [
        (("system",), value.get("system"), None),
        *((("prompts", str(name)), text, None) for name, text in prompts.items()),
        *(
            (("follow_ups", number), text, _ANSWERS)
            for number, text in enumerate(follow_ups if isinstance(follow_ups, list) else [])
        ),
        (("few_shot", "question"), few_shot.get("question"), None),
        (("few_shot", "answer"), few_shot.get("answer"), _TARGET),
        *(
            (("scores", number, "target"), score.get("target"), _TARGET)
            for number, score in enumerate(scores if isinstance(scores, list) else [])
            if isinstance(score, dict)
        ),
    ]
    for path, text, added in listed:
        if isinstance(text, str) and text:
            yield path, text, added


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
                renderer.render_all(sample, prompt, ANSWER)
                for score in spec.scores:
                    renderer.target(sample, score)
            except BadTemplate as error:
                problems.add(("prompts", prompt), error.detail)
                break
