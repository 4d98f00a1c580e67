"""What a generation consists of, and what its owner has to provide."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeAlias
from uuid import UUID

from llmbattler.connectors.contract import Message, Params, ToolCallDelta
from llmbattler.core.db import Session

from ..contestants.contract import AnswerContext, Contestant
from .buffers import StreamBuffer


@dataclass(frozen=True, slots=True)
class GenerationKey:
    """Names one generation in every process."""

    kind: str
    """Which owner it belongs to: `battle`."""
    subject_id: UUID
    """What is being answered: the battle, the debate, the request."""
    part: str
    """Which answer of it. A second try needs another name, so that nobody continues one with the text of the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRequest:
    """What one stream asks."""

    contestant: Contestant
    messages: Sequence[Message]
    context: AnswerContext
    params: Params | None = None
    most_characters: int | None = None
    """Longer answers are cut here and count as out of room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAnswer:
    """One stream's whole answer, and what it took."""

    text: str
    finish: str
    latency_ms: int
    first_token_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    tool_calls: tuple[ToolCallDelta, ...] = ()


class Failure(StrEnum):
    """Why a generation was not answered to its end."""

    FAILED = "failed"
    STOPPED = "stopped"
    LOST = "crashed"
    """The process that answered it died, or was too slow to renew its lease."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the streams of a generation ended, before it is stored."""

    answers: tuple[StreamAnswer | None, ...]
    """`None` for a stream without a complete answer."""
    shown: tuple[str, ...]
    """What was shown of each stream, also of those that failed."""
    elapsed_ms: int
    failure: Failure | None = None
    """`None` when enough streams have an answer: all of them, or one where the owner keeps what there is."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a generation ended, for those who follow it."""

    failure: Failure | None = None
    """`None` when its answers are stored."""
    state: str = ""
    """The state of the subject after it, in its owner's words."""


@dataclass(frozen=True, slots=True)
class StoredEnd:
    """What the owner has stored about a generation that is no longer in flight."""

    ended: Ended
    texts: tuple[str, ...] | None = None
    """The whole answers, for those who have not seen all of them."""


EndWriter: TypeAlias = Callable[[Session], Awaitable[Ended]]


class Pacing(Protocol):
    """Decides what of the streams is shown when."""

    @property
    def streams(self) -> Sequence[StreamBuffer]: ...

    def tick(self, now: float) -> bool:
        """Show what may be shown at this moment by calling `show` on the buffers; false when that is nothing new."""
        ...


class GenerationOwner(Protocol):
    """What a slice does with its generations. One object serves all generations of a kind, in every process."""

    @property
    def kind(self) -> str: ...

    async def prepare(self, plan: Any) -> Sequence[StreamRequest | None]:  # noqa: ANN401 - each owner has its own plans
        """Give one request per stream; `None` for a stream that is not asked this time.

        Runs after the generation was opened, outside any unit of work.
        """
        ...

    async def end(self, plan: Any, outcome: Outcome) -> EndWriter:  # noqa: ANN401
        """Give the function that stores the outcome. It runs in the unit of work that ends the generation."""
        ...

    async def find_end(self, session: Session, key: GenerationKey) -> StoredEnd | None:
        """Look up how a generation ended that is no longer in flight; `None` when nothing is known of it."""
        ...

    async def abandon(self, session: Session, key: GenerationKey, shown: Sequence[str]) -> None:
        """Store that the generation's process died. Runs in the unit of work that ends the generation."""
        ...


class GenerationOwners:
    """The owners of this process, by kind. An owner is made when it is needed: many processes never load its slice."""

    def __init__(
        self, *owners: GenerationOwner, makers: Mapping[str, Callable[[], GenerationOwner]] | None = None
    ) -> None:
        self._owners: dict[str, GenerationOwner] = {owner.kind: owner for owner in owners}
        self._makers = makers or {}

    def get(self, kind: str) -> GenerationOwner:
        if kind not in self._owners:
            self._owners[kind] = self._makers[kind]()
        return self._owners[kind]

    @property
    def kinds(self) -> Sequence[str]:
        return sorted({*self._owners, *self._makers})
