from typing import Any

import pytest

from llmbattler.benchmarks.results.errors import SampleNotFound
from llmbattler.benchmarks.results.samples.service import show_sample
from llmbattler.benchmarks.runs.models import Outcome, Result, Run
from llmbattler.core.db import Database, Session
from tests.benchmarks.bench_rows import build_run, build_suite

SPEC = {
    "system": "Be brief.",
    "prompts": {"plain": "{{ question }}", "kind": "Please: {{ question }}"},
    "scores": [{"name": "judge", "scorer": "exact", "target": "<{{ target }}>"}],
}


async def fill(session: Session) -> Run:
    samples: list[dict[str, Any]] = [
        {"question": "Where?", "target": {"city": "Rome"}},
        {"question": "When?", "target": "1900"},
    ]
    version = await build_suite(session, samples=samples, spec=SPEC)
    run = await build_run(session, version=version, models=["beta", "alpha"], epochs=2, chunks=False)
    marks = [{"name": "judge", "value": 0.5, "extracted": "Roma", "reason": "", "details": {"said": "Nearly."}}]
    session.add_all(
        Result(
            run_id=run.run_id,
            model_id=model_id,
            prompt=prompt,
            position=0,
            epoch=epoch,
            sample_id="x",
            outcome=Outcome.WRONG,
            value=0.5,
            scores=marks,
            answer=f"{model_id} says Roma",
            cost_micro_usd=1_500_000,
        )
        for model_id, prompt, epoch in [("alpha", "kind", 1), ("beta", "plain", 2), ("beta", "plain", 1)]
    )
    await session.flush()
    return run


async def test_a_sample_shows_prompts_answers_and_what_judges_said(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        shown = await show_sample(session, run_id=run.run_id, position=0)
    assert {name: [(one.role, one.content) for one in said] for name, said in shown.prompts.items()} == {
        "plain": [("system", "Be brief."), ("user", "Where?")],
        "kind": [("system", "Be brief."), ("user", "Please: Where?")],
    }
    assert [(one.key, one.epoch) for one in shown.answers] == [("beta#plain", 1), ("beta#plain", 2), ("alpha#kind", 1)]
    first = shown.answers[0]
    assert (first.answer, first.cost_usd, first.marks[0].extracted) == ("beta says Roma", 1.5, "Roma")
    assert first.marks[0].details == {"said": "Nearly."}
    assert shown.target == "<{'city': 'Rome'}>"
    assert (shown.previous, shown.next) == (None, 1)


async def test_the_last_sample_has_no_next(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        shown = await show_sample(session, run_id=run.run_id, position=1)
    assert (shown.previous, shown.next, shown.answers, shown.target) == (0, None, [], "<1900>")


async def test_a_position_outside_the_run_is_refused(database: Database) -> None:
    async with database.unit() as session:
        run = await fill(session)
        with pytest.raises(SampleNotFound):
            await show_sample(session, run_id=run.run_id, position=2)


async def test_a_prompt_that_cannot_be_rendered_says_why_in_its_place(database: Database) -> None:
    spec = {"prompts": {"main": "{{ question.nowhere.at_all }}"}}
    async with database.unit() as session:
        version = await build_suite(session, samples=2, spec=spec)
        run = await build_run(session, version=version, chunks=False)
        shown = await show_sample(session, run_id=run.run_id, position=0)
    assert "does not work" in shown.prompts["main"][0].content
