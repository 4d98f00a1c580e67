"""A run with something of everything in it."""

from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.benchmarks.results.exports.report.pdf import render_pdf
from llmbattler.benchmarks.results.exports.service.exports import export_run
from llmbattler.benchmarks.results.schemas import ExportFormat
from llmbattler.benchmarks.runs.models import Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.schemas import SuiteIn
from llmbattler.benchmarks.suites.service.edits import add_suite
from llmbattler.benchmarks.suites.service.open_suite import list_samples
from llmbattler.benchmarks.suites.service.suites import get_version
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_run

SAMPLES = [
    {"question": "Where is “Rome”? 罗马 🙂", "answer": "Italy", "topic": "places"},
    {"question": "=1+1", "answer": "2", "topic": "sums"},
    {"question": "#panic() *bold* $x$", "answer": "no", "topic": "sums"},
    {"question": "Who\nare you?", "answer": "me", "topic": "people"},
]
SPEC: dict[str, Any] = {
    "name": "odd-things",
    "title": "Odd things",
    "description": "A bit of everything.",
    "dataset": {"samples": SAMPLES, "fields": {"target": "answer", "tags": "topic", "cluster": "topic"}},
    "prompts": {"main": "Q: {{ question }}"},
    "extract": {"short": ["strip"]},
    "scores": [
        {"name": "exact", "scorer": "exact", "extract": "short"},
        {"name": "brief", "scorer": "exact", "weight": 0},
    ],
}
MOMENT = datetime(2026, 3, 4, 5, 6, 7, 890_000, tzinfo=UTC)
OUTCOMES = {
    "alpha": [Outcome.RIGHT, Outcome.RIGHT, Outcome.WRONG, Outcome.RIGHT],
    "beta/x": [Outcome.WRONG, Outcome.UNPARSED, Outcome.FAILED, Outcome.QUARANTINED],
}


async def add_sample_run(session: Session, settings: Settings, **columns: Any) -> Run:
    wanted = SuiteIn(spec=SuiteSpec.model_validate(SPEC))
    suite = await add_suite(session, wanted=wanted, settings=settings, asker=Visitor(None))
    _, version = await get_version(session, suite_id=suite.suite_id, number=None)
    given = {
        "models": list(OUTCOMES),
        "status": RunStatus.FINISHED,
        "finished_at": MOMENT,
        "created_at": MOMENT,
        "params": {"temperature": 0.2},
        "judges": ["alpha"],
        "budget_micro_usd": 7,
        "owner": "v_somebody",
        "webhook_url": "https://hook.example/secret",
        **columns,
    }
    run = await build_run(session, version=version, chunks=False, **given)
    samples = await list_samples(session, dataset_id=version.dataset_id, first=0, count=100)
    session.add_all(
        _result(run, model_id, samples[position], outcome, epoch)
        for model_id, outcomes in OUTCOMES.items()
        for position, outcome in enumerate(outcomes)
        for epoch in range(1, run.epochs + 1)
    )
    await session.flush()
    return run


def _result(run: Run, model_id: str, sample: SampleView, outcome: Outcome, epoch: int) -> Result:
    position = sample.position
    said = outcome in {Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED}
    value = {Outcome.RIGHT: 1.0, Outcome.WRONG: 0.0}.get(outcome)
    told = {"votes": [1, 0.5]}
    marks = [
        {"name": "exact", "value": value, "extracted": "=2", "reason": "So it is.", "details": told, "weight": 1},
        {"name": "brief", "value": 0.25, "extracted": None, "reason": "", "details": {}, "weight": 0},
        # As older versions wrote them; and a scorer may well say 1 where another says 1.0.
        {"name": "older", "value": 1, "extracted": None, "reason": "", "details": {}},
    ]
    return Result(
        run_id=run.run_id,
        model_id=model_id,
        prompt="main",
        position=position,
        epoch=epoch,
        sample_id=sample.sample_id,
        outcome=outcome,
        value=value,
        scores=marks if said else [],
        answer=f"{model_id} → “{position}”\n🙂 #set page(fill: red)" if said else None,
        finish="stop" if said else None,
        input_tokens=11,
        output_tokens=22,
        cost_micro_usd=1_234 if model_id == "alpha" else None,
        first_token_ms=5,
        total_ms=100 + position,
        cached=position == 1,
        tries=2,
        error_kind=None if said else "timeout",
        error=None if said else "It took too long.",
        recorded_at=MOMENT,
    )


async def write(session: Session, run_id: UUID, kind: ExportFormat = ExportFormat.JSON) -> bytes:
    file = BytesIO()
    exported = await export_run(session, run_id=run_id, kind=kind, file=file)
    return file.getvalue() if exported.report is None else render_pdf(exported.report)
