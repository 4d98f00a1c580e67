"""Response bodies of the admin overview."""

from datetime import date, datetime

from pydantic import BaseModel

from llmbattler.catalog.models import HealthState, ModelStatus


class HourOut(BaseModel):
    """One hour, or one day where days are shown."""

    at: datetime
    battles: int
    votes: int
    people: int
    """How many people started a battle, voted, or did anything else that a slice registers with its person."""
    rows: dict[str, int]
    """How many rows of each kind that slices register for analytics: battles, votes, runs, …"""


class SpendDayOut(BaseModel):
    day: date
    spent_micro_usd: int


class ModelActivityOut(BaseModel):
    """Calls, failures and cost of a model in the last 24 hours."""

    model_id: str
    name: str
    status: ModelStatus
    health: HealthState
    calls: int
    failures: int
    """Canceled calls do not count as failures."""
    error_rate: float | None
    first_token_ms: int | None
    """The median."""
    spent_micro_usd: int


class QueueOut(BaseModel):
    waiting: int
    running: int
    failed: int
    oldest_waiting_at: datetime | None


class WorkerOut(BaseModel):
    name: str
    status: str
    last_run_at: datetime
    votes_processed: int
    error_message: str | None


class OverviewOut(BaseModel):
    now: datetime
    battles_running: int
    battles_total: int
    votes_total: int
    votes_pending: int
    votes_not_counted: int
    people_total: int
    visitors_total: int
    hours: list[HourOut]
    """The last 24, the current one last."""
    days: list[HourOut]
    """The last 30."""
    spend: list[SpendDayOut]
    """The last 30 days, by UTC."""
    site_limit_micro_usd: int | None
    models: list[ModelActivityOut]
    queue: QueueOut
    workers: list[WorkerOut]
    open_alerts: int
    open_suspects: int
    open_flags: int
