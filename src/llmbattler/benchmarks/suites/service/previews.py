"""Previews the prompt of one sample and the scores of an answer."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from jinja2 import TemplateError

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.versions.hashes import write_canonical
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.errors import BadOptions, NoTarget, UnknownScorer

from .. import repository
from ..checks.service import check_spec
from ..checks.templates import ANSWER
from ..datasets.records import LoadedDataset
from ..datasets.row_filter import RowFilter, keep_rows
from ..datasets.samples import arrange_choices
from ..definition.errors import BadScore, BadSuite, BadTemplate, UnreadableDataset
from ..definition.samples import SampleView, read_target
from ..definition.spec import SuiteSpec
from ..errors import SampleNotFound
from ..prompts.renderer import Renderer
from ..schemas import FilteredOut, MarkOut, MessageOut, PreviewIn, PreviewOut
from ..scoring.marks import Mark, Marker, Marks, list_needs
from ..scoring.turns import ModelAnswer, Turn
from .datasets import find_usable_dataset
from .edits import show_problem
from .open_suite import draw_examples
from .suites import show_sample

CHECKED_SAMPLES = 500
"""Samples that a preview checks the suite against; saving checks all samples."""


async def preview(session: Session, *, wanted: PreviewIn, asker: Visitor) -> PreviewOut:
    dataset = await find_usable_dataset(session, dataset_id=wanted.dataset_id, owner=asker.owner)
    found = await repository.list_samples(session, wanted.dataset_id, wanted.position, 1)
    if not found:
        raise SampleNotFound(f"It has {dataset.sample_count:,} samples.")
    spec = wanted.spec
    head = await repository.list_samples(session, wanted.dataset_id, 0, CHECKED_SAMPLES)
    loaded = LoadedDataset(records=[one.fields for one in head], columns=dataset.columns, format="stored")
    problems = (await asyncio.to_thread(check_spec, spec, loaded=loaded)).problems
    examples = await draw_examples(session, spec, wanted.dataset_id, dataset.sample_count)
    sample = found[0]
    try:
        kept = await asyncio.to_thread(_count_kept, spec, sample, head)
        sample = set_target(sample, spec)
        with_targets = [set_target(one, spec) for one in examples]
        rendered = await asyncio.to_thread(_RenderedPrompt, spec, with_targets, sample, wanted.prompt)
    except (BadTemplate, UnreadableDataset):
        if not problems:
            raise
        rendered, kept = None, None
    marks, left_out = (None, []) if rendered is None else await _score_answer(spec, rendered, wanted.answer)
    return PreviewOut(
        sample=show_sample(sample),
        messages=[] if rendered is None else rendered.messages,
        target=None if rendered is None else rendered.target,
        marks=[] if marks is None else [_show_mark(one) for one in marks.marks],
        value=None if marks is None else marks.value,
        left_out=left_out,
        filtered=kept,
        problems=[show_problem(one) for one in problems],
    )


def _count_kept(spec: SuiteSpec, sample: SampleView, head: Sequence[SampleView]) -> FilteredOut | None:
    """How many of the first samples `where` keeps."""
    if spec.dataset.where is None:
        return None
    rows = RowFilter(spec.dataset.where)
    kept = list(keep_rows([one.fields for one in head], spec.dataset.where))
    try:
        return FilteredOut(keeps_sample=rows.keeps(sample.fields), kept=len(kept), checked=len(head))
    except TemplateError as error:
        raise BadTemplate(f"dataset.where, sample {sample.position + 1}: {error.message}.") from error


def set_target(sample: SampleView, spec: SuiteSpec) -> SampleView:
    """The sample with the order of choices and the target of this suite, which may differ from the stored ones."""
    fields = arrange_choices(sample.fields, spec.dataset, sample.position + 1)
    return replace(sample, fields=fields, target=read_target(fields, spec.dataset.fields))


class _RenderedPrompt:
    """The messages for one sample, and its correct answer."""

    def __init__(self, spec: SuiteSpec, examples: list[SampleView], sample: SampleView, prompt: str | None) -> None:
        self.sample = sample
        self.renderer = Renderer(spec, examples)
        *before, messages = self.renderer.render_all(sample, prompt or next(iter(spec.prompts)), ANSWER)
        self.questions = [one[-1].text for one in (*before, messages)]
        self.messages = [MessageOut(role=one.role, content=one.text) for one in messages]
        target = self.renderer.target(sample, spec.scores[0])
        self.target = target if isinstance(target, str) or target is None else write_canonical(target)


async def _score_answer(
    spec: SuiteSpec, rendered: _RenderedPrompt, answer: str | None
) -> tuple[Marks | None, list[str]]:
    """Score an answer, as that of every turn, with the scorers that need neither a judge nor a sandbox."""
    if answer is None:
        return None, []
    try:
        needs = {one.name: list_needs(one.scorer) for one in spec.scores}
        usable = [one for one in spec.scores if not needs[one.name]]
        left_out = [
            f"{one.name} needs a {' and a '.join(sorted(needs[one.name]))}; it is only scored in a run."
            for one in spec.scores
            if needs[one.name]
        ]
        if not any(one.weight for one in usable):
            return None, left_out
        marker = Marker(spec.model_copy(update={"scores": usable}))
        given = ModelAnswer(text=answer)
        turns = [Turn(question=question, answer=given) for question in rendered.questions]
        marks = await marker.mark(rendered.sample, turns, Tools(), rendered.renderer.target)
    except (BadOptions, UnknownScorer, BadSuite, BadScore, NoTarget) as error:
        return None, [f"{error.title} {error.detail}".strip()]
    return marks, left_out


def _show_mark(mark: Mark) -> MarkOut:
    return MarkOut(
        name=mark.name, value=mark.value, extracted=mark.extracted, reason=mark.reason, details=dict(mark.details)
    )
