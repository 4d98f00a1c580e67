"""How budgets can fail."""

from llmbattler.core.errors import Invalid, Limited, NotFound

_PROVIDER = "provider:"


class BudgetReached(Limited):
    """Today's budget is used up."""

    def __init__(self, detail: str, *, retry_after: float, budgets: tuple[str, ...], shown: str) -> None:
        super().__init__(detail, retry_after=retry_after, facts={"budget": shown})
        self.budgets = budgets
        """All budgets with too little left, as `scope:subject`. Not sent to clients: it may name a hidden provider."""

    @property
    def providers(self) -> set[str]:
        """Return the providers with too little left, if no other budget refused; other models may then be drawn."""
        if not all(budget.startswith(_PROVIDER) for budget in self.budgets):
            return set()
        return {budget.removeprefix(_PROVIDER) for budget in self.budgets}


class BudgetNotFound(NotFound):
    """This budget does not exist."""


class BadBudget(Invalid):
    """A budget is for `site/all`, `member/<account>`, `member/*`, `member/visitors` or `provider/<host>`."""
