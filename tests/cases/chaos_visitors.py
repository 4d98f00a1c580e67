"""People who battle and vote during chaos, repeat what got lost, and remember what they saw and what was confirmed."""

import asyncio
import random
import ssl
from collections import Counter, defaultdict
from itertools import count
from uuid import uuid4

import httpx
from tests.arena.conftest import Person, StreamedEvents
from tests.cases.chaos_site import CHANCE, ChaosSite
from tests.cases.replicas import open_stream, resume_from

LOST = (httpx.TransportError, httpx.StreamError, ssl.SSLError)
AGAIN = {429, 502, 503, 504}
ENDINGS = {"done", "void"}
VOTES = ("left_better", "right_better", "tie", "both_bad")
FOLLOW_UPS = 0.2
"""The share of battles with a second question."""
PATIENCE_SECONDS = 0.5
THINK_SECONDS = (0.2, 1.0)
WORDS = ("river", "mountain", "paper", "orange", "window", "garden", "letter", "silver", "morning", "bridge", "candle")


class Refused(Exception):
    """The site refused a request in a way that nobody should see during an outage."""


def write_answer(prompt: str) -> str:
    """The one right answer to a prompt: its own words, then others that depend on it. Each answer is different."""
    chance = random.Random(prompt)  # noqa: S311 - nothing here is secret
    return f"You asked: {prompt} " + " ".join(chance.choices(WORDS, k=chance.randint(5, 20)))


class Crowd:
    """All visitors, and what they remember."""

    def __init__(self, site: ChaosSite) -> None:
        self.site = site
        self.confirmed: dict[str, str] = {}
        """Battles and the votes on them that the site acknowledged."""
        self.shown: dict[str, list[tuple[str, str]]] = defaultdict(list)
        """What visitors read of every battle: both answers to each question that was answered."""
        self.endings: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        """Requests that failed and were repeated, by the reason."""
        self.resumed = 0
        self.refused: list[str] = []
        self.leaving = False
        self._numbers = count(1)

    async def live(self, people: int, battles: int) -> None:
        """Let so many people battle until they shall leave and so many battles were voted on."""
        await asyncio.gather(*(self._visit(battles) for _ in range(people)))

    async def _visit(self, battles: int) -> None:
        person = self.site.visit()
        while not (self.leaving and len(self.confirmed) >= battles):
            try:
                await self._battle(person)
            except Refused as refused:
                self.refused.append(str(refused))
            await asyncio.sleep(CHANCE.uniform(*THINK_SECONDS))

    async def _battle(self, person: Person) -> None:
        prompt = f"What can you tell me about number {next(self._numbers)}?"
        heard = await self._ask(person, "/api/sessions", prompt)
        self.endings[heard.names[-1]] += 1
        if heard.names[-1] != "done":
            return
        battle_id = heard.battle_id
        self.shown[battle_id].append((heard.left, heard.right))
        if CHANCE.random() < FOLLOW_UPS:
            heard = await self._ask(person, f"/api/battles/{battle_id}/messages", f"And after {prompt}")
            if heard.names[-1] == "done":
                self.shown[battle_id].append((heard.left, heard.right))
        await self._vote(person, battle_id)

    async def _ask(self, person: Person, path: str, prompt: str) -> StreamedEvents:
        """Ask, and read the answers to their end, over as many connections as it takes."""
        heard = StreamedEvents()
        key = {"Idempotency-Key": uuid4().hex}
        while not heard.names or heard.names[-1] not in ENDINGS:
            self.site.turn_to_any(person)
            try:
                if not heard.events:
                    async with open_stream(person, path, {"prompt": prompt}, heard=heard, **key) as stream:
                        await stream.read()
                else:
                    self.resumed += 1
                    events = f"/api/battles/{heard.battle_id}/events"
                    async with open_stream(person, events, heard=heard, **resume_from(heard)) as stream:
                        await stream.read()
            except LOST as error:
                self.lost[type(error).__name__] += 1
            except AssertionError as refusal:
                status, body = refusal.args[0]
                await self._wait_or_give_up(f"{path} {heard.names}", status, body)
        return heard

    async def _vote(self, person: Person, battle_id: str) -> None:
        word = CHANCE.choice(VOTES)
        while battle_id not in self.confirmed:
            self.site.turn_to_any(person)
            try:
                response = await person.vote(battle_id, word)
            except LOST as error:
                self.lost[type(error).__name__] += 1
                continue
            if response.status_code == httpx.codes.OK:
                assert response.json()["vote"] == word
                self.confirmed[battle_id] = word
            else:
                await self._wait_or_give_up(f"the vote on {battle_id}", response.status_code, response.content)

    async def _wait_or_give_up(self, what: str, status: int, body: bytes) -> None:
        if status not in AGAIN and not _is_running(status, body):
            raise Refused(f"{what}: {status} {body.decode(errors='replace')}")
        self.lost[str(status)] += 1
        await asyncio.sleep(PATIENCE_SECONDS)


def _is_running(status: int, body: bytes) -> bool:
    return status == httpx.codes.CONFLICT and b"still running" in body
