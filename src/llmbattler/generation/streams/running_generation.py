"""One generation in the memory of the answering process, with its followers."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from .contract import Ended, Failure, GenerationKey, GenerationOwner, Outcome, Pacing, StreamAnswer, StreamFailure

Offset: TypeAlias = tuple[int, ...]
"""How much of each stream a follower has seen, in code points."""


@dataclass(frozen=True, slots=True)
class Piece:
    """New text for a follower who has seen everything before it."""

    texts: tuple[str, ...]
    upto: Offset

    @property
    def begins(self) -> int:
        """The number of characters of all streams before it."""
        return sum(self.upto) - sum(map(len, self.texts))


@dataclass(frozen=True, slots=True)
class KeepAlive:
    """Nothing new for a while; keeps the connection open."""


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """This process stops; the client should continue with another one."""


Progress: TypeAlias = Piece | Ended | KeepAlive | ShuttingDown


class RunningGeneration:
    """`tick` advances what is shown and wakes the followers."""

    def __init__(
        self,
        key: GenerationKey,
        *,
        owner: GenerationOwner,
        plan: Any,  # noqa: ANN401 - its owner's
        pacing: Pacing,
        needs_all: bool,
    ) -> None:
        self.key = key
        self.owner = owner
        self.plan = plan
        self.pacing = pacing
        self.needs_all = needs_all
        """One failed stream fails the generation."""
        self.answers: list[StreamAnswer | None] = [None] * len(pacing.streams)
        self.failures: list[StreamFailure | None] = [None] * len(pacing.streams)
        self.ended: Ended | None = None
        self.stopping: Failure | None = None
        self.storing = False
        self.all_shown = asyncio.Event()
        self._checkpointed: Offset = (0,) * len(pacing.streams)
        self._loop = asyncio.get_running_loop()
        self._watchers: list[asyncio.Future[None]] = []
        self._pings = 0
        self._leaving = False
        self._began = time.monotonic()

    @property
    def shown(self) -> Offset:
        return tuple([stream.shown for stream in self.pacing.streams])

    def tick(self, now: float) -> None:
        if self.pacing.tick(now):
            self._wake()
        if not self.all_shown.is_set() and all(
            stream.finished and stream.shown == stream.received for stream in self.pacing.streams
        ):
            self.all_shown.set()

    @property
    def is_answered(self) -> bool:
        """Whether enough streams have an answer."""
        given = [answer is not None for answer in self.answers]
        return all(given) if self.needs_all else any(given)

    def outcome(self, failure: Failure | None = None) -> Outcome:
        return Outcome(
            answers=tuple(self.answers),
            shown=tuple([stream.text[: stream.shown] for stream in self.pacing.streams]),
            elapsed_ms=round((time.monotonic() - self._began) * 1000),
            failure=failure,
            failures=tuple(self.failures),
        )

    def end(self, ended: Ended) -> None:
        if self.ended is None:
            self.ended = ended
            self._wake()

    def since(self, seen: Offset) -> Piece | None:
        """Return what was shown after this; `None` if nothing."""
        texts = tuple(
            [
                stream.text[start : stream.shown] if start < stream.shown else ""
                for stream, start in zip(self.pacing.streams, seen, strict=True)
            ]
        )
        if not any(texts):
            return None
        return Piece(texts, tuple([start + len(text) for start, text in zip(seen, texts, strict=True)]))

    def next_checkpoint(self) -> Piece | None:
        """Return the next piece to store for other processes."""
        return self.since(self._checkpointed)

    def confirm_checkpoint(self, piece: Piece) -> None:
        """Record that this piece is stored."""
        self._checkpointed = piece.upto

    def reset_checkpoints(self) -> None:
        """Store everything again, because it is unknown what is stored."""
        self._checkpointed = (0,) * len(self.pacing.streams)

    async def follow(self, seen: Offset) -> AsyncIterator[Progress]:
        """Yield everything after this as it is shown, then the end."""
        pings = self._pings
        while True:
            piece = self.since(seen)
            if piece is not None:
                seen = piece.upto
                yield piece
            elif self.ended is not None:
                yield self.ended
                return
            elif self._leaving:
                yield ShuttingDown()
                return
            elif pings != self._pings:
                pings = self._pings
                yield KeepAlive()
            else:
                watcher: asyncio.Future[None] = self._loop.create_future()
                self._watchers.append(watcher)
                await watcher

    def ping(self) -> None:
        """Let followers send a keep-alive to their clients."""
        self._pings += 1
        self._wake()

    def announce_shutdown(self) -> None:
        """Tell followers that this process is about to stop."""
        self._leaving = True
        self._wake()

    def _wake(self) -> None:
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            if not watcher.done():
                watcher.set_result(None)
