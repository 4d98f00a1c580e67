"""Rows of benchmarks for tests: suites with samples, runs with chunks, results."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import select

from llmbattler.benchmarks.runs.chunks import plan_chunks
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.definition.samples import make_id
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.models import Dataset, Origin, Sample, Suite, SuiteVersion
from llmbattler.core.db import Session, copy_rows

EXACT: Mapping[str, Any] = {
    "name": "echoes",
    "title": "Echoes",
    "dataset": {"samples": []},
    "prompts": {"main": "{{ question }}"},
    "scores": [{"name": "exact", "scorer": "exact"}],
}
"""The model that repeats the question is right where the target says the same."""


def make_samples(count: int) -> list[dict[str, Any]]:
    """Questions whose echo is right for nine of ten."""
    return [
        {"question": f"Say {number}.", "target": f"Say {number}." if number % 10 else f"Not {number}."}
        for number in range(count)
    ]


async def build_suite(
    session: Session,
    *,
    samples: int | Sequence[Mapping[str, Any]] = 10,
    spec: Mapping[str, Any] | None = None,
    owner: str | None = None,
) -> SuiteVersion:
    """A suite with one version; of each sample the keys `target`, `cluster`, `tags` and `id` have their own columns."""
    rows = make_samples(samples) if isinstance(samples, int) else list(samples)
    said = {**EXACT, **(spec or {})}
    said["name"] = f"{said['name']}-{uuid4().hex[:8]}"
    checked = SuiteSpec.model_validate(said)
    dataset = Dataset(
        digest=uuid4().hex * 2, sample_count=len(rows), columns=sorted({name for row in rows for name in row})
    )
    session.add(dataset)
    suite = Suite(name=checked.name, title=checked.title or checked.name, owner=owner, origin=Origin.MANUAL, newest=1)
    session.add(suite)
    await session.flush()
    version = SuiteVersion(
        suite_id=suite.suite_id,
        number=1,
        spec=checked.model_dump(mode="json", by_alias=True),
        digest=uuid4().hex * 2,
        dataset_id=dataset.dataset_id,
        created_by=owner,
    )
    session.add(version)
    session.add_all(
        Sample(
            dataset_id=dataset.dataset_id,
            position=position,
            sample_id=row.get("id") or make_id({**row, "position": position}),
            fields=dict(row),
            target=row.get("target"),
            cluster=row.get("cluster"),
            tags=row.get("tags") or [],
        )
        for position, row in enumerate(rows)
    )
    await session.flush()
    return version


async def build_run(
    session: Session,
    *,
    version: SuiteVersion,
    models: Sequence[str] = ("alpha",),
    samples: int | None = None,
    size: int | None = None,
    chunks: bool = True,
    **columns: Any,
) -> Run:
    """A run that waits for a worker. Other columns of the run by their names: `status=…, concurrency=…`."""
    dataset = await session.get_one(Dataset, version.dataset_id)
    given: dict[str, Any] = {
        "suite_id": version.suite_id,
        "version_id": version.version_id,
        "title": "A run",
        "status": RunStatus.RUNNING,
        "models": list(models),
        "prompts": list(version.spec["prompts"]),
        "epochs": 1,
        "sample_count": samples or dataset.sample_count,
        "params": {},
        "judges": [],
        "concurrency": 20,
        "use_cache": False,
    }
    run = Run(**{**given, **columns})
    session.add(run)
    await session.flush()
    if chunks:
        await add_chunks(session, run, size=size)
    return run


async def add_chunks(session: Session, run: Run, *, size: int | None = None) -> None:
    plans = plan_chunks(
        models=run.models, prompts=run.prompts, epochs=run.epochs, sample_count=run.sample_count, size=size
    )
    names = ("run_id", "number", "model_id", "prompt", "epoch", "first", "count")
    await copy_rows(
        session, Chunk, names, ((run.run_id, *(getattr(plan, name) for name in names[1:])) for plan in plans)
    )


async def build_results(
    session: Session, *, run: Run, outcomes: Mapping[str, Sequence[Outcome]], epoch: int = 1
) -> None:
    """One row for each outcome: of each model, in the order of the samples; the text of the answer is its position."""
    version = await session.get_one(SuiteVersion, run.version_id)
    ids = await _list_sample_ids(session, version.dataset_id)
    values = {Outcome.RIGHT: 1.0, Outcome.WRONG: 0.0, Outcome.UNPARSED: 0.0}
    session.add_all(
        Result(
            run_id=run.run_id,
            model_id=model_id,
            prompt=run.prompts[0],
            position=position,
            epoch=epoch,
            sample_id=ids[position],
            outcome=outcome,
            value=values.get(outcome),
            scores=[],
            answer=str(position) if outcome in values else None,
            total_ms=100 + position if outcome in values else None,
        )
        for model_id, row in outcomes.items()
        for position, outcome in enumerate(row)
    )
    await session.flush()


async def _list_sample_ids(session: Session, dataset_id: UUID) -> list[str]:
    query = select(Sample.sample_id).where(Sample.dataset_id == dataset_id).order_by(Sample.position)
    return list((await session.execute(query)).scalars())
