"""Lines and runs with chosen scores, without a database."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from llmbattler.benchmarks.results.schemas import DifferenceOut, EstimateIntervalOut, LineOut, RunOut
from llmbattler.benchmarks.runs.service.listing import RunStatus

ID = UUID(int=18)
SAMPLES = 10


def make_line(name: str, mean: float | None, *, prompt: str = "main", several: bool = False, **counts: int) -> LineOut:
    spread = 0.1 if mean is not None else None
    score = EstimateIntervalOut(
        mean=mean,
        low=None if mean is None or spread is None else mean - spread,
        high=None if mean is None or spread is None else mean + spread,
        n=0 if mean is None else SAMPLES,
        method="wilson",
    )
    numbers = dict.fromkeys(("right", "wrong", "unparsed", "failed", "quarantined", "retrying", "cached"), 0)
    return LineOut(
        key=f"{name}#{prompt}" if several else name,
        model_id=name,
        model_name=name.title(),
        prompt=prompt,
        total=SAMPLES,
        score=score,
        scores=[],
        pass_at_k={},
        pass_hat_k={},
        input_tokens=0,
        output_tokens=0,
        cost_usd=None,
        p50_ms=None,
        p95_ms=None,
        errors=[],
        **{"done": SAMPLES, **numbers, **counts},
    )


def make_run(lines: Sequence[LineOut], **columns: Any) -> RunOut:
    now = datetime(2026, 11, 19, tzinfo=UTC)
    given = {
        "run_id": ID,
        "suite_id": ID,
        "suite_name": "tickets",
        "suite_title": "Tickets",
        "version": 1,
        "title": "Tickets",
        "status": RunStatus.FINISHED,
        "reason": None,
        "models": list(dict.fromkeys(line.model_id for line in lines)),
        "prompts": list(dict.fromkeys(line.prompt for line in lines)),
        "epochs": 1,
        "sample_count": SAMPLES,
        "done": sum(line.done for line in lines),
        "total": sum(line.total for line in lines),
        "mine": True,
        "created_at": now,
        "finished_at": now,
        "may_change": False,
        "description": "",
        "concurrency": 1,
        "use_cache": True,
        "params": {},
        "judges": [],
        "budget_usd": None,
        "spent_usd": None,
        "webhook": False,
        "lines": list(lines),
        "per_second": None,
        "seconds_left": None,
        "tags": [],
        "silent": [],
    }
    return RunOut(**{**given, **columns})


def make_difference(verdict: str) -> DifferenceOut:
    return DifferenceOut(
        first="a",
        second="b",
        n=SAMPLES,
        clusters=None,
        difference=-0.1,
        low=-0.2,
        high=0.1,
        p=0.2,
        p_holm=0.2,
        mcnemar_p=None,
        bootstrap_low=None,
        bootstrap_high=None,
        better=1,
        worse=2,
        same=7,
        correlation=None,
        verdict=verdict,
        detectable=0.2,
    )
