"""Writes a complete run as one JSON file. docs/benchmark-results.md describes it; `imports` reads it."""

import asyncio
from collections.abc import Sequence
from typing import IO, Any

import msgspec

from llmbattler.core.db import Session

from ...repository import LoadedRun
from .. import repository

FORMAT = "llmbattler-run"
VERSION = 1
RUN_COLUMNS = (
    "run_id",
    "title",
    "status",
    "reason",
    "models",
    "prompts",
    "epochs",
    "sample_count",
    "params",
    "judges",
    "concurrency",
    "use_cache",
    "budget_micro_usd",
    "created_at",
    "finished_at",
)
"""Neither the owner nor the webhook, since files are passed on to others."""
RESULT_COLUMNS = (
    "model_id",
    "prompt",
    "position",
    "epoch",
    "sample_id",
    "outcome",
    "value",
    "scores",
    "answer",
    "finish",
    "input_tokens",
    "output_tokens",
    "cost_micro_usd",
    "judge_micro_usd",
    "first_token_ms",
    "total_ms",
    "cached",
    "tries",
    "error_kind",
    "error",
    "recorded_at",
    "turns",
)


async def write_json(session: Session, *, loaded: LoadedRun, file: IO[bytes]) -> None:
    """Write the head, then the samples, then the results, one per line."""
    run, suite, version, dataset = loaded
    head = {
        "format": FORMAT,
        "version": VERSION,
        "suite": {
            "suite_id": suite.suite_id,
            "name": suite.name,
            "title": suite.title,
            "version_id": version.version_id,
            "number": version.number,
            "digest": version.digest,
            "spec": version.spec,
        },
        "dataset": {
            "dataset_id": dataset.dataset_id,
            "digest": dataset.digest,
            "columns": dataset.columns,
            "sample_count": dataset.sample_count,
        },
        "run": {name: getattr(run, name) for name in RUN_COLUMNS},
    }
    # The closing brace is written last.
    await asyncio.to_thread(file.write, msgspec.json.encode(head)[:-1])
    samples = _Array(file, "samples")
    async for rows in repository.list_sample_batches(session, dataset.dataset_id):
        await asyncio.to_thread(samples.write, [row._asdict() for row in rows])
    await asyncio.to_thread(samples.close)
    results = _Array(file, "results")
    async for rows in repository.list_result_batches(session, run.run_id, RESULT_COLUMNS):
        await asyncio.to_thread(results.write, [_drop_empty_turns(row._asdict()) for row in rows])
    await asyncio.to_thread(results.close)
    await asyncio.to_thread(file.write, b"}\n")


def _drop_empty_turns(row: dict[str, Any]) -> dict[str, Any]:
    """Sites with an older version can import runs of suites with one turn."""
    return row if row["turns"] is not None else {name: value for name, value in row.items() if name != "turns"}


class _Array:
    """An array that is written item by item."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self._between = f',\n"{name}":[\n'.encode()
        self._encoder = msgspec.json.Encoder()
        self._empty = True

    def write(self, items: Sequence[dict[str, Any]]) -> None:
        for item in items:
            self._file.write(self._between)
            self._file.write(self._encoder.encode(item))
            self._between = b",\n"
            self._empty = False

    def close(self) -> None:
        self._file.write(self._between + b"]" if self._empty else b"\n]")
