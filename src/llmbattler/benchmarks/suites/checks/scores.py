"""Checks of extractors and scores."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from llmbattler.scorers.contract import ScorerKind
from llmbattler.scorers.errors import BadOptions, UnknownScorer
from llmbattler.scorers.extraction import list_steps, make_pipeline
from llmbattler.scorers.registry import find_scorer, list_scorers, make_scorer

from ..scoring.marks import list_needs
from .problems import Problems, nearest


def check_extraction(value: Any, problems: Problems) -> None:  # noqa: ANN401 - part of a document
    if not isinstance(value, dict):
        return
    known = [step.name for step in list_steps()]
    for name, steps in value.items():
        for number, step in enumerate(steps if isinstance(steps, list) else []):
            path = ("extract", name, number)
            named = step if isinstance(step, str) else next(iter(step), "") if isinstance(step, dict) else ""
            if named and named not in known:
                problems.add(path, f"the step `{named}` does not exist; {nearest(named, known)}")
                continue
            try:
                make_pipeline([step])
            except BadOptions as error:
                problems.add(path, f"{error.detail.removeprefix('step 1').lstrip(': ')}.".replace("..", "."))


def check_scores(value: Mapping[str, Any], problems: Problems, *, need_judges: bool) -> None:
    scores = value.get("scores")
    if not isinstance(scores, list):
        return
    pipelines = value.get("extract")
    extractions = [str(name) for name in pipelines] if isinstance(pipelines, dict) else []
    follow_ups = value.get("follow_ups")
    judged = bool(value.get("judges")) or not need_judges
    first: dict[str, int] = {}
    for number, score in enumerate(scores):
        if not isinstance(score, dict):
            continue
        name = score.get("name")
        if isinstance(name, str) and first.setdefault(name, number) != number:
            problems.add(("scores", number, "name"), f"`{name}` is already the name of scores[{first[name]}].")
        wanted = score.get("extract")
        if isinstance(wanted, str) and wanted not in extractions:
            sentence = f"the extractor `{wanted}` does not exist under `extract`; {nearest(wanted, extractions)}"
            problems.add(("scores", number, "extract"), sentence)
        turn, turns = score.get("turn"), 1 + len(follow_ups if isinstance(follow_ups, list) else [])
        if isinstance(turn, int) and turn > turns:
            sentence = f"is {turn}, but the suite has {turns}; add `follow_ups` or lower it."
            problems.add(("scores", number, "turn"), sentence)
        _check_scorer(score, number, problems, judged=judged)
    weights = [score.get("weight", 1) for score in scores if isinstance(score, dict)]
    if weights and not any(weights):
        problems.add(("scores",), "no score has a weight above 0, so no answer can be right.")


def _check_scorer(score: Mapping[str, Any], number: int, problems: Problems, *, judged: bool) -> None:
    name = score.get("scorer")
    if not isinstance(name, str):
        return
    place = ("scores", number, "scorer")
    if name not in list_scorers():
        problems.add(place, f"the scorer `{name}` does not exist; {nearest(name, list_scorers())}")
        return
    try:
        kind = find_scorer(name)
    except UnknownScorer as error:
        problems.add(place, error.detail)
        return
    options = score.get("options", {})
    if isinstance(options, dict):
        _check_options(name, kind, options, number, problems)
    if "judge" in list_needs(name) and not judged:
        problems.add(place, f"`{name}` needs a judge; add one or more models under `judges`.")


def _check_options(name: str, kind: ScorerKind, options: dict[str, Any], number: int, problems: Problems) -> None:
    place = ("scores", number, "options")
    try:
        kind.Options.model_validate(options)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=False):
            path = (*place, *(part for part in one["loc"] if part in options or isinstance(part, int)))
            if one["type"] == "extra_forbidden":
                known = [field.alias or field_name for field_name, field in kind.Options.model_fields.items()]
                problems.add(
                    (*place, *one["loc"]),
                    f"is not an option of `{name}`; {nearest(str(one['loc'][-1]), known)}",
                )
            elif one["type"] == "missing":
                problems.add((*place, *one["loc"]), f"is missing: `{name}` needs it.")
            else:
                sentence = one["msg"].removeprefix("Value error, ").replace("Input should", "should")
                problems.add(path, f"{sentence[0].lower()}{sentence[1:]}.")
        return
    try:
        make_scorer(name, options)
    except BadOptions as error:
        problems.add(place, error.detail)
