"""How budgets can fail."""

from llmbattler.core.errors import Invalid, Limited, NotFound, Unavailable

from .pots import Pot


class BudgetReached(Limited):
    """Today's budget is used up."""

    def __init__(self, detail: str, *, retry_after: float, pots: tuple[Pot, ...], shown: str) -> None:
        super().__init__(detail, retry_after=retry_after, facts={"budget": shown})
        self.pots = pots
        """All that had too little left; for this process, never for the wire."""


class BudgetNotFound(NotFound):
    """There is no such budget."""


class BadBudget(Invalid):
    """A budget is for `site/all`, `member/<account>`, `member/*`, `member/visitors` or `provider/<host>`."""


class AlertNotFound(NotFound):
    """There is no such alert."""


class WebhookFailed(Unavailable):
    """The webhook did not take the alert; it will be tried again."""
