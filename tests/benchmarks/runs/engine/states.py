"""States of runs and work items without a database."""

from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine.claims import ClaimedChunk, EnqueuedChunk
from llmbattler.benchmarks.runs.engine.gates import Gate
from llmbattler.benchmarks.runs.engine.model_gate import ModelGate
from llmbattler.benchmarks.runs.engine.run_state import RunState, WorkItem
from llmbattler.benchmarks.runs.models import Run
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.connectors.contract import Params
from tests.clock import Clock

RUN_ID = UUID(int=1)


def make_state(clock: Clock, *models: str, judged: bool = False, **fields: Any) -> RunState:
    names = models or ("alpha",)
    suite = SimpleNamespace(marker=SimpleNamespace(needs={"judge"} if judged else set()))
    return RunState(
        **{
            "run": Run(run_id=RUN_ID, models=list(names), concurrency=10),
            "suite": cast("Any", suite),
            "contestants": {},
            "model_gates": {name: ModelGate(Gate(name, clock), clock) for name in names},
            "params": {name: Params(max_tokens=60) for name in names},
            "fingerprints": {},
            "context": cast("Any", None),
            "opened_at": clock.now,
            "share": 4,
            **fields,
        }
    )


def make_item(state: RunState, position: int = 0, *, model: str = "alpha", number: int = 0, **fields: Any) -> WorkItem:
    """An item of the chunk with this number, which is also the number of its job."""
    plan = ChunkPlan(number=number, model_id=model, prompt="main", epoch=1, first=position, count=1)
    sample = SampleView(position=position, sample_id=f"{position:016}", fields={})
    chunk = state.chunks.get(number) or ClaimedChunk(EnqueuedChunk(state.run_id, number, number), plan, left=1)
    return WorkItem(state, chunk, sample, **fields)
