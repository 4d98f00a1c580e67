"""What goes over the wire. Amounts are in dollars, days are those of UTC."""

from datetime import date, datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from .models import AlertLevel, Delivery
from .pots import BudgetScope

LARGEST_USD = 1_000_000


class BudgetIn(BaseModel):
    model_config = ConfigDict(extra="forbid", title="NewBudget")

    limit_usd: float = Field(
        ge=0, le=LARGEST_USD, allow_inf_nan=False, description="For one day. 0 lets nothing through that has a price."
    )
    warn_at: float = Field(0.8, gt=0, le=1, allow_inf_nan=False, description="Share at which a warning is given.")
    enabled: bool = True


class DaySpendOut(BaseModel):
    day: date
    spent_usd: float


class BudgetOut(BaseModel):
    scope: BudgetScope
    subject: str = Field(
        description="`all` for the site; an account, `*` (each member) or `visitors` (together); a provider's host."
    )
    name: str | None = Field(None, description="Of a member: their name, or the e-mail address where there is none.")
    limit_usd: float
    warn_at: float
    enabled: bool
    spent_usd: float = Field(description="Today. Of the budget `*`: of whoever spent most.")
    reserved_usd: float = Field(description="Set aside for calls that are running.")
    share: float | None = Field(description="Spent and reserved, as a share of the limit; null when that is 0.")
    created_at: datetime
    updated_at: datetime
    days: list[DaySpendOut] = Field(description="The last thirty days with any spending, oldest first.")


class PotOut(BaseModel):
    """What was spent, with or without a limit."""

    subject: str
    spent_usd: float
    reserved_usd: float
    days: list[DaySpendOut]


class BudgetsOut(BaseModel):
    day: date
    budgets: list[BudgetOut]
    site: PotOut
    providers: list[PotOut] = Field(description="Every provider that was paid in the last thirty days.")


class MySpendOut(BaseModel):
    """What today's calls cost you, and how much you may spend."""

    day: date
    limit_usd: float | None = Field(description="Null when nothing limits you.")
    known_usd: float = Field(description="Of calls whose models you chose; battles are not in it.")
    share: float | None = Field(
        description="Of the limit, battles included: in steps of a tenth, so that it tells nothing about hidden models."
    )


class AlertOut(BaseModel):
    alert_id: UUID
    kind: str
    subject: str
    message: str
    level: AlertLevel
    delivery: Delivery = Field(description="How the webhook took it.")
    created_at: datetime
    resolved_at: datetime | None
    acknowledged_by: str | None
    acknowledged_at: datetime | None


class AlertsOut(BaseModel):
    alerts: list[AlertOut]
    waiting: int = Field(description="Neither acknowledged nor resolved.")
