"""The interfaces of contestants and of their kinds. See `docs/contestants.md`."""

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
"""Limits in USD per million output tokens: low below the first, high from the second."""


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
    """How boards and pages describe a contestant, also a removed one."""

    id: str
    """The resolved id with its version, which votes, boards, runs and the ledger store."""
    kind: str
    name: str
    organization: str | None = None
    license: str | None = None
    price: Price | None = None
    status: ModelStatus | None = None
    known: bool = True
    """False for a removed contestant, of which only the id is known."""
    other_names: tuple[str, ...] = ()
    """Further words by which an answer could reveal it, such as the name its provider uses."""


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One model call of an answer."""

    provider: str
    """The provider that is paid, as in budget keys."""
    most_micro_usd: int
    provider_id: str | None = None
    """The id of the stored provider; the asker may have their own key for it."""


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """The most expensive set of calls of an answer. All of them are reserved before the first is made."""

    calls: tuple[PlannedCall, ...]

    @property
    def most_micro_usd(self) -> int:
        return sum(call.most_micro_usd for call in self.calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContext:
    """Who asks for what purpose, and the reservations."""

    resources: Resources = field(repr=False)
    purpose: str
    purpose_id: str | None = None
    caller: str | None = None
    reservations: tuple[Reservation, ...] | None = None
    """One for each call of the plan, in its order. If empty, every call reserves its own cost."""
    seconds: float | None = None
    """The time limit of the whole answer."""
    parent_id: UUID | None = None
    """The id that the inner calls of one answer share; `None` for a model itself."""
    contestant_id: str | None = None
    """The contestant on whose behalf inner calls are made."""

    @property
    def calls(self) -> ModelCalls:
        return self.resources.get(ModelCalls)

    def inner(self, contestant_id: str) -> "AnswerContext":
        """Return the context for the inner calls of one answer of a contestant that asks others.

        The ledger shows the outermost contestant: that is the one that was voted on or benchmarked.
        """
        return replace(self, parent_id=self.parent_id or uuid7(), contestant_id=self.contestant_id or contestant_id)

    def part(self, first: int, count: int = 1) -> "AnswerContext":
        """Return the context with the reservations of these calls of the plan."""
        held = self.reservations
        return self if held is None else replace(self, reservations=held[first : first + count])

    def call(self, number: int = 0) -> CallContext:
        """Return the context of the call with this number in the plan."""
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
    """Whether its settings allow drawing it for blind battles, regardless of its health."""
    weight: float = 1.0
    """How often it is drawn, relative to others."""

    @abstractmethod
    def plan(self, messages: Sequence[Message], params: Params | None = None) -> AnswerPlan:
        """Return the calls that an answer to these messages may take, with their maximum cost."""

    @abstractmethod
    def answer(
        self, messages: Sequence[Message], params: Params | None, context: AnswerContext
    ) -> AsyncGenerator[Delta, None]:
        """Answer; ends with one `AnswerFinish` with the sums of all calls, or raises a `ConnectorError`."""

    @property
    def active(self) -> bool:
        """Whether it may be asked."""
        return self.status in {None, ModelStatus.ACTIVE}

    @property
    def endpoint(self) -> str:
        """The key of the shared limit on concurrent calls."""
        return self.id

    @property
    def instructions(self) -> Sequence[str]:
        """Texts that are sent with every conversation, for estimates."""
        return ()

    @property
    def longest_text(self) -> float:
        """Estimate how many characters it can read."""
        return math.inf if self.context_length is None else self.context_length * CHARACTERS_PER_TOKEN

    def adapt(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Convert the parameters of a suite to those it is called with."""
        return dict(params)

    def cost_of(self, usage: Usage) -> int | None:  # noqa: ARG002 - for contestants with a price per token
        """Return the cost in micro-dollars of an answer with this usage; `None` if the usage is not enough to know."""
        return None

    def identity(self) -> Sequence[Any]:
        """Everything that affects its answers besides messages and parameters; part of the response cache key."""
        return [self.id]


class ContestantKind(ABC):
    """The contestants of one kind. Stateless: one object serves the whole process."""

    name: ClassVar[str]
    """The prefix of ids: `team` for `team:<slug>@<version>`."""

    def owns(self, contestant_id: str) -> bool:
        return contestant_id.startswith(f"{self.name}:")

    @abstractmethod
    async def find(self, session: Session, ids: Sequence[str]) -> Mapping[str, Contestant]:
        """Find contestants by their resolved ids, also inactive ones; unknown ids are left out."""

    @abstractmethod
    async def resolve(self, session: Session, names: Sequence[str], asker: str | None) -> Mapping[str, str]:
        """Return the id with its version for each id, alias or label that this person may use; others are left out.

        Without an asker (`None`) the site itself asks, which may use everything. An empty one is nobody.
        """

    @abstractmethod
    async def describe(self, session: Session, ids: Sequence[str]) -> Mapping[str, Description]:
        """Describe contestants by their resolved ids; unknown ids are left out."""

    async def list_offered(self, session: Session, asker: str | None) -> Sequence[Contestant]:  # noqa: ARG002 - for kinds that know more
        """List the contestants that this person may choose."""
        return ()

    async def list_drawable(self, session: Session) -> Sequence[Contestant]:  # noqa: ARG002 - for kinds that know more
        """List the contestants that may be drawn for a blind battle now."""
        return ()

    async def list_known(self, session: Session) -> Sequence[Description]:  # noqa: ARG002 - for kinds that know more
        """List all contestants whose names an answer must not reveal, also retired ones."""
        return ()

    async def list_health(self, session: Session, ids: Sequence[str]) -> Mapping[str, HealthState]:  # noqa: ARG002 - for kinds that know more
        """Return the public health, where it is known."""
        return {}

    async def find_usage(self, session: Session, contestant_id: str) -> UsageOut | None:  # noqa: ARG002 - for kinds that know more
        """Return the public recent speed and cost."""
        return None
