"""What judging decides: which battles are read, what counts, and how well a judge agrees with people."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from itertools import repeat
from uuid import UUID

from llmbattler.catalog import service as catalog
from llmbattler.catalog.service import ModelStatus, OfferedModel
from llmbattler.core.db import Session
from llmbattler.ratings.service import BoardKind, BoardName, RatingRules, facets_of, kappa, refits, vote_counts
from llmbattler.ratings.service.vote_counts import CountedVote, DayCount

from ..conversation import read_entries
from ..models import JudgeOrder, VoteWord
from ..vote_rules import OUTCOMES
from . import repository
from .errors import JudgeRetired
from .prompts import JudgedTurn, list_turns
from .repository import Agreed, Compared

FEWEST_BATTLES = 10
"""With fewer, agreement is a matter of luck and not shown."""


@dataclass(frozen=True, slots=True)
class Judge:
    model: OfferedModel
    kin: frozenset[str]
    """The ids under which this very model answers in battles; it never judges those."""

    @property
    def id(self) -> str:
        return self.model.model_id


@dataclass(frozen=True, slots=True)
class Case:
    """One battle on a judge's desk."""

    battle_id: UUID
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    turns: Sequence[JudgedTurn]


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a judge's two verdicts."""

    stored: bool
    """False when another worker had stored its own before."""
    facets: frozenset[str] = frozenset()
    """What the vote counts for; nothing when the two disagree."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a judge and people say the same of the same battles. Names as `JudgeAgreementOut` has them."""

    category: str | None
    battles: int
    agreement: float
    kappa: float
    kappa_low: float
    kappa_high: float


def source_of(judge: str) -> str:
    """Whose votes these are, in counts and boards."""
    return str(BoardName(BoardKind.JUDGE, judge))


async def get_judge(session: Session, *, model_id: str) -> Judge:
    """A model of the catalog as a judge; raises `ModelNotFound` and `JudgeRetired`."""
    model = await catalog.get_offered(session, model_id=model_id)
    if model.status is ModelStatus.RETIRED:
        raise JudgeRetired
    offered = await catalog.list_offered(session)
    return Judge(model, frozenset(other.model_id for other in offered if other.address == model.address))


async def list_waiting(session: Session, *, judge: Judge, limit: int, per_day: int | None) -> Sequence[UUID]:
    """The newest battles that this judge has not read, as many as a run and the day have room for."""
    if per_day is not None:
        limit = min(limit, per_day - await repository.count_today(session, judge.id))
    return await repository.list_waiting(session, judge=judge.id, kin=judge.kin, limit=limit) if limit > 0 else ()


async def open_case(session: Session, *, judge: Judge, battle_id: UUID, per_day: int | None) -> Case | None:
    """A battle to judge now; nothing when another worker was faster, the day is full or the battle is gone."""
    if per_day is not None and await repository.count_today(session, judge.id) >= per_day:
        return None
    battle = await repository.get_waiting(session, battle_id, judge=judge.id, kin=judge.kin)
    if battle is None:
        return None
    return Case(
        battle_id,
        battle.left_model_id,
        battle.right_model_id,
        battle.categories,
        battle.language,
        list_turns(read_entries(battle.conversation), upto=battle.turns),
    )


async def keep_verdicts(
    session: Session, *, judge: str, case: Case, verdicts: Mapping[JudgeOrder, VoteWord | None]
) -> Kept:
    """Store what the judge said in both orders and, where that is the same, count it.

    Whoever comes second with the same battle changes nothing.
    """
    await vote_counts.lock(session)
    facts = {
        "battle_id": case.battle_id,
        "judge_model_id": judge,
        "left_model_id": case.left_model_id,
        "right_model_id": case.right_model_id,
        "categories": list(case.categories),
        "language": case.language,
    }
    rows = [{**facts, "order": order, "verdict": verdicts[order]} for order in JudgeOrder]
    added = await repository.add_verdicts(session, rows)
    verdict = verdicts[JudgeOrder.AS_SHOWN]
    if not added or verdict is None or verdict != verdicts[JudgeOrder.SWAPPED]:
        return Kept(stored=bool(added))
    agreed = Agreed(verdict, case.left_model_id, case.right_model_id, case.categories, case.language, _day(added[0]))
    facets = await vote_counts.add_votes(session, source=source_of(judge), votes=[_counted(agreed)])
    return Kept(stored=True, facets=frozenset(facets))


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def _counted(agreed: Agreed) -> CountedVote:
    return CountedVote(
        agreed.left_model_id,
        agreed.right_model_id,
        OUTCOMES[VoteWord(agreed.verdict)],
        agreed.day,
        facets_of(agreed.categories, agreed.language),
    )


async def list_judges(session: Session) -> Sequence[str]:
    """The models that have judged anything, retired ones included."""
    return await repository.list_judges(session)


async def count_judge_votes(session: Session, *, judge: str) -> list[DayCount]:
    """All counts of a judge anew from the stored verdicts: the same numbers that counting one by one gave."""
    found = await repository.list_agreed(session, judge)
    return vote_counts.count_days(vote for agreed in found for vote in repeat(_counted(agreed), agreed.battles))


async def recount(session: Session, *, rules: RatingRules) -> None:
    """Count every judge anew, and measure again how well it agrees with people."""
    await vote_counts.lock(session)
    for judge in await repository.list_judges(session):
        rows = await count_judge_votes(session, judge=judge)
        facets = await vote_counts.replace_counts(session, source=source_of(judge), rows=rows)
        await refresh_judge(session, judge=judge, facets=facets, rules=rules)


async def refresh_judge(session: Session, *, judge: str, facets: Collection[str], rules: RatingRules) -> None:
    """Fit the judge's board anew where facets changed, and note on it how well the judge agrees with people."""
    if not facets:
        return
    await vote_counts.lock(session)
    await refits.refresh_boards(session, source=source_of(judge), facets=facets, rules=rules)
    found = await measure_agreement(session, judge=judge)
    await refits.set_facts(session, board=source_of(judge), facts={"agreement": [asdict(row) for row in found]})


async def measure_agreement(session: Session, *, judge: str) -> list[Agreement]:
    """Judge against people: over all battles that both judged, then by category, most battles first."""
    found = _measure(await repository.compare(session, judge))
    return sorted(found, key=lambda row: (row.category is not None, -row.battles, row.category or ""))


def _measure(compared: Iterable[Compared]) -> Iterable[Agreement]:
    tables: defaultdict[str | None, dict[tuple[str, str], int]] = defaultdict(dict)
    for row in compared:
        tables[row.category][row.human, row.judge] = row.battles
    for category, table in tables.items():
        battles = sum(table.values())
        if battles >= FEWEST_BATTLES:
            found = kappa(table)
            same = sum(number for (human, judge), number in table.items() if human == judge)
            yield Agreement(category, battles, same / battles, found.value, found.low, found.high)
