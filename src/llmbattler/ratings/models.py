"""The tables of the boards. Counts are integers, so adding and recomputing give the same numbers to the bit."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Integer

from llmbattler.core.db import Base, now_column, refers_to
from llmbattler.core.ids import uuid7


class _Counts:
    model_a: Mapped[str] = mapped_column(primary_key=True)
    """The smaller id of the two."""
    model_b: Mapped[str] = mapped_column(primary_key=True)
    wins_a: Mapped[int] = mapped_column(server_default=text("0"))
    wins_b: Mapped[int] = mapped_column(server_default=text("0"))
    ties: Mapped[int] = mapped_column(server_default=text("0"))
    both_bad: Mapped[int] = mapped_column(server_default=text("0"))


class PairCount(_Counts, Base):
    """The votes between two models on one day, for the board of the last thirty days."""

    __tablename__ = "pair_counts"

    source: Mapped[str] = mapped_column(primary_key=True)
    """"human", "judge:<model>", "import:<set>": never mixed."""
    facet: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)


class PairTotal(_Counts, Base):
    """All votes between two models, of one source and one facet ("overall", "category:coding").

    What a board is fitted from, however many years it has.
    """

    __tablename__ = "pair_totals"
    __table_args__ = (Index(None, "model_a", "model_b"),)

    source: Mapped[str] = mapped_column(primary_key=True)
    facet: Mapped[str] = mapped_column(primary_key=True)


class Board(Base):
    """A board without its rows."""

    __tablename__ = "boards"

    board: Mapped[str] = mapped_column(primary_key=True)
    total_votes: Mapped[int]
    facts: Mapped[dict[str, Any]]
    """As `facts.py` describes it: smoothing, groups, robustness, effects of style."""
    updated_at: Mapped[datetime] = now_column()


class ModelStats(Base):
    """One row of a board."""

    __tablename__ = "model_stats"
    __table_args__ = (Index(None, "model_id"),)

    board: Mapped[str] = refers_to("boards.board", primary_key=True)
    model_id: Mapped[str] = mapped_column(primary_key=True)
    """Not a reference: imported sets name models that this site does not offer."""
    rating: Mapped[float]
    ci_low: Mapped[float]
    ci_high: Mapped[float]
    rank: Mapped[int]
    rank_low: Mapped[int]
    rank_high: Mapped[int]
    wins: Mapped[int]
    losses: Mapped[int]
    ties: Mapped[int]
    both_bad: Mapped[int]


class ModelStatsHistory(Base):
    """A snapshot of a board: one per minute, thinned to one per hour and later one per day."""

    __tablename__ = "model_stats_history"

    board: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(primary_key=True)
    total_votes: Mapped[int]
    rows: Mapped[dict[str, Any]]
    """Model id to the values of `model_stats`, and the online Elo."""
    facts: Mapped[dict[str, Any]]


class OnlineElo(Base):
    """The online Elo of all models after a vote. A late vote is replayed from the last mark before it."""

    __tablename__ = "online_elo"

    voted_at: Mapped[datetime] = mapped_column(primary_key=True)
    vote_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    """The id of the last vote in it."""
    ratings: Mapped[dict[str, Any]]


class WorkerStatus(Base):
    __tablename__ = "worker_status"

    worker_name: Mapped[str] = mapped_column(primary_key=True)
    last_run_at: Mapped[datetime]
    status: Mapped[str]
    """`ok` or `failed`."""
    votes_processed: Mapped[int]
    """The number in the last run that found votes."""
    error_message: Mapped[str | None]


class ImportedSet(Base):
    """A named set of imported votes, with its own board."""

    __tablename__ = "imported_sets"

    name: Mapped[str] = mapped_column(primary_key=True)
    origin: Mapped[str]
    """The name of the file."""
    votes: Mapped[int]
    skipped: Mapped[int]
    """Lines that could not be read as votes."""
    created_at: Mapped[datetime] = now_column()


class ImportedVote(Base):
    __tablename__ = "imported_votes"
    __table_args__ = (Index(None, "set_name"),)

    imported_vote_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    set_name: Mapped[str] = refers_to("imported_sets.name")
    model_a: Mapped[str]
    model_b: Mapped[str]
    winner: Mapped[str]
    """`a`, `b`, `tie` or `both_bad`."""
    judge: Mapped[str | None]
    """A pseudonym that differs between sets."""
    language: Mapped[str | None]
    turn: Mapped[int | None]
    style: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    """Length, headers, lists and bold of both answers, when the file has them."""
    voted_at: Mapped[datetime] = mapped_column(server_default=func.now())
