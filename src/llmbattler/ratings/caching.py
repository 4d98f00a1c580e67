"""Boards in memory: many people look, votes are rare. The live channel says when to look again."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic

from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub

from .rules import RatingRules
from .schemas import LeaderboardIn, LeaderboardOut
from .service.reading import WholeBoard, choose_board, read_board
from .service.refreshing import TOPIC
from .sorting import choose_rows

MOST_ANSWERS = 512
KEPT_SECONDS = 60.0
"""Longest that an answer is kept, should the live channel ever miss a change."""
PACKED = 5
"""How hard to pack: a board of a hundred models takes a millisecond and becomes a tenth."""
MODELS = "models"


@dataclass(frozen=True, slots=True)
class Answer:
    body: bytes
    packed: bytes
    """The same, by gzip. Nothing secret is in it, so its length may tell."""
    etag: str
    made_at: float


class Boards:
    """The answers of the leaderboard, made once for each question and board."""

    def __init__(self, database: Database, hub: LiveHub, rules: RatingRules) -> None:
        self._database = database
        self._hub = hub
        self.rules = rules
        self._boards: dict[str, WholeBoard] = {}
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._making: dict[str, asyncio.Lock] = {}
        self._age = 0

    async def follow(self) -> None:
        """Forget what changed; until cancelled."""
        with self._hub.subscribe(TOPIC, MODELS) as news:
            while True:
                await news.next()
                news.forget()
                self.forget()

    def forget(self) -> None:
        self._age += 1
        self._boards.clear()
        self._answers.clear()
        self._making.clear()

    def find(self, question: str) -> Answer | None:
        """The answer to a question that was asked before, if nothing changed since."""
        found = self._answers.get(question)
        return found if found is not None and monotonic() - found.made_at < KEPT_SECONDS else None

    async def answer(self, wanted: LeaderboardIn, question: str) -> Answer:
        """The board as JSON, made at most once for each change."""
        age = self._age
        whole = await self._read(wanted)
        rows = choose_rows(whole.rows, wanted, min_votes=self.rules.min_votes)
        body = LeaderboardOut(leaderboard=rows, metadata=whole.metadata).model_dump_json().encode()
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        made = Answer(body, gzip.compress(body, PACKED, mtime=0), etag, monotonic())
        if age == self._age:
            self._keep(question, made)
        return made

    def _keep(self, question: str, made: Answer) -> None:
        self._answers[question] = made
        if len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)

    async def _read(self, wanted: LeaderboardIn) -> WholeBoard:
        name = choose_board(wanted)
        key, age = str(name), self._age
        async with self._making.setdefault(key, asyncio.Lock()):  # many ask at once, one reads
            whole = self._boards.get(key)
            if whole is None:
                async with self._database.unit() as session:
                    whole = await read_board(session, name=name, rules=self.rules)
                if age == self._age:
                    self._boards[key] = whole
        return whole
