"""Which battles judges read, which verdicts count, and how well a judge agrees with people."""

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
from ..voting.rules import OUTCOMES
from . import repository
from .errors import JudgeRetired
from .prompts import JudgedTurn, list_turns
from .repository import AgreedVerdict, VerdictComparison

MIN_BATTLES = 10
"""With fewer battles, agreement is not shown."""


@dataclass(frozen=True, slots=True)
class Judge:
    model: OfferedModel
    own_ids: frozenset[str]
    """The ids under which this model answers in battles; it never judges those."""

    @property
    def id(self) -> str:
        return self.model.model_id


@dataclass(frozen=True, slots=True)
class JudgedBattle:
    """A battle for a judge to read."""

    battle_id: UUID
    left_model_id: str
    right_model_id: str
    categories: Sequence[str]
    language: str | None
    turns: Sequence[JudgedTurn]


@dataclass(frozen=True, slots=True)
class StoredVerdicts:
    """The result of storing the two verdicts of a judge."""

    stored: bool
    """False when another worker has stored verdicts before."""
    facets: frozenset[str] = frozenset()
    """The facets that the vote counts for; none when the verdicts differ."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a judge and people agree on the same battles. Field names as in `JudgeAgreementOut`."""

    category: str | None
    battles: int
    agreement: float
    kappa: float
    kappa_low: float
    kappa_high: float


def source_of(judge: str) -> str:
    """Return the source of the votes of a judge, in counts and boards."""
    return str(BoardName(BoardKind.JUDGE, judge))


async def get_judge(session: Session, *, model_id: str) -> Judge:
    """Return a model of the catalog as a judge. Raises `ModelNotFound` or `JudgeRetired`."""
    model = await catalog.get_offered(session, model_id=model_id)
    if model.status is ModelStatus.RETIRED:
        raise JudgeRetired
    offered = await catalog.list_offered(session)
    return Judge(model, frozenset(other.model_id for other in offered if other.address == model.address))


async def list_unjudged(session: Session, *, judge: Judge, limit: int, per_day: int | None) -> Sequence[UUID]:
    """Return the newest battles that this judge has not read, within the limits of the run and the day."""
    if per_day is not None:
        limit = min(limit, per_day - await repository.count_today(session, judge.id))
    return (
        await repository.list_unjudged(session, judge=judge.id, own_ids=judge.own_ids, limit=limit) if limit > 0 else ()
    )


async def load_battle(session: Session, *, judge: Judge, battle_id: UUID, per_day: int | None) -> JudgedBattle | None:
    """Return a battle to judge; `None` when another worker was faster, the daily limit is reached or it is gone."""
    if per_day is not None and await repository.count_today(session, judge.id) >= per_day:
        return None
    battle = await repository.get_unjudged(session, battle_id, judge=judge.id, own_ids=judge.own_ids)
    if battle is None:
        return None
    return JudgedBattle(
        battle_id,
        battle.left_model_id,
        battle.right_model_id,
        battle.categories,
        battle.language,
        list_turns(read_entries(battle.conversation), upto=battle.turns),
    )


async def store_verdicts(
    session: Session, *, judge: str, battle: JudgedBattle, verdicts: Mapping[JudgeOrder, VoteWord | None]
) -> StoredVerdicts:
    """Store the verdicts in both orders, and count them when they agree.

    A second worker with the same battle changes nothing.
    """
    await vote_counts.lock(session)
    facts = {
        "battle_id": battle.battle_id,
        "judge_model_id": judge,
        "left_model_id": battle.left_model_id,
        "right_model_id": battle.right_model_id,
        "categories": list(battle.categories),
        "language": battle.language,
    }
    rows = [{**facts, "order": order, "verdict": verdicts[order]} for order in JudgeOrder]
    added = await repository.add_verdicts(session, rows)
    verdict = verdicts[JudgeOrder.AS_SHOWN]
    if not added or verdict is None or verdict != verdicts[JudgeOrder.SWAPPED]:
        return StoredVerdicts(stored=bool(added))
    agreed = AgreedVerdict(
        verdict, battle.left_model_id, battle.right_model_id, battle.categories, battle.language, _day(added[0])
    )
    facets = await vote_counts.add_votes(session, source=source_of(judge), votes=[_counted(agreed)])
    return StoredVerdicts(stored=True, facets=frozenset(facets))


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def _counted(agreed: AgreedVerdict) -> CountedVote:
    return CountedVote(
        agreed.left_model_id,
        agreed.right_model_id,
        OUTCOMES[VoteWord(agreed.verdict)],
        agreed.day,
        facets_of(agreed.categories, agreed.language),
    )


async def list_judges(session: Session) -> Sequence[str]:
    """Return the models that have judged battles, including retired ones."""
    return await repository.list_judges(session)


async def count_judge_votes(session: Session, *, judge: str) -> list[DayCount]:
    """Count the stored verdicts of a judge again: the same numbers as counting one by one."""
    found = await repository.list_agreed(session, judge)
    return vote_counts.count_days(vote for agreed in found for vote in repeat(_counted(agreed), agreed.battles))


async def recount(session: Session, *, rules: RatingRules) -> None:
    """Count all judges again, and measure how well they agree with people."""
    await vote_counts.lock(session)
    for judge in await repository.list_judges(session):
        rows = await count_judge_votes(session, judge=judge)
        facets = await vote_counts.replace_counts(session, source=source_of(judge), rows=rows)
        await refresh_judge(session, judge=judge, facets=facets, rules=rules)


async def refresh_judge(session: Session, *, judge: str, facets: Collection[str], rules: RatingRules) -> None:
    """Fit the changed facets of the judge's board, and store on it how well the judge agrees with people."""
    if not facets:
        return
    await vote_counts.lock(session)
    await refits.refresh_boards(session, source=source_of(judge), facets=facets, rules=rules)
    found = await measure_agreement(session, judge=judge)
    await refits.set_facts(session, board=source_of(judge), facts={"agreement": [asdict(row) for row in found]})


async def measure_agreement(session: Session, *, judge: str) -> list[Agreement]:
    """Compare a judge with people: over all battles, then by category, most battles first."""
    found = _measure(await repository.count_comparisons(session, judge))
    return sorted(found, key=lambda row: (row.category is not None, -row.battles, row.category or ""))


def _measure(compared: Iterable[VerdictComparison]) -> Iterable[Agreement]:
    tables: defaultdict[str | None, dict[tuple[str, str], int]] = defaultdict(dict)
    for row in compared:
        tables[row.category][row.human, row.judge] = row.battles
    for category, table in tables.items():
        battles = sum(table.values())
        if battles >= MIN_BATTLES:
            found = kappa(table)
            same = sum(number for (human, judge), number in table.items() if human == judge)
            yield Agreement(category, battles, same / battles, found.value, found.low, found.high)
