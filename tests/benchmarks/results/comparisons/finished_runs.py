"""Suites and finished runs whose answers have the values that a test says."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from llmbattler.benchmarks.runs.models import Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.models import Sample, SuiteVersion
from llmbattler.core.db import Session
from tests.benchmarks.bench_rows import build_run, build_suite

Value = float | Outcome
NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


def make_samples(count: int, *, first: int = 0, clusters: int | None = None) -> list[dict[str, Any]]:
    """Questions by number; the same number is the same sample in every suite."""
    return [
        {
            "question": f"How much is {number} and {number}?",
            "id": f"sample-{number}",
            **({"cluster": f"text {number % clusters}"} if clusters else {}),
        }
        for number in range(first, first + count)
    ]


async def finish_run(
    session: Session,
    *,
    version: SuiteVersion | None = None,
    answers: Mapping[str, Sequence[Value] | Sequence[Sequence[Value]]],
    clusters: int | None = None,
    minute: int = 0,
    **columns: Any,
) -> Run:
    """A run of `model` or `model#prompt` to values, one for each sample, or one list of them for each epoch.

    A number is a value, a word is an outcome without one. Columns of the run by their names.
    """
    epochs = {line: _by_epoch(values) for line, values in answers.items()}
    count = max(len(values) for each in epochs.values() for values in each)
    version = version or await build_suite(session, samples=make_samples(count, clusters=clusters))
    lines = {line: _split(line, version) for line in answers}
    at = NOON + timedelta(minutes=minute)
    given = {
        "models": list(dict.fromkeys(model for model, _ in lines.values())),
        "prompts": list(dict.fromkeys(prompt for _, prompt in lines.values())),
        "epochs": max(len(each) for each in epochs.values()),
        "status": RunStatus.FINISHED,
        "created_at": at,
        "finished_at": at + timedelta(seconds=30),
    }
    run = await build_run(session, version=version, chunks=False, **{**given, **columns})
    query = select(Sample.sample_id).where(Sample.dataset_id == version.dataset_id).order_by(Sample.position)
    ids = list((await session.execute(query)).scalars())
    session.add_all(
        Result(
            run_id=run.run_id,
            model_id=lines[line][0],
            prompt=lines[line][1],
            position=position,
            epoch=epoch,
            sample_id=ids[position],
            outcome=value if isinstance(value, Outcome) else Outcome.RIGHT if value == 1 else Outcome.WRONG,
            value=None if isinstance(value, Outcome) else value,
            total_ms=10 * position,
        )
        for line, each in epochs.items()
        for epoch, values in enumerate(each, start=1)
        for position, value in enumerate(values)
    )
    await session.flush()
    return run


def _by_epoch(values: Sequence[Value] | Sequence[Sequence[Value]]) -> list[Sequence[Value]]:
    several = [one for one in values if isinstance(one, list)]
    return several or [values]  # type: ignore[list-item]


def _split(line: str, version: SuiteVersion) -> tuple[str, str]:
    model, _, prompt = line.partition("#")
    return model, prompt or next(iter(version.spec["prompts"]))
