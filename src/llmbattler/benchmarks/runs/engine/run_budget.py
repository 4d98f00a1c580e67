"""What a run with a budget may still spend in this process. Amounts are in micro-dollars."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PriorCost:
    """What earlier tries of an item have cost; `None` where the price is unknown."""

    model: int | None = None
    judge: int | None = None

    @property
    def micro_usd(self) -> int:
        return (self.model or 0) + (self.judge or 0)


@dataclass(slots=True)
class JudgeCost:
    """What judges have cost for one item, over all its tries in this process."""

    micro_usd: int | None = None

    def add(self, micro_usd: int | None) -> None:
        if micro_usd is not None:
            self.micro_usd = (self.micro_usd or 0) + micro_usd


class RunBudget:
    """Each worker spends at most its share of what is left, so that all together never exceed the limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.workers = 1
        self.spent: int | None = None
        """By all workers, as recorded in the results; `None` before the first heartbeat."""
        self.unrecorded = 0
        """Spent by this worker since `spent` was read."""
        self.reserved = 0
        """The most that calls in flight can cost."""
        self.max_judge_cost = 0
        """The highest cost of scoring one answer so far."""
        self.judge_cost_known = False
        """False until the first answer was scored by a judge."""

    def allows(self, amount: int) -> bool:
        if self.spent is None:
            return False
        share = (self.limit - self.spent) // self.workers
        return self.unrecorded + self.reserved + amount + self.max_judge_cost <= share

    @property
    def is_settled(self) -> bool:
        """Whether everything that was spent is recorded and nothing is reserved."""
        return self.spent is not None and not self.unrecorded and not self.reserved

    def update(self, spent: int, recorded: int, workers: int) -> None:
        """Take over what the results say. `recorded` is the part of `unrecorded` that they now include."""
        self.spent = spent
        self.unrecorded -= recorded
        self.workers = max(1, workers)
