"""One sample of a run with its prompts and all answers."""

from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.money import MICRO

from ....runs.models import Result
from ....suites.definition.errors import BadTemplate
from ....suites.definition.samples import SampleView
from ....suites.definition.spec import SuiteSpec
from ....suites.prompts.renderer import Renderer
from ....suites.schemas import MarkOut, MessageOut
from ....suites.service.open_suite import draw_examples
from ....suites.service.suites import show_sample as show_suite_sample
from ...errors import SampleNotFound
from ...schemas import AnswerOut, RunSampleOut, TurnOut
from ...service.lines import Line, list_lines, load_run
from .. import repository
from ..excerpts import show_value


async def show_sample(session: Session, *, run_id: UUID, position: int) -> RunSampleOut:
    loaded = await load_run(session, run_id=run_id)
    run, dataset_id = loaded.run, loaded.version.dataset_id
    found = await repository.list_samples(session, dataset_id, [position]) if position < run.sample_count else []
    if not found:
        raise SampleNotFound
    row = found[0]
    sample = SampleView(
        position=row.position,
        sample_id=row.sample_id,
        fields=row.fields,
        target=row.target,
        cluster=row.cluster,
        tags=row.tags,
    )
    spec = SuiteSpec.model_validate(loaded.version.spec)
    renderer = Renderer(spec, await draw_examples(session, spec, dataset_id, loaded.dataset.sample_count))
    lines = {(line.model_id, line.prompt): line for line in await list_lines(session, run=run)}
    order = {place: number for number, place in enumerate(lines)}
    answers = [one for one in await repository.list_answers(session, run_id, position) if _place(one) in lines]
    answers.sort(key=lambda one: (order[_place(one)], one.epoch))
    return RunSampleOut(
        run_id=run_id,
        title=run.title,
        suite_title=loaded.suite.title,
        sample=show_suite_sample(sample),
        target=_show_target(renderer, spec, sample),
        prompts={prompt: _show_prompt(renderer, sample, prompt) for prompt in run.prompts},
        answers=[_show_answer(one, lines[_place(one)]) for one in answers],
        previous=position - 1 if position else None,
        next=position + 1 if position + 1 < run.sample_count else None,
    )


def _place(result: Result) -> tuple[str, str]:
    return result.model_id, result.prompt


def _show_prompt(renderer: Renderer, sample: SampleView, prompt: str) -> list[MessageOut]:
    """The rendered prompt, or the error message if it cannot be rendered."""
    try:
        messages = renderer.render(sample, prompt)
    except BadTemplate as error:
        return [MessageOut(role="system", content=f"{error.title} {error.detail}".strip())]
    return [MessageOut(role=one.role, content=one.text) for one in messages]


def _show_target(renderer: Renderer, spec: SuiteSpec, sample: SampleView) -> str | None:
    score = next((one for one in spec.scores if one.weight), spec.scores[0])
    try:
        target = renderer.target(sample, score)
    except BadTemplate:
        target = sample.target
    return show_value(target)


def _show_answer(result: Result, line: Line) -> AnswerOut:
    cost = result.cost_micro_usd
    return AnswerOut(
        key=line.key,
        model_id=line.model_id,
        model_name=line.model_name,
        prompt=line.prompt,
        epoch=result.epoch,
        outcome=result.outcome,
        value=result.value,
        answer=result.answer,
        turns=[TurnOut.model_validate(turn) for turn in result.turns or []],
        finish=result.finish,
        marks=[_show_mark(one) for one in result.scores],
        input_tokens=result.input_tokens,
        output_tokens=result.output_tokens,
        cost_usd=None if cost is None else cost / MICRO,
        first_token_ms=result.first_token_ms,
        total_ms=result.total_ms,
        cached=result.cached,
        tries=result.tries,
        next_try_at=result.next_try_at,
        error_kind=result.error_kind,
        error=result.error,
        recorded_at=result.recorded_at,
    )


def _show_mark(score: dict[str, Any]) -> MarkOut:
    return MarkOut(
        name=score["name"],
        value=score.get("value"),
        extracted=score.get("extracted"),
        reason=score.get("reason") or "",
        details=score.get("details") or {},
    )
