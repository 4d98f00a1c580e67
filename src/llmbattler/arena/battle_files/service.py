"""Writes all battles of a site to a file, and reads such a file into a new site."""

import asyncio
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import IO, Any, NamedTuple, TypeVar

from msgspec.structs import asdict

from llmbattler.accounts.service import visitors
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.ratings.service import BoardKind, BoardName, RatingRules, backfill
from llmbattler.ratings.service.backfill import PastVote

from ..conversation import read_entries
from ..models import VoteMode
from ..vote_counts.service import counts
from ..voting.rules import OUTCOMES
from . import repository
from .errors import SiteHasBattles, UnreadableBattles
from .records import BattleLine, BattlePart, SessionPart, SharePart, VotePart, battle_row, read_lines, write_line

AT_ONCE = 1_000
FEWEST_VOTES = 60
"""The history of the boards begins on the first day with this many votes so far."""
Progress = Callable[[str, float], None]
"""Called with the current step and the share of the work that is done."""
Part = TypeVar("Part", SessionPart, BattlePart, VotePart, SharePart)


@dataclass(frozen=True, slots=True)
class ImportReport:
    battles: int
    votes: int
    people: int


class _Counted(NamedTuple):
    vote: PastVote
    categories: Sequence[str]


async def has_battles(session: Session) -> bool:
    return await repository.find_any_battle(session)


async def export_battles(session: Session, *, file: IO[bytes], progress: Callable[[int], None] | None = None) -> int:
    """Write one line for each battle, then one for each vote whose battle is gone. Return how many."""
    written = 0

    async def write(lines: Sequence[BattleLine]) -> None:
        nonlocal written
        await asyncio.to_thread(lambda: file.writelines(map(write_line, lines)))
        written += len(lines)
        if progress is not None:
            progress(written)

    async for battles in repository.list_battles(session):
        await write([_show(one) for one in battles])
    async for votes in repository.list_other_votes(session):
        await write([BattleLine(vote=_convert(VotePart, one)) for one in votes])
    return written


def _show(stored: repository.StoredBattle) -> BattleLine:
    battle = vars(stored.battle) | {"conversation": read_entries(stored.battle.conversation)}
    return BattleLine(
        session=_convert(SessionPart, vars(stored.session)),
        battle=_convert(BattlePart, battle),
        vote=_convert(VotePart, vars(stored.vote)) if stored.vote else None,
        share=_convert(SharePart, vars(stored.share)) if stored.share else None,
    )


def _convert(kind: type[Part], row: Mapping[Any, Any]) -> Part:
    return kind(**{name: row[name] for name in kind.__struct_fields__})


async def import_battles(
    session: Session,
    *,
    lines: Iterable[bytes],
    rules: RatingRules,
    shift: timedelta = timedelta(0),
    progress: Progress = lambda _step, _done: None,
) -> ImportReport:
    """Add the battles of a file to a site without any, count their votes, and fit the boards and their history.

    All in one unit of work. `shift` moves all times.
    """
    progress("Reading battles", 0)
    if await has_battles(session):
        raise SiteHasBattles
    writer = _Writer()
    found = read_lines(lines, shift=shift)
    while batch := await asyncio.to_thread(lambda: list(itertools.islice(found, AT_ONCE))):
        await writer.write(session, batch)
    if not writer.battles and not writer.votes:
        raise UnreadableBattles("It has no battles.")
    await writer.finish(session)
    progress("Counting votes and fitting boards", 0.5)
    await counts.recount(session, rules=rules)
    await counts.write_styled(session, boards=await counts.fit_styled(session), rules=rules)
    await _add_history(session, writer.counted, rules, progress)
    progress("Done", 1)
    return ImportReport(writer.battles, writer.votes, len(writer.people))


class _Writer:
    """Writes lines to the tables, and collects what is needed at the end."""

    def __init__(self) -> None:
        self.battles = 0
        self.votes = 0
        self.people: set[str] = set()
        self.counted: list[_Counted] = []
        self._sessions: dict[Any, SessionPart] = {}

    async def write(self, session: Session, lines: Sequence[BattleLine]) -> None:
        battles = [battle_row(one.battle, one.session) for one in lines if one.battle and one.session]
        votes = [one.vote for one in lines if one.vote]
        shares = [asdict(one.share) | {"battle_id": one.battle.battle_id} for one in lines if one.share and one.battle]
        await repository.add_battles(session, battles)
        await repository.add_votes(session, [asdict(vote) for vote in votes])
        await repository.add_shares(session, shares)
        self._sessions |= {one.session.session_id: one.session for one in lines if one.session}
        self.people |= {vote.voter for vote in votes}
        self.counted += [_Counted(_past(vote), vote.categories) for vote in votes if _is_blind(vote)]
        self.battles += len(battles)
        self.votes += len(votes)

    async def finish(self, session: Session) -> None:
        """Add the sessions, and everybody as a visitor who is not known here."""
        await repository.add_sessions(session, [asdict(one) for one in self._sessions.values()])
        self.people |= {one.owner for one in self._sessions.values()}
        for person in sorted(self.people):
            await visitors.admit_visitor(session, account_id=person)


def _is_blind(vote: VotePart) -> bool:
    return vote.counted and vote.mode is VoteMode.BATTLE


def _past(vote: VotePart) -> PastVote:
    return PastVote(vote.created_at.astimezone(UTC), vote.left_model_id, vote.right_model_id, OUTCOMES[vote.vote])


async def _add_history(session: Session, counted: Sequence[_Counted], rules: RatingRules, progress: Progress) -> None:
    """Store the boards as they were at the end of each day with votes until yesterday."""
    ordered = sorted(counted, key=lambda one: one.vote.voted_at)
    if len(ordered) < FEWEST_VOTES:
        return
    today = (await get_transaction_time(session)).astimezone(UTC)
    moments = list(_list_evenings(ordered[FEWEST_VOTES - 1].vote.voted_at, today))
    categories = sorted({category for one in ordered for category in one.categories})
    boards = [BoardName(BoardKind.OVERALL), *(BoardName(BoardKind.CATEGORY, category) for category in categories)]
    for number, board in enumerate(boards):
        progress("Fitting the history of the boards", 0.7 + 0.3 * number / len(boards))
        votes = [one.vote for one in ordered if board.which is None or board.which in one.categories]
        await backfill.add_past_snapshots(session, board=board, votes=votes, at=moments, rules=rules)


def _list_evenings(first: datetime, now: datetime) -> Iterator[datetime]:
    """Yield the end of each day from the day of `first` to the day before `now`."""
    evening = datetime.combine(first.date(), time(23, 59), UTC)
    while evening < now and evening.date() < now.date():
        yield evening
        evening += timedelta(days=1)
