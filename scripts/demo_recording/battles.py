"""Generates the battles of a demo site from a seed: contestants, conversations and votes. Pure."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

from llmbattler.arena.conversation import Entry, Facts, answer, ask
from llmbattler.arena.models import Mode, Position, Status, VoidReason, VoteWord
from llmbattler.core.text.languages import detect_language
from llmbattler.generation.classification.service import Turn, categorize

from .demo_models import DEMO_MODELS, DEMO_MODELS_BY_ID, AnswerStyle
from .questions import Question, load_questions, shorten, write_answer
from .vote_draw import draw_grades, draw_vote

DAYS = 60
PEOPLE = 64
_SIDES = (Position.LEFT, Position.RIGHT)
_SIDE_BY_SIDE, _FOLLOWED, _VOTED, _VOID, _SHARED, _TOO_FAST = 0.07, 0.18, 0.93, 0.01, 0.03, 0.015
_TICKS = 12
_REASONS = ("accurate", "clear", "complete", "concise", "creative", "well_formatted", "follows_instructions")
_COMMENTS = ("Exactly what I needed.", "The other one got the facts wrong.", "A bit long, but right.", "Nice tone.")


@dataclass(frozen=True, slots=True)
class DemoBattle:
    battle_id: UUID
    session_id: UUID
    owner: str
    starts_session: bool
    mode: Mode
    models: tuple[str, str]
    probability: float | None
    entries: tuple[Entry, ...]
    pace: list[list[tuple[int, int, int]]]
    categories: tuple[str, ...]
    language: str | None
    status: Status
    void_reason: VoidReason | None
    vote: VoteWord | None
    vote_id: UUID
    reasons: tuple[str, ...]
    comment: str | None
    too_fast: bool
    share_token: str | None
    created_at: datetime
    completed_at: datetime
    voted_at: datetime

    @property
    def prompt(self) -> str:
        return self.entries[0].content

    @property
    def turns(self) -> int:
        return len(self.pace)


def generate_battles(*, battles: int, until: datetime, seed: int, people: int = PEOPLE) -> Iterator[DemoBattle]:
    """Yield battles in the order of time, the last one just before `until`."""
    chance = random.Random(seed)  # noqa: S311 - demo data, not a secret
    owners = [f"v_{chance.getrandbits(128):032x}" for _ in range(people)]
    activity = [chance.paretovariate(1.2) for _ in owners]
    sessions: dict[str, tuple[UUID, datetime]] = {}
    for moment in _moments(battles, until, chance):
        owner = chance.choices(owners, activity)[0]
        known = sessions.get(owner)
        continues = known is not None and moment - known[1] < timedelta(hours=6)
        session_id = known[0] if known is not None and continues else _make_id(moment, chance)
        sessions[owner] = (session_id, moment)
        age = 1 - (until - moment) / timedelta(days=DAYS)
        yield _BattleGenerator(chance, moment, age, until).generate(owner, session_id, starts_session=not continues)


def _moments(count: int, until: datetime, chance: random.Random) -> list[datetime]:
    """Draw the times of battles: more in later weeks, few at night and on weekends."""
    moments: list[datetime] = []
    while len(moments) < count:
        share = chance.random() ** 0.75
        # Whole seconds: the last digits of a power differ between machines.
        moment = until - timedelta(seconds=round(DAYS * 86_400 * (1 - share)), minutes=5)
        at_night = moment.hour < 6 and chance.random() < 0.85  # noqa: PLR2004 - hours of the night
        weekend = moment.weekday() > 4 and chance.random() < 0.4  # noqa: PLR2004
        if not at_night and not weekend:
            moments.append(moment)
    return sorted(moments)


def _make_id(moment: datetime, chance: random.Random) -> UUID:
    """Return a UUIDv7 with this time."""
    random_bits = chance.getrandbits(74)
    timestamp = int(moment.timestamp() * 1000)
    return UUID(int=timestamp << 80 | 0x7 << 76 | (random_bits >> 62) << 64 | 0b10 << 62 | random_bits & (1 << 62) - 1)


@cache
def _classify(question: Question, turns: int) -> tuple[tuple[str, ...], str | None]:
    """Return the categories and the language that the rules of the site find."""
    rounds = [Turn(prompt=question.prompt, answers=question.answers[1:], images=0)]
    rounds += [Turn(prompt=question.shorter, answers=question.answers[1:], images=0)] * (turns - 1)
    return tuple(sorted(categorize(rounds))), detect_language(question.prompt)


class _BattleGenerator:
    """Generates one battle."""

    def __init__(self, chance: random.Random, moment: datetime, age: float, until: datetime) -> None:
        self._chance = chance
        self._moment = moment
        self._age = age
        self._until = until

    def generate(self, owner: str, session_id: UUID, *, starts_session: bool) -> DemoBattle:
        chance = self._chance
        mode = Mode.SIDE_BY_SIDE if chance.random() < _SIDE_BY_SIDE else Mode.BATTLE
        there = [one.model_id for one in DEMO_MODELS if one.joined <= self._age]
        left, right = chance.sample(there, 2)
        question = chance.choice(load_questions())
        turns = 2 if chance.random() < _FOLLOWED else 1
        categories, language = _classify(question, turns)
        vote = draw_vote(left, right, categories, chance)
        status, reason = self._end()
        entries, pace, completed_at = self._talk(question, (left, right), vote, 0 if reason else turns)
        voted_at = min(completed_at + timedelta(milliseconds=int(chance.uniform(15_000, 150_000))), self._until)
        voted = status is Status.VOTED
        return DemoBattle(
            battle_id=_make_id(self._moment, chance),
            session_id=session_id,
            owner=owner,
            starts_session=starts_session,
            mode=mode,
            models=(left, right),
            probability=2 / (len(there) * (len(there) - 1)) if mode is Mode.BATTLE else None,
            entries=tuple(entries),
            pace=pace,
            categories=categories if not reason else (),
            language=language,
            status=status,
            void_reason=reason,
            vote=vote if voted else None,
            vote_id=_make_id(voted_at, chance),
            reasons=tuple(chance.sample(_REASONS, 2)) if voted and chance.random() < 0.25 else (),  # noqa: PLR2004
            comment=chance.choice(_COMMENTS) if voted and chance.random() < 0.04 else None,  # noqa: PLR2004
            too_fast=chance.random() < _TOO_FAST,
            share_token=f"demo-{chance.getrandbits(96):024x}" if voted and chance.random() < _SHARED else None,
            created_at=self._moment,
            completed_at=completed_at,
            voted_at=voted_at,
        )

    def _end(self) -> tuple[Status, VoidReason | None]:
        if self._chance.random() < _VOID:
            return Status.VOID, VoidReason.FAILED
        if self._chance.random() < _VOTED:
            return Status.VOTED, None
        return (Status.OPEN if self._age > 0.5 else Status.EXPIRED), None  # noqa: PLR2004 - thirty of sixty days

    def _talk(
        self, question: Question, models: tuple[str, str], vote: VoteWord, turns: int
    ) -> tuple[list[Entry], list[list[tuple[int, int, int]]], datetime]:
        texts = self._texts(question, models, vote)
        entries: list[Entry] = [self._stamped(ask((), prompt=question.prompt, images=()), self._moment)]
        pace: list[list[tuple[int, int, int]]] = []
        clock = self._moment
        for turn in range(1, turns + 1):
            if turn > 1:
                clock += timedelta(milliseconds=int(self._chance.uniform(20_000, 90_000)))
                entries.append(self._stamped(ask(entries, prompt=question.shorter, images=()), clock))
                texts = [shorten(text) for text in texts]
            said = [self._say(model, text, question) for model, text in zip(models, texts, strict=True)]
            slower = max(facts.latency_ms for facts in said)
            clock += timedelta(milliseconds=slower)
            for position, text, facts in zip(_SIDES, texts, said, strict=True):
                entries.append(
                    self._stamped(answer(entries, turn=turn, position=position, text=text, facts=facts), clock)
                )
            pace.append(_pace(slower, len(texts[0]), len(texts[1])))
        return entries, pace, clock

    def _texts(self, question: Question, models: tuple[str, str], vote: VoteWord) -> list[str]:
        grades = draw_grades(vote, self._chance)
        texts = [
            write_answer(question, grade, DEMO_MODELS_BY_ID[model].style)
            for model, grade in zip(models, grades, strict=True)
        ]
        if texts[0] == texts[1]:
            others = (write_answer(question, grades[1], style) for style in AnswerStyle)
            texts[1] = next((text for text in others if text != texts[0]), texts[1])
        return texts

    def _say(self, model: str, text: str, question: Question) -> Facts:
        member = DEMO_MODELS_BY_ID[model]
        first = int(self._chance.uniform(180, 900))
        output = -(-len(text) // 4)
        read = -(-len(question.prompt) // 4)
        return Facts(
            model_id=model,
            latency_ms=first + int(1000 * len(text.split()) / member.words_per_second),
            first_token_ms=first,
            input_tokens=read,
            output_tokens=output,
            cost_micro_usd=round(read * member.input_price + output * member.output_price),
        )

    @staticmethod
    def _stamped(entry: Entry, moment: datetime) -> Entry:
        return Entry(
            entry.id,
            entry.role,
            entry.content,
            entry.turn,
            moment.isoformat(timespec="milliseconds"),
            position=entry.position,
            facts=entry.facts,
        )


def _pace(duration: int, left: int, right: int) -> list[tuple[int, int, int]]:
    return [
        (duration * tick // _TICKS, min(left, longest * tick // _TICKS), min(right, longest * tick // _TICKS))
        for longest in (max(left, right),)
        for tick in range(1, _TICKS + 1)
    ]
