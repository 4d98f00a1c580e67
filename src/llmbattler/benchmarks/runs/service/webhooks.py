"""The webhook message about a run that has ended."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.money import MICRO
from llmbattler.core.outbound import Policy
from llmbattler.core.settings import Settings

from ...statistics.clusters import ClusterSums
from ...statistics.intervals import interval_from_clusters, interval_from_moments
from .. import repository
from ..repository import Totals
from .webhook_addresses import find_policy

KIND = "benchmark.finished"


@dataclass(frozen=True, slots=True)
class Message:
    url: str
    body: bytes
    policy: Policy | None
    """The rules for its address; `None` if the owner of the run may have no webhook (any more)."""


async def write_message(session: Session, *, run_id: UUID, settings: Settings) -> Message | None:
    """The message for the webhook of a run; `None` if it has no webhook or does not exist."""
    found = await repository.get_row(session, run_id)
    url = None if found is None else found[0].webhook_url
    if found is None or not url:
        return None
    run, suite, number = found
    clusters = await repository.list_cluster_sums(session, run)
    content = {
        "kind": KIND,
        "run_id": str(run_id),
        "title": run.title,
        "status": run.status,
        "reason": run.reason,
        "suite": suite.name,
        "version": number,
        "started_at": run.created_at.astimezone(UTC).isoformat(),
        "finished_at": None if run.finished_at is None else run.finished_at.astimezone(UTC).isoformat(),
        "url": f"{settings.address}/benchmarks/runs/{run_id}",
        "scores": [
            _show(totals, clusters.get((totals.model_id, totals.prompt), ()))
            for totals in await repository.list_totals(session, run_id)
        ],
    }
    policy = await find_policy(session, settings=settings, owner=run.owner)
    return Message(url, json.dumps(content).encode(), policy)


def _show(totals: Totals, clusters: Sequence[ClusterSums]) -> dict[str, Any]:
    """The same numbers as on the page of the run."""
    found = interval_from_moments(totals.scored, totals.total, totals.squares, binary=totals.binary)
    if clusters:
        found = interval_from_clusters(found, clusters, binary=totals.binary)
    return {
        "model_id": totals.model_id,
        "prompt": totals.prompt,
        "score": found.mean,
        "low": found.low,
        "high": found.high,
        "answers": totals.scored,
        "unparsed": totals.unparsed,
        "failed": totals.failed,
        "cost_usd": None if totals.cost_micro_usd is None else totals.cost_micro_usd / MICRO,
    }
