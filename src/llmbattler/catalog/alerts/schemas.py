"""Alerts over the wire."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from .models import AlertLevel, Delivery


class AlertOut(BaseModel):
    alert_id: UUID
    kind: str
    subject: str
    message: str
    level: AlertLevel
    delivery: Delivery = Field(description="Whether the webhook accepted it.")
    created_at: datetime
    resolved_at: datetime | None
    acknowledged_by: str | None
    acknowledged_at: datetime | None


class AlertsOut(BaseModel):
    alerts: list[AlertOut]
    waiting: int = Field(description="Neither acknowledged nor resolved.")
