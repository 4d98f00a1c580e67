"""Records the questions of a run for its owner, who can read the answers of models they named."""

import asyncio
from collections.abc import Iterator, Sequence
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.generation.named_questions.service import record_questions

from ...suites.definition.errors import BadTemplate
from ...suites.definition.samples import SampleView
from ...suites.service.open_suite import OpenSuite, list_samples, open_suite
from .. import repository

BATCH_SAMPLES = 500


async def record_batch(session: Session, *, run_id: UUID, first: int) -> int | None:
    """Record the questions of one batch of samples; return where the next batch starts, or `None` after the last."""
    found = await repository.get_row(session, run_id)
    run = None if found is None else found[0]
    if run is None or run.owner is None:
        return None
    suite = await open_suite(session, version_id=run.version_id)
    count = min(BATCH_SAMPLES, run.sample_count - first)
    samples = await list_samples(session, dataset_id=suite.dataset_id, first=first, count=count)
    questions = await asyncio.to_thread(lambda: list(_render(suite, samples, run.prompts)))
    if first == 0:
        questions += _list_criteria(suite)
    await record_questions(session, owner=run.owner, questions=questions)
    following = first + count
    return following if following < run.sample_count else None


def _render(suite: OpenSuite, samples: Sequence[SampleView], prompts: Sequence[str]) -> Iterator[str]:
    for sample in samples:
        for prompt in prompts:
            try:
                yield suite.renderer.render(sample, prompt)[-1].text
            except BadTemplate:
                continue  # it is never asked
        for number in range(1, suite.renderer.turns):
            try:
                yield suite.renderer.follow_up(sample, number, []) or ""
            except BadTemplate:
                continue  # it contains an answer, which nobody knows yet


def _list_criteria(suite: OpenSuite) -> Iterator[str]:
    """List what the judges of the suite are told to look for: a text of the owner to which models reply by name."""
    for score in suite.spec.scores:
        criteria = score.options.get("criteria", ())
        yield from [criteria] if isinstance(criteria, str) else criteria
