"""Writes generated runs as the files that `llmbattler bench import` reads. Answers are scored like real ones."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
import yaml

from llmbattler.benchmarks.results.exports.service.json_files import FORMAT, VERSION
from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine.rows import encode_scores
from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.datasets.service import load_dataset
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.included.catalog import list_included
from llmbattler.benchmarks.suites.prompts.renderer import Renderer
from llmbattler.benchmarks.suites.scoring.marks import Marker, Marks
from llmbattler.benchmarks.suites.scoring.turns import ModelAnswer, Turn
from llmbattler.benchmarks.suites.service.datasets import fingerprint_samples
from llmbattler.benchmarks.suites.service.version_text import write_spec
from llmbattler.benchmarks.suites.service.versions import fingerprint_version
from llmbattler.connectors.contract import Message
from llmbattler.scorers.contract import Tools

from .runs import CONCURRENCY, TICKETS, DemoAnswer, DemoRun, RunAnswers

FIRST = 32
"""Number of tickets in the first version of the suite of our own."""
Answers = dict[str, dict[str, list[str]]]
"""By prompt and model."""


@dataclass(frozen=True, slots=True)
class LoadedSuite:
    spec: SuiteSpec
    number: int
    columns: Sequence[str]
    samples: Sequence[SampleView]
    renderer: Renderer
    marker: Marker


def write_tickets() -> dict[int, bytes]:
    """The suite file of our own, by version. The first version has fewer samples."""
    whole = Path(__file__).with_name(f"{TICKETS}.yaml").read_bytes()
    first = yaml.safe_load(whole)
    first["version"] = "1"
    first["dataset"]["samples"] = first["dataset"]["samples"][:FIRST]
    return {1: yaml.safe_dump(first, sort_keys=False, allow_unicode=True).encode(), 2: whole}


@cache
def load_suite(name: str, version: int | None) -> LoadedSuite:
    if name == TICKETS:
        number = version or 2
        spec = SuiteSpec.model_validate(yaml.safe_load(write_tickets()[number]))
    else:
        number, spec = 1, next(one for one in list_included() if one.name == name)
    loaded = load_dataset(spec.dataset, folder=None)
    samples = build_samples(loaded.records, spec.dataset)
    return LoadedSuite(spec, number, loaded.columns, samples, Renderer(spec, []), Marker(spec))


async def write_run(run: DemoRun, *, seed: int) -> tuple[bytes, Answers]:
    """Return the file of a run, and its answers, also those that were not given before it was paused."""
    suite = load_suite(run.suite, run.version)
    prompts = {name: [suite.renderer.render(one, name) for one in suite.samples] for name in run.prompts}
    plans = run.plan_chunks(len(suite.samples))
    left = run.find_left(plans)
    written = RunAnswers(run, suite.samples, seed=seed)
    said: Answers = defaultdict(lambda: defaultdict(list))
    results, clock = [], run.started_at
    for plan in plans:
        done = plan.count if plan.number < left else plan.count // 2 if plan.number == left else 0
        for position in plan.positions:
            sample, messages = suite.samples[position], prompts[plan.prompt][position]
            answer = written.answer(plan, sample, read=sum(len(message.text) for message in messages))
            if answer.text:
                said[messages[-1].text.strip()][plan.model_id].append(answer.text)
            if position < plan.first + done:
                clock += timedelta(milliseconds=(answer.total_ms or 30_000) // CONCURRENCY)
                marks = await _mark(suite, sample, messages, answer)
                results.append(_result(plan, sample, answer, marks, clock))
    file = {
        **_head(suite),
        "run": _run(run, suite, None if run.paused else clock),
        "samples": [_sample(one) for one in suite.samples],
        "results": results,
    }
    return msgspec.json.encode(file), said


def _head(suite: LoadedSuite) -> dict[str, Any]:
    name = suite.spec.name
    written, digest = write_spec(suite.spec), fingerprint_samples(suite.samples)
    return {
        "format": FORMAT,
        "version": VERSION,
        "suite": {
            "suite_id": uuid5(NAMESPACE_URL, name),
            "name": name,
            "title": suite.spec.title,
            "version_id": uuid5(NAMESPACE_URL, f"{name} {suite.number}"),
            "number": suite.number,
            "digest": fingerprint_version(written, digest),
            "spec": written,
        },
        "dataset": {
            "dataset_id": uuid5(NAMESPACE_URL, digest),
            "digest": digest,
            "columns": list(suite.columns),
            "sample_count": len(suite.samples),
        },
    }


def _run(run: DemoRun, suite: LoadedSuite, finished_at: datetime | None) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "title": run.title,
        "status": RunStatus.PAUSED if run.paused else RunStatus.FINISHED,
        "reason": None,
        "models": run.models,
        "prompts": run.prompts,
        "epochs": run.epochs,
        "sample_count": len(suite.samples),
        "params": run.params,
        "judges": [],
        "concurrency": CONCURRENCY,
        "use_cache": False,
        "budget_micro_usd": None,
        "created_at": run.started_at,
        "finished_at": finished_at,
    }


def _sample(sample: SampleView) -> dict[str, Any]:
    return {
        "position": sample.position,
        "sample_id": sample.sample_id,
        "fields": sample.fields,
        "target": sample.target,
        "cluster": sample.cluster,
        "tags": list(sample.tags),
    }


async def _mark(
    suite: LoadedSuite, sample: SampleView, messages: Sequence[Message], answer: DemoAnswer
) -> Marks | None:
    if answer.text is None:
        return None
    said = ModelAnswer(
        text=answer.text,
        first_token_ms=answer.first_token_ms,
        total_ms=answer.total_ms,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        cost_micro_usd=answer.cost_micro_usd,
    )
    turns = [Turn(question=messages[-1].text, answer=said)]
    return await suite.marker.mark(sample, turns, Tools(), suite.renderer.target)


def _result(
    plan: ChunkPlan, sample: SampleView, answer: DemoAnswer, marks: Marks | None, at: datetime
) -> dict[str, Any]:
    return {
        "model_id": plan.model_id,
        "prompt": plan.prompt,
        "position": sample.position,
        "epoch": plan.epoch,
        "sample_id": sample.sample_id,
        "outcome": Outcome(marks.outcome) if marks else Outcome.FAILED,
        "value": marks.value if marks else None,
        "scores": encode_scores(marks.marks) if marks else [],
        "answer": answer.text,
        "finish": answer.finish,
        "input_tokens": answer.input_tokens,
        "output_tokens": answer.output_tokens,
        "cost_micro_usd": answer.cost_micro_usd,
        "first_token_ms": answer.first_token_ms,
        "total_ms": answer.total_ms,
        "cached": False,
        "tries": answer.tries,
        "error_kind": answer.error.kind if answer.error else None,
        "error": str(answer.error) if answer.error else None,
        "recorded_at": at,
    }
