"""Cached answers of the leaderboard, invalidated through the live channel."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from llmbattler.catalog.service import MODELS_TOPIC
from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub

from .rules import RatingRules
from .schemas import LeaderboardIn, LeaderboardOut
from .service.fits import KEPT_SECONDS, Fits
from .service.leaderboards import WholeBoard, choose_board, read_board
from .service.refits import BOARDS_TOPIC
from .service.row_filters import choose_rows

MOST_ANSWERS = 512
MOST_BOARDS = 256
"""Bounds the cache: anybody may request boards of made-up categories."""
PACKED = 5
"""The gzip level: a board of a hundred models takes a millisecond and shrinks to a tenth."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    body: bytes
    packed: bytes
    """The same, gzipped. It has no secrets that its length could reveal."""
    etag: str
    made_at: float

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        told = [(b"etag", self.etag.encode()), (b"cache-control", b"no-cache")]
        return [*told, (b"vary", b"Accept-Encoding")]


@dataclass(frozen=True, slots=True)
class _Read:
    whole: WholeBoard
    at: float


class Boards:
    """Cached responses of the leaderboard, one for each query and board."""

    def __init__(
        self, database: Database, hub: LiveHub, rules: RatingRules, clock: Callable[[], float] = monotonic
    ) -> None:
        self._database = database
        self._hub = hub
        self._clock = clock
        self.rules = rules
        self.fits = Fits(clock)
        self._boards: OrderedDict[str, _Read] = OrderedDict()
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._making: dict[str, asyncio.Lock] = {}
        self._age = 0

    async def follow(self) -> None:
        """Remove changed boards from the cache, until cancelled."""
        with self._hub.subscribe(BOARDS_TOPIC, MODELS_TOPIC) as news:
            while True:
                await news.next()
                news.clear()
                self.invalidate()

    def invalidate(self) -> None:
        self._age += 1
        self.fits.invalidate()
        self._boards.clear()
        self._answers.clear()
        self._making.clear()

    def find(self, question: str) -> Answer | None:
        """The cached answer to this query, if nothing changed since."""
        found = self._answers.get(question)
        return found if found is not None and self._is_fresh(found.made_at) else None

    async def answer(self, wanted: LeaderboardIn, question: str) -> Answer:
        """Return the board as JSON; computed once after each change."""
        age = self._age
        read = await self._read(wanted)
        rows = choose_rows(read.whole.rows, wanted, min_votes=self.rules.min_votes)
        body = LeaderboardOut(leaderboard=rows, metadata=read.whole.metadata).model_dump_json().encode()
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        made = Answer(body, gzip.compress(body, PACKED, mtime=0), etag, read.at)
        if age == self._age:
            self._keep(question, made)
        return made

    def _keep(self, question: str, made: Answer) -> None:
        self._answers[question] = made
        if len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)

    async def _read(self, wanted: LeaderboardIn) -> _Read:
        name = choose_board(wanted)
        key, age = str(name), self._age
        try:
            async with self._making.setdefault(key, asyncio.Lock()):  # of concurrent requests one reads
                read = self._boards.get(key)
                if read is None or not self._is_fresh(read.at):
                    at = self._clock()
                    async with self._database.unit() as session:
                        read = _Read(await read_board(session, name=name, rules=self.rules), at)
                    if age == self._age:
                        self._remember(key, read)
        finally:
            self._making.pop(key, None)
        return read

    def _remember(self, key: str, read: _Read) -> None:
        self._boards[key] = read
        if len(self._boards) > MOST_BOARDS:
            self._boards.popitem(last=False)

    def _is_fresh(self, since: float) -> bool:
        return self._clock() - since < KEPT_SECONDS
