"""Request and response bodies of schedules."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from ..schemas import RunSettingsIn, StrictModel


class ScheduleIn(StrictModel):
    suite_id: UUID
    title: str = Field("", max_length=200)
    cron: str = Field(max_length=100, description="Five fields in UTC, for example `0 6 * * 1`.")
    enabled: bool = True
    wanted: RunSettingsIn


class ScheduleChangeIn(StrictModel):
    title: str | None = Field(None, max_length=200)
    cron: str | None = Field(None, max_length=100)
    enabled: bool | None = None
    wanted: RunSettingsIn | None = None


class ScheduleOut(BaseModel):
    schedule_id: UUID
    suite_id: UUID
    suite_name: str
    title: str
    cron: str
    enabled: bool
    wanted: RunSettingsIn = Field(description="The webhook is shown only to people who may change the schedule.")
    next_at: datetime | None
    last_run_id: UUID | None
    problem: str | None = Field(description="Why the last start failed.")
    mine: bool
    may_change: bool


class SchedulesOut(BaseModel):
    schedules: list[ScheduleOut]
