"""Budgets over the wire. Amounts are in dollars, days are UTC days."""

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict, Field

from .models import BudgetScope

LARGEST_USD = 1_000_000


class BudgetIn(BaseModel):
    model_config = ConfigDict(extra="forbid", title="NewBudget")

    limit_usd: float = Field(
        ge=0, le=LARGEST_USD, allow_inf_nan=False, description="For one day. 0 refuses every call that has a price."
    )
    warn_at: float = Field(
        0.8, gt=0, le=1, allow_inf_nan=False, description="Share of the limit at which admins are warned."
    )
    enabled: bool = True


class DaySpendOut(BaseModel):
    day: date
    spent_usd: float


class BudgetOut(BaseModel):
    scope: BudgetScope
    subject: str = Field(
        description="`all` for the site; an account, `*` (each member) or `visitors` (together); a provider's host."
    )
    name: str | None = Field(None, description="Of a member: their name, or their email address if they have none.")
    limit_usd: float
    warn_at: float
    enabled: bool
    spent_usd: float = Field(description="Today. For the budget `*`: the member who spent most.")
    reserved_usd: float = Field(description="Reserved for calls that are running.")
    share: float | None = Field(description="Spent and reserved, as a share of the limit; null when that is 0.")
    created_at: datetime
    updated_at: datetime
    days: list[DaySpendOut] = Field(description="The last thirty days with any spending, oldest first.")


class SpendOut(BaseModel):
    """The spend of the site or of a provider, with or without a limit."""

    subject: str
    spent_usd: float
    reserved_usd: float
    days: list[DaySpendOut]


class BudgetsOut(BaseModel):
    day: date
    budgets: list[BudgetOut]
    site: SpendOut
    providers: list[SpendOut] = Field(description="Every provider that was paid in the last thirty days.")


class MySpendOut(BaseModel):
    """What your calls cost today, and how much you may spend."""

    day: date
    limit_usd: float | None = Field(description="Null when you have no limit.")
    known_usd: float = Field(description="Cost of calls whose models you chose; without battles.")
    share: float | None = Field(
        description="Share of the limit, with battles: in steps of a tenth, so that it reveals no hidden model."
    )
