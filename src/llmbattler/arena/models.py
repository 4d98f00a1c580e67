"""The tables of the arena, and the enums stored in them."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Index, Integer, String, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, external_id, now_column, refers_to
from llmbattler.core.ids import uuid7


class Mode(StrEnum):
    BATTLE = "battle"
    SIDE_BY_SIDE = "side_by_side"
    DIRECT = "direct"


class Status(StrEnum):
    GENERATING = "generating"
    OPEN = "open"
    VOTED = "voted"
    VOID = "void"
    EXPIRED = "expired"


class VoidReason(StrEnum):
    FAILED = "failed"
    STOPPED = "stopped"
    CRASHED = "crashed"


class Position(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class VoteWord(StrEnum):
    LEFT_BETTER = "left_better"
    TIE = "tie"
    BOTH_BAD = "both_bad"
    RIGHT_BETTER = "right_better"


class VoteMode(StrEnum):
    """How a vote came about. Each mode has boards of its own."""

    BATTLE = "battle"
    SIDE_BY_SIDE = "side_by_side"
    USAGE = "usage"
    """Blind, between answers that the voter had seen before."""


class Flag(StrEnum):
    """What a check found about a vote. Some flags keep it from counting."""

    IDENTITY_LEAK = "identity_leak"
    """An answer named its maker."""
    IDENTITY_PROBE = "identity_probe"
    """The prompt asked who is answering."""
    NAMED_BEFORE = "named_before"
    """The voter sent the same prompt to a named model within a day."""
    TOO_FAST = "too_fast"
    REUSED_PROMPT = "reused_prompt"
    OVER_CAP = "over_cap"
    """More votes from one network than this site counts in a day."""
    INSIDER = "insider"
    """The voter opened the admin area during the battle. Its figures show which models are answering."""
    SEEN_BEFORE = "seen_before"
    """The voter saw or chose one of the answers before the battle; the vote counts as usage."""
    EXCLUDED = "excluded"
    """A moderator excluded the voter."""


class Session(Base):
    """A thread of battles and chats of one person."""

    __tablename__ = "sessions"
    __table_args__ = (Index(None, "owner", "last_active_at"),)

    session_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    owner: Mapped[str] = refers_to("accounts.account_id")
    title: Mapped[str]
    created_at: Mapped[datetime] = now_column()
    last_active_at: Mapped[datetime] = now_column()
    deleted_at: Mapped[datetime | None]
    """The session is hidden from then on, and deleted when the time to undo is over."""


class Battle(Base):
    __tablename__ = "battles"
    __table_args__ = (
        Index(None, "session_id", "created_at"),
        Index("ix_battles_generating", "owner", postgresql_where=text("status = 'generating'")),
        Index(None, "status", "updated_at"),
        Index(None, "owner", "prompt_hash"),
    )

    battle_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    session_id: Mapped[UUID] = refers_to("sessions.session_id")
    owner: Mapped[str]
    mode: Mapped[str] = mapped_column(String(20))
    left_model_id: Mapped[str] = external_id("contestant")
    right_model_id: Mapped[str | None] = external_id("contestant")
    """Null in direct mode."""
    status: Mapped[str] = mapped_column(String(20))
    void_reason: Mapped[str | None] = mapped_column(String(20))
    """Why the last turn has no answer. The battle is void only if no turn has one."""
    conversation: Mapped[list[Any]]
    """Entries as `conversation.py` describes them; append only."""
    categories: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    corrected: Mapped[bool] = mapped_column(server_default=text("false"))
    """The owner set the categories; the rules no longer change them."""
    language: Mapped[str | None]
    flags: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    """Flags of the conversation that decide whether a vote counts; see `voting/rules.py`."""
    prompt_hash: Mapped[str]
    """The hash of the normalized first prompt, by which repeated prompts are recognized."""
    turns: Mapped[int] = mapped_column(server_default=text("0"))
    """The number of the last turn that every side answered."""
    attempt: Mapped[int] = mapped_column(server_default=text("0"))
    """The number of the latest attempt at the last turn."""
    pace: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'"))
    failures: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    """Why sides have no answer to the last turn: kind and words of the provider. Empty where names are hidden."""
    sampling_probability: Mapped[float | None]
    completed_at: Mapped[datetime | None]
    """When the last turn was complete, by the clock of the database."""
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = now_column()


class Vote(Base):
    __tablename__ = "votes"
    __table_args__ = (
        Index(None, "created_at", "vote_id"),
        Index("ix_votes_pending", "vote_id", postgresql_where=text("processing_status = 'pending'")),
        Index(None, "voter", "prompt_hash"),
        Index(None, "address", "created_at"),
        Index("ix_votes_excluded", "voter", postgresql_where=text("would_count IS NOT NULL")),
    )

    vote_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID] = mapped_column(Uuid, unique=True)
    """Stays when the battle is deleted: votes belong to the site."""
    session_id: Mapped[UUID]
    voter: Mapped[str]
    vote: Mapped[str] = mapped_column(String(20))
    reasons: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    comment: Mapped[str | None]
    left_model_id: Mapped[str]
    right_model_id: Mapped[str]
    mode: Mapped[str] = mapped_column(String(20))
    categories: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    language: Mapped[str | None]
    turns: Mapped[int]
    counted: Mapped[bool]
    flags: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    address: Mapped[str | None]
    """A keyed hash of the voter's address; the address itself is not stored."""
    network: Mapped[str | None]
    """A keyed hash of the wider network (IPv4 /24, IPv6 /56), to find voters who may be one person."""
    would_count: Mapped[bool | None]
    """While the voter is excluded: whether the vote counted before, so that it can be restored."""
    prompt_hash: Mapped[str]
    style: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    """Length, headers, lists and bold of the left answers, then of the right, for the style-controlled board."""
    shown: Mapped[dict[str, Any]] = mapped_column(server_default=text("'{}'"))
    """The ratings that were revealed with this vote, so that they stay the same when shown again."""
    processing_status: Mapped[str] = mapped_column(String(20), server_default=text("'pending'"))
    error_message: Mapped[str | None]
    created_at: Mapped[datetime] = now_column()
    processed_at: Mapped[datetime | None]


class JudgeOrder(StrEnum):
    """Judges prefer the answer they read first, so each judge reads both orders."""

    AS_SHOWN = "as_shown"
    SWAPPED = "swapped"


class JudgeVote(Base):
    """The verdict of a judge on a stored battle. It counts, on the judge's own board, if both orders agree."""

    __tablename__ = "judge_votes"
    __table_args__ = (Index(None, "battle_id", "judge_model_id", "order", unique=True), Index(None, "judge_model_id"))

    judge_vote_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID]
    """Stays when the battle is deleted, like votes."""
    judge_model_id: Mapped[str] = external_id("contestant")
    order: Mapped[str] = mapped_column(String(20))
    verdict: Mapped[str | None] = mapped_column(String(20))
    """A `VoteWord` in terms of the sides of the battle; null when the reply of the judge cannot be read."""
    left_model_id: Mapped[str]
    right_model_id: Mapped[str]
    categories: Mapped[list[str]] = mapped_column(ARRAY(String(40)), server_default=text("'{}'"))
    language: Mapped[str | None]
    created_at: Mapped[datetime] = now_column()


class BoardReset(Base):
    """The time from which votes count on somebody's own leaderboard."""

    __tablename__ = "board_resets"

    owner: Mapped[str] = mapped_column(primary_key=True)
    reset_at: Mapped[datetime] = now_column()
    previous: Mapped[datetime | None]
    """The time before the reset, to undo it."""


class VoteSeal(Base):
    """A signature over the votes of a day and the previous seal."""

    __tablename__ = "vote_seals"

    day: Mapped[date] = mapped_column(primary_key=True)
    votes: Mapped[int]
    seal: Mapped[str]


class Exclusion(Base):
    """A voter whose votes do not count, including future ones."""

    __tablename__ = "exclusions"

    voter: Mapped[str] = mapped_column(primary_key=True)
    excluded_by: Mapped[str]
    created_at: Mapped[datetime] = now_column()


class VoteRecount(Base):
    """A decision about voters that must still be applied to their votes and to the boards."""

    __tablename__ = "vote_recounts"
    __table_args__ = (Index("ix_vote_recounts_unfinished", "recount_id", postgresql_where=text("finished_at IS NULL")),)

    recount_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    voters: Mapped[list[str]]
    """Their votes are made to agree with `exclusions`, whatever was decided when."""
    total: Mapped[int]
    """How many votes had to change when this was requested."""
    done: Mapped[int] = mapped_column(server_default=text("0"))
    """How many votes changed. The sum over all rows grows with every change, so it tells whether something changed."""
    lease_until: Mapped[datetime | None]
    """Until then, one process works on the recounts."""
    created_at: Mapped[datetime] = now_column()
    finished_at: Mapped[datetime | None]


class SuspectStatus(StrEnum):
    OPEN = "open"
    CLEARED = "cleared"
    """A moderator decided that the voter is honest."""
    EXCLUDED = "excluded"


class Suspect(Base):
    """One voter, or several who may be one person, whose votes look dishonest. A moderator decides."""

    __tablename__ = "suspects"
    __table_args__ = (Index(None, "status", "updated_at", "suspect_id"),)

    suspect_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    voters: Mapped[list[str]]
    votes: Mapped[int]
    p_likelihood: Mapped[float]
    p_model: Mapped[float]
    target_model_id: Mapped[str | None]
    """The model that these votes favor or disfavor most."""
    signals: Mapped[list[Any]]
    """See `integrity/signals.py`."""
    evidence: Mapped[dict[str, Any]]
    """The data of the charts; see `integrity/evidence.py`."""
    status: Mapped[str] = mapped_column(String(20), server_default=text("'open'"))
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = now_column()


class Share(Base):
    """A read-only link to one battle."""

    __tablename__ = "shares"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    battle_id: Mapped[UUID] = refers_to("battles.battle_id", unique=True)
    created_at: Mapped[datetime] = now_column()
