"""Import a file of votes: anonymous rows, counts and a board."""

import asyncio
import hashlib
import re
import secrets
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.errors import Invalid
from llmbattler.core.ids import uuid7
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.personal_data import mask
from llmbattler.core.record_files import UnreadableFile, guess_format

from ..boards import OVERALL, BoardKind, BoardName
from ..errors import SetExists, SetNotFound, UnreadableVotes
from ..estimation.counts import Outcome
from ..models import ImportedSet
from ..rules import RatingRules
from ..service import vote_counts
from ..service.refits import refresh_boards
from ..service.style_control import measure_sides
from . import repository
from .files import FileVote, Problem, VoteFile
from .schemas import ImportedOut, LineProblemOut, VoteSetOut, VoteSetsOut

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
MOST_MODELS = 1000
"""With more models than this, the column probably does not hold models."""
LONGEST_ORIGIN = 200
MOST_UPLOADED = 2_000_000
"""Lines of an uploaded file, since a small compressed one can have many. The command line reads any number."""
_AS_NAMED = {Outcome.A: 0, Outcome.B: 1, Outcome.TIE: 2, Outcome.BOTH_BAD: 3}
_SWAPPED = {**_AS_NAMED, Outcome.A: 1, Outcome.B: 0}
Progress = Callable[[int, int], None]


class BadSetName(Invalid):
    """A set's name has letters, digits, `.`, `_` and `-`, at most 64 of them, and starts with a letter or digit."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    name: str
    board: str
    votes: int
    models: int
    skipped: int
    problems: Sequence[Problem]


def board_of(name: str) -> str:
    return str(BoardName(BoardKind.IMPORTED, name))


async def import_votes(
    session: Session,
    *,
    name: str,
    origin: str,
    votes: VoteFile,
    rules: RatingRules,
    replace: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Store the votes of a file, count them and fit their board, in one unit of work."""
    await _prepare(session, name, replace=replace)
    writer = _Writer(name, await get_transaction_time(session))
    batches = votes.batches()
    while batch := await asyncio.to_thread(next, batches, None):
        await repository.add_votes(session, await asyncio.to_thread(writer.take, batch))
        if progress is not None:
            progress(votes.votes, votes.skipped)
    if not votes.votes:
        raise UnreadableVotes(_why_nothing(votes))
    shown = mask(origin)[:LONGEST_ORIGIN]
    repository.add_set(
        session, ImportedSet(name=name, origin=_printable(shown), votes=votes.votes, skipped=votes.skipped)
    )
    board = board_of(name)
    await _count(session, board, writer.counts(), rules)
    return ImportReport(name, board, votes.votes, len(writer.models), votes.skipped, tuple(votes.problems))


async def remove_set(session: Session, *, name: str, rules: RatingRules) -> None:
    """Delete a set: its votes, its counts and its board."""
    await repository.lock_name(session, name)
    if await repository.get_set(session, name) is None:
        raise SetNotFound
    await repository.update_statement_timeout(session)
    await repository.delete_set(session, name, board_of(name))
    await _count(session, board_of(name), [], rules)


async def recount(session: Session, *, rules: RatingRules) -> None:
    """Recount every set from its votes and fit its board; the result is identical."""
    await vote_counts.lock(session)  # before reading: a set that is being removed must not come back
    for one in await repository.list_sets(session):
        found = await repository.list_vote_sums(session, one.name)
        totals = _add_up((a, b, Outcome(winner), number) for a, b, winner, number in found)
        await _count(session, board_of(one.name), totals, rules)


async def import_upload(
    session: Session, *, name: str, filename: str, body: BinaryIO, rules: RatingRules
) -> ImportedOut:
    """Import an uploaded file; its extension gives the format."""
    votes = await asyncio.to_thread(open_votes, body, filename, most=MOST_UPLOADED)
    report = await import_votes(session, name=name, origin=filename, votes=votes, rules=rules)
    problems = [LineProblemOut(line=one.line, reason=one.reason) for one in report.problems]
    return ImportedOut(
        name=name,
        board=report.board,
        votes=report.votes,
        models=report.models,
        skipped=report.skipped,
        problems=problems,
    )


def open_votes(file: BinaryIO, filename: str, *, most: int | None = None) -> VoteFile:
    """Open a file of votes, of which at most this many lines are read; raises `UnreadableVotes`."""
    try:
        kind = guess_format(filename)
    except UnreadableFile as error:
        raise UnreadableVotes(error.detail) from None
    return VoteFile(file, kind, most=most)


async def list_sets(session: Session) -> list[VoteSetOut]:
    return [
        VoteSetOut(
            name=row.name,
            origin=row.origin,
            votes=row.votes,
            skipped=row.skipped,
            created_at=row.created_at,
            board=board_of(row.name),
        )
        for row in await repository.list_sets(session)
    ]


async def show_sets(session: Session, *, may_import: bool) -> VoteSetsOut:
    return VoteSetsOut(sets=await list_sets(session), may_import=may_import)


async def _prepare(session: Session, name: str, *, replace: bool) -> None:
    if not NAME.fullmatch(name):
        raise BadSetName
    await repository.lock_name(session, name)
    if await repository.get_set(session, name) is not None:
        if not replace:
            raise SetExists
        await repository.update_statement_timeout(session)
        await repository.delete_set(session, name, board_of(name))
        session.expire_all()


async def _count(session: Session, source: str, totals: Sequence[vote_counts.FacetCount], rules: RatingRules) -> None:
    await vote_counts.lock(session)
    facets = await vote_counts.replace_sums(session, source=source, totals=totals, days=())
    await refresh_boards(session, source=source, facets=facets, rules=rules)


def _add_up(found: Iterable[tuple[str, str, Outcome, int]]) -> list[vote_counts.FacetCount]:
    cells: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for model_a, model_b, winner, number in found:
        in_order = model_a < model_b
        pair, places = ((model_a, model_b), _AS_NAMED) if in_order else ((model_b, model_a), _SWAPPED)
        cells[pair][places[winner]] += number
    return [vote_counts.FacetCount(OVERALL, *pair, *cells[pair]) for pair in sorted(cells)]


def _why_nothing(votes: VoteFile) -> str:
    first = votes.problems[0] if votes.problems else None
    said = f" Line {first.line} {first.reason}." if first else ""
    return f"It has no votes between two models.{said}"


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())


class _Writer:
    """Converts votes to rows and counts them."""

    def __init__(self, name: str, now: datetime) -> None:
        self.models: set[str] = set()
        self._name = name
        self._now = now
        self._found: Counter[tuple[str, str, Outcome]] = Counter()
        # Discarded with this object, so that nobody can identify voters or match two sets.
        self._key = secrets.token_bytes(32)

    def take(self, batch: Sequence[FileVote]) -> list[repository.Row]:
        rows = [self._row(vote) for vote in batch]
        if len(self.models) > MOST_MODELS:
            raise UnreadableVotes(f"It names more than {MOST_MODELS:,} models; are these really model names?")
        return rows

    def counts(self) -> list[vote_counts.FacetCount]:
        return _add_up([(*key, number) for key, number in self._found.items()])

    def _row(self, vote: FileVote) -> repository.Row:
        self.models.update((vote.model_a, vote.model_b))
        self._found[vote.model_a, vote.model_b, vote.winner] += 1
        return (
            uuid7(),
            self._name,
            vote.model_a,
            vote.model_b,
            vote.winner.value,
            self._pseudonym(vote.judge),
            vote.language,
            vote.turn,
            _style(vote),
            vote.voted_at or self._now,
        )

    def _pseudonym(self, judge: str | None) -> str | None:
        if judge is None:
            return None
        return "voter_" + hashlib.blake2b(judge.encode(errors="replace"), key=self._key, digest_size=8).hexdigest()


def _style(vote: FileVote) -> list[int] | None:
    if vote.conversation_a is None or vote.conversation_b is None:
        return None
    return [min(number, LARGEST_INTEGER) for number in measure_sides(vote.conversation_a, vote.conversation_b)]
