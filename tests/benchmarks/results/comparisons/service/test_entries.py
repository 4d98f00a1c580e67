"""Entries by their written form."""

from uuid import uuid4

import pytest

from llmbattler.benchmarks.results.comparisons.errors import BadEntry, EntryNotFound, TooFewEntries
from llmbattler.benchmarks.results.comparisons.service.entries import find_entries, find_entry
from llmbattler.benchmarks.runs.errors import RunNotFound
from llmbattler.benchmarks.runs.models import Run
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite

from ..finished_runs import finish_run, make_samples


@pytest.fixture
async def run(database: Database) -> Run:
    async with database.unit() as session:
        spec = {"prompts": {"main": "{{ question }}", "short": "{{ question }} Be short."}}
        version = await build_suite(session, samples=make_samples(1), spec=spec)
        answers = {f"{model}#{prompt}": [1.0] for model in ("llama3:8b", "alpha") for prompt in ("main", "short")}
        run = await finish_run(session, version=version, answers=answers)
        run.models = [*run.models, "odd#model"]
    return run


@pytest.mark.parametrize(
    ("rest", "model", "prompt"),
    [
        ("alpha#short", "alpha", "short"),
        ("alpha", "alpha", "main"),
        ("llama3:8b#main", "llama3:8b", "main"),
        ("llama3:8b", "llama3:8b", "main"),
        ("odd#model", "odd#model", "main"),
        ("odd#model#short", "odd#model", "short"),
    ],
)
async def test_models_and_prompts_are_found(database: Database, run: Run, rest: str, model: str, prompt: str) -> None:
    async with database.unit() as session:
        found = await find_entry(session, text=f"{run.run_id}:{rest}")
        assert (found.model_id, found.prompt) == (model, prompt)
        assert found.text == f"{run.run_id}:{model}#{prompt}"


@pytest.mark.parametrize("rest", ["", "gamma", "alpha#long", "alpha#", "#main", "ALPHA", "alpha\0"])
async def test_others_are_not_in_the_run(database: Database, run: Run, rest: str) -> None:
    async with database.unit() as session:
        with pytest.raises(EntryNotFound):
            await find_entry(session, text=f"{run.run_id}:{rest}")


async def test_unknown_runs_and_nonsense(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(RunNotFound):
            await find_entry(session, text=f"{uuid4()}:alpha")
        for text in ("alpha", "", ":alpha", "nonsense:alpha"):
            with pytest.raises(BadEntry):
                await find_entry(session, text=text)


async def test_two_different_ones_are_needed(database: Database, run: Run) -> None:
    texts = [f"{run.run_id}:alpha", f"{run.run_id}:alpha#main"]
    async with database.unit() as session:
        for given in ([], texts[:1], texts):
            with pytest.raises(TooFewEntries):
                await find_entries(session, texts=given)
        found = await find_entries(session, texts=[*texts, f"{run.run_id}:alpha#short"])
        assert [entry.prompt for entry in found] == ["main", "short"]
