"""The parts of a generation, and the interface of its owner."""

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
    """Identifies one generation in all processes."""

    kind: str
    """The kind of its owner: `battle`."""
    subject_id: UUID
    """The id of what is answered: a battle, a debate, a request."""
    part: str
    """The name of the answer. Every attempt has its own, so that the texts of two attempts are never mixed."""


class TextFilter(Protocol):
    """Changes a text while it is streamed. One object serves one stream."""

    def feed(self, text: str) -> str:
        """Take a piece of text and return what may be passed on now."""
        ...

    def finish(self) -> str:
        """Return what is left at the end."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRequest:
    """The request of one stream."""

    contestant: Contestant
    messages: Sequence[Message]
    context: AnswerContext
    params: Params | None = None
    most_characters: int | None = None
    """Longer answers are cut at this length and marked as such."""
    text_filter: TextFilter | None = None
    """What it removes is neither shown nor stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAnswer:
    """The complete answer of one stream, with usage, cost and times."""

    text: str
    finish: str
    latency_ms: int
    first_token_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    tool_calls: tuple[ToolCallDelta, ...] = ()


class Failure(StrEnum):
    """Why a generation has no complete answer."""

    FAILED = "failed"
    STOPPED = "stopped"
    LOST = "crashed"
    """The process that answered it died, or was too slow to renew its lease."""


@dataclass(frozen=True, slots=True)
class StreamFailure:
    """Why one stream has no answer."""

    kind: str
    report: str
    """The status and the words of the provider, for admins."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of all streams, before they are stored."""

    answers: tuple[StreamAnswer | None, ...]
    """`None` for a stream without a complete answer."""
    shown: tuple[str, ...]
    """What was shown of each stream, also of those that failed."""
    elapsed_ms: int
    failure: Failure | None = None
    """`None` when enough streams have an answer: all of them, or one if the owner accepts partial answers."""
    failures: tuple[StreamFailure | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a generation, for its followers."""

    failure: Failure | None = None
    """`None` when its answers are stored."""
    state: str = ""
    """The state of the subject afterwards, as its owner names it."""


@dataclass(frozen=True, slots=True)
class StoredEnd:
    """The stored result of a generation that has ended."""

    ended: Ended
    texts: tuple[str, ...] | None = None
    """The complete answers, for followers who have seen only a part."""


EndWriter: TypeAlias = Callable[[Session], Awaitable[Ended]]


class Pacing(Protocol):
    """Decides how much of each stream is shown at a time."""

    @property
    def streams(self) -> Sequence[StreamBuffer]: ...

    def tick(self, now: float) -> bool:
        """Call `show` on the buffers for what may be shown now. Returns false when nothing new is shown."""
        ...


class GenerationOwner(Protocol):
    """What a slice does with its generations. One object serves all generations of a kind, in every process."""

    @property
    def kind(self) -> str: ...

    async def prepare(self, plan: Any) -> Sequence[StreamRequest | None]:  # noqa: ANN401 - each owner has its own plans
        """Return one request per stream; `None` for a stream that is not asked this time.

        Runs after the generation was opened, outside any unit of work.
        """
        ...

    async def end(self, plan: Any, outcome: Outcome) -> EndWriter:  # noqa: ANN401
        """Return the function that stores the outcome. It runs in the unit of work that ends the generation."""
        ...

    async def find_end(self, session: Session, key: GenerationKey) -> StoredEnd | None:
        """Find the stored result of a generation that has ended; `None` if there is none."""
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
