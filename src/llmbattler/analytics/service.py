"""Assemble the figures of the admin overview."""

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.manifests import list_row_sources
from llmbattler.core.measurements import Measurement

from . import repository
from .schemas import HourOut, ModelActivityOut, OverviewOut, QueueOut, SpendDayOut, WorkerOut

HOURS = 23
DAYS = 29


async def show_overview(session: Session) -> OverviewOut:
    people, visitors = await repository.count_accounts(session)
    return OverviewOut(
        now=await get_transaction_time(session),
        battles_running=await repository.count_running(session),
        **await repository.get_totals(session),
        people_total=people,
        visitors_total=visitors,
        hours=await _list_activity(session, "hour", hours=HOURS),
        days=await _list_activity(session, "day", hours=DAYS * 24),
        spend=[SpendDayOut(**row) for row in await repository.list_spend(session)],
        site_limit_micro_usd=await repository.find_site_limit(session),
        models=await _list_models(session),
        queue=QueueOut(**await repository.get_queue(session)),
        workers=[
            WorkerOut(
                name=one.worker_name,
                status=one.status,
                last_run_at=one.last_run_at,
                votes_processed=one.votes_processed,
                error_message=one.error_message,
            )
            for one in await repository.list_workers(session)
        ],
        open_alerts=await repository.count_open_alerts(session),
        open_suspects=await repository.count_open_suspects(session),
        open_flags=await repository.count_open_flags(session),
    )


async def _list_activity(session: Session, span: repository.Span, *, hours: int) -> list[HourOut]:
    sources = list_row_sources()
    found = await repository.list_activity(session, span, hours=hours, sources=sources.values())
    return [
        HourOut(
            at=row["at"],
            battles=row.get("battles", 0),
            votes=row.get("votes", 0),
            people=row["people"],
            rows={kind: row[kind] for kind in sources},
        )
        for row in found
    ]


async def _list_models(session: Session) -> list[ModelActivityOut]:
    return [
        ModelActivityOut(
            model_id=row["model_id"],
            name=row["name"],
            status=row["status"],
            health=row["health"],
            calls=row["calls"],
            failures=row["failures"],
            error_rate=row["failures"] / row["calls"] if row["calls"] else None,
            first_token_ms=None if row["first_token_ms"] is None else round(row["first_token_ms"]),
            spent_micro_usd=row["spent_micro_usd"],
        )
        for row in await repository.list_model_activity(session)
    ]


async def measure_site(session: Session) -> list[Measurement]:
    """Count jobs, runs, votes and calls for Prometheus, those of workers included."""
    recent = f"in the last {repository.RECENT_MINUTES} minutes"
    kinds = {
        "jobs": ("Jobs by queue and status; those that succeeded are deleted.", ("queue", "status")),
        "runs": ("Benchmark runs by status.", ("status",)),
        "recent_votes": (f"Votes {recent}.", ()),
        "pending_votes": ("Votes that no worker has processed yet.", ()),
        "recent_calls": (f"Calls to models that ended {recent}, by purpose and outcome.", ("purpose", "outcome")),
    }
    found = []
    for row in await repository.list_measurements(session):
        description, labels = kinds[row["name"]]
        shown = dict(zip(labels, row["labels"], strict=True))
        found.append(Measurement(row["name"], description, row["value"], shown))
    return found
