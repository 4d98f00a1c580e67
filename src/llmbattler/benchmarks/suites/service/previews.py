"""What a model would be asked for one sample, and how an answer to it would be scored."""

import asyncio
from dataclasses import replace

from llmbattler.core.db import Session
from llmbattler.core.versions.hashes import write_canonical
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.errors import BadOptions, NoTarget, UnknownScorer

from .. import repository
from ..checks.service import check_spec
from ..datasets.records import Loaded
from ..definition.errors import BadScore, BadSuite, BadTemplate
from ..definition.samples import SampleView
from ..definition.spec import SuiteSpec
from ..errors import DatasetNotFound, SampleNotFound
from ..prompts.renderer import Renderer
from ..schemas import MarkOut, MessageOut, PreviewIn, PreviewOut
from ..scoring.marks import Mark, Marker, Marks, ModelAnswer, list_needs
from .edits import show_problem
from .open_suite import draw_examples
from .suites import show_sample

LOOKED_AT = 500
"""Samples on which the suite is checked for a preview; saving it looks at all of them."""


async def preview(session: Session, *, wanted: PreviewIn) -> PreviewOut:
    dataset = await repository.get_dataset(session, wanted.dataset_id)
    if dataset is None:
        raise DatasetNotFound
    found = await repository.list_samples(session, wanted.dataset_id, wanted.position, 1)
    if not found:
        raise SampleNotFound(f"There are {dataset.sample_count:,}.")
    spec = wanted.spec
    head = await repository.list_samples(session, wanted.dataset_id, 0, LOOKED_AT)
    loaded = Loaded(records=[one.fields for one in head], columns=dataset.columns, format="stored")
    problems = (await asyncio.to_thread(check_spec, spec, loaded=loaded)).problems
    sample = aim(found[0], spec)
    examples = await draw_examples(session, spec, wanted.dataset_id, dataset.sample_count)
    try:
        shown = await asyncio.to_thread(_Shown, spec, [aim(one, spec) for one in examples], sample, wanted.prompt)
    except BadTemplate:
        if not problems:
            raise
        shown = None
    marks, left_out = (None, []) if shown is None else await _try_answer(spec, shown, wanted.answer)
    return PreviewOut(
        sample=show_sample(sample),
        messages=[] if shown is None else shown.messages,
        target=None if shown is None else shown.target,
        marks=[] if marks is None else [_show_mark(one) for one in marks.marks],
        value=None if marks is None else marks.value,
        left_out=left_out,
        problems=[show_problem(one) for one in problems],
    )


def aim(sample: SampleView, spec: SuiteSpec) -> SampleView:
    """The sample with the target that this suite means, which may not yet be the one that is kept."""
    named = spec.dataset.fields.target
    return replace(sample, target=None if named is None else sample.fields.get(named))


class _Shown:
    """The messages for one sample, and what is right."""

    def __init__(self, spec: SuiteSpec, examples: list[SampleView], sample: SampleView, prompt: str | None) -> None:
        self.sample = sample
        self.renderer = Renderer(spec, examples)
        rendered = self.renderer.render(sample, prompt or next(iter(spec.prompts)))
        self.asked = rendered[-1].text
        self.messages = [MessageOut(role=one.role, content=one.text) for one in rendered]
        target = self.renderer.target(sample, spec.scores[0])
        self.target = target if isinstance(target, str) or target is None else write_canonical(target)


async def _try_answer(spec: SuiteSpec, shown: _Shown, answer: str | None) -> tuple[Marks | None, list[str]]:
    """Score an answer as far as that works without asking models and without running code."""
    if answer is None:
        return None, []
    try:
        needs = {one.name: list_needs(one.scorer) for one in spec.scores}
        alone = [one for one in spec.scores if not needs[one.name]]
        left_out = [
            f"{one.name} needs a {' and a '.join(sorted(needs[one.name]))}; only a run can tell."
            for one in spec.scores
            if needs[one.name]
        ]
        if not any(one.weight for one in alone):
            return None, left_out
        marker = Marker(spec.model_copy(update={"scores": alone}))
        marks = await marker.mark(shown.sample, shown.asked, ModelAnswer(text=answer), Tools(), shown.renderer.target)
    except (BadOptions, UnknownScorer, BadSuite, BadScore, NoTarget) as error:
        return None, [f"{error.title} {error.detail}".strip()]
    return marks, left_out


def _show_mark(mark: Mark) -> MarkOut:
    return MarkOut(
        name=mark.name, value=mark.value, extracted=mark.extracted, reason=mark.reason, details=dict(mark.details)
    )
