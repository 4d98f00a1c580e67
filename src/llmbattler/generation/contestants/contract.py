"""What a contestant is, and what a kind of contestants has to provide. See `docs/contestants.md`."""

import math
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from llmbattler.catalog.budgets.service.reservations import Reservation
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.schemas import UsageOut
from llmbattler.catalog.service import CHARACTERS_PER_TOKEN, HealthState, ModelStatus, Price
from llmbattler.connectors.contract import Abilities, Delta, Message, Params, Usage
from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7
from llmbattler.core.resources import Resources

LOW_PRICE = Decimal(1)
HIGH_PRICE = Decimal(10)
"""USD for a million output tokens: below the first a price is low, from the second on it is high."""


class PriceClass(StrEnum):
    FREE = "free"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, price: Price | None) -> "PriceClass":
        if price is None:
            return cls.UNKNOWN
        if not price.input and not price.output:
            return cls.FREE
        if price.output < LOW_PRICE:
            return cls.LOW
        return cls.MEDIUM if price.output < HIGH_PRICE else cls.HIGH


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What boards and pages say of a contestant, also of one that is gone."""

    id: str
    """With its version: votes, boards, runs and the ledger store this."""
    kind: str
    name: str
    organization: str | None = None
    license: str | None = None
    price: Price | None = None
    status: ModelStatus | None = None
    known: bool = True
    """False where no kind knows it any more; then its id is all there is."""
    other_names: tuple[str, ...] = ()
    """Further words by which an answer could reveal it, such as the name its provider uses."""


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One call to a model that an answer may take."""

    provider: str
    """Who is paid, as budgets name it."""
    most_micro_usd: int
    provider_id: str | None = None
    """The stored provider, for which the asker may have a key of their own."""


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """The calls that an answer may take, at most. All of them are reserved before the first is made."""

    calls: tuple[PlannedCall, ...]

    @property
    def most_micro_usd(self) -> int:
        return sum(call.most_micro_usd for call in self.calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContext:
    """Who asks, for what, and what is reserved for it."""

    resources: Resources = field(repr=False)
    purpose: str
    purpose_id: str | None = None
    caller: str | None = None
    reservations: tuple[Reservation, ...] | None = None
    """One for each call of the plan, in its order. Without them every call reserves its own cost."""
    seconds: float | None = None
    """How long the whole answer may take."""
    parent_id: UUID | None = None
    """Shared by the inner calls of one answer; none where the contestant is the model itself."""
    contestant_id: str | None = None
    """On whose behalf inner calls are made."""

    @property
    def calls(self) -> ModelCalls:
        return self.resources.get(ModelCalls)

    def inner(self, contestant_id: str) -> "AnswerContext":
        """The context for the calls of one answer of a contestant that asks others.

        The ledger shows the outermost contestant: that is the one that was voted on or benchmarked.
        """
        return replace(self, parent_id=self.parent_id or uuid7(), contestant_id=self.contestant_id or contestant_id)

    def part(self, first: int, count: int = 1) -> "AnswerContext":
        """The context with the reservations of these calls of the plan."""
        held = self.reservations
        return self if held is None else replace(self, reservations=held[first : first + count])

    def call(self, number: int = 0) -> CallContext:
        """The context for one call to a model: the one with this number in the plan."""
        return CallContext(
            purpose=self.purpose,
            purpose_id=self.purpose_id,
            caller=self.caller,
            reservation=None if self.reservations is None else self.reservations[number],
            parent_id=self.parent_id,
            contestant_id=self.contestant_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contestant(Description, ABC):
    """Anything that answers: a model, a model with a prompt, a team, a route."""

    abilities: Abilities = field(default_factory=Abilities)
    context_length: int | None = None
    price_class: PriceClass = PriceClass.UNKNOWN
    drawable: bool = False
    """May be drawn for blind battles, as far as its settings say; its health is another matter."""
    weight: float = 1.0
    """How often it is drawn."""

    @abstractmethod
    def plan(self, messages: Sequence[Message], params: Params | None = None) -> AnswerPlan:
        """The most that the answer to these messages may cost, call by call."""

    @abstractmethod
    def answer(
        self, messages: Sequence[Message], params: Params | None, context: AnswerContext
    ) -> AsyncGenerator[Delta, None]:
        """Answer; ends with one `AnswerFinish` with the sums of all calls, or raises a `ConnectorError`."""

    @property
    def active(self) -> bool:
        """False where it stays known but may not be asked."""
        return self.status in {None, ModelStatus.ACTIVE}

    @property
    def endpoint(self) -> str:
        """What shares one limit on concurrent calls."""
        return self.id

    @property
    def instructions(self) -> Sequence[str]:
        """Texts that are sent with every conversation, for estimates."""
        return ()

    @property
    def longest_text(self) -> float:
        """About how many characters it can read."""
        return math.inf if self.context_length is None else self.context_length * CHARACTERS_PER_TOKEN

    def adapt(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters it is asked with where a suite wants these."""
        return dict(params)

    def cost_of(self, usage: Usage) -> int | None:  # noqa: ARG002 - for contestants with a price per token
        """The cost in millionths of a dollar of an answer with this usage, where the usage alone decides it."""
        return None

    def identity(self) -> Sequence[Any]:
        """All that decides its answers besides messages and parameters; part of the key of the response cache."""
        return [self.id]


class ContestantKind(ABC):
    """Knows the contestants of one kind. Holds no state: one object serves the whole process."""

    name: ClassVar[str]
    """How ids begin: `team` for `team:<slug>@<version>`."""

    def owns(self, contestant_id: str) -> bool:
        return contestant_id.startswith(f"{self.name}:")

    @abstractmethod
    async def find(self, session: Session, ids: Sequence[str]) -> Mapping[str, Contestant]:
        """Find contestants by their resolved ids, also inactive ones; unknown ids are left out."""

    @abstractmethod
    async def resolve(self, session: Session, names: Sequence[str], asker: str | None) -> Mapping[str, str]:
        """Give the id with its version for each id, alias or label that this person may use; others are left out.

        Without an asker (`None`) the site itself asks, which may use everything. An empty one is nobody.
        """

    @abstractmethod
    async def describe(self, session: Session, ids: Sequence[str]) -> Mapping[str, Description]:
        """Describe contestants by their resolved ids, as far as anything is still known of them."""

    async def list_offered(self, session: Session, asker: str | None) -> Sequence[Contestant]:  # noqa: ARG002 - for kinds that know more
        """List what this person may choose from."""
        return ()

    async def list_drawable(self, session: Session) -> Sequence[Contestant]:  # noqa: ARG002 - for kinds that know more
        """List what may be drawn for a blind battle now."""
        return ()

    async def list_known(self, session: Session) -> Sequence[Description]:  # noqa: ARG002 - for kinds that know more
        """List all whose names an answer may not reveal, retired ones too."""
        return ()

    async def list_health(self, session: Session, ids: Sequence[str]) -> Mapping[str, HealthState]:  # noqa: ARG002 - for kinds that know more
        """Give the health that everybody may see, where it is known."""
        return {}

    async def find_usage(self, session: Session, contestant_id: str) -> UsageOut | None:  # noqa: ARG002 - for kinds that know more
        """How quick and how expensive it was lately, as everybody may know."""
        return None
