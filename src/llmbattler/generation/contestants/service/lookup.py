"""Looking contestants up in all kinds. An id belongs to one kind only, so no kind can take another one's place."""

from collections.abc import Iterable, Sequence

from llmbattler.catalog.schemas import UsageOut
from llmbattler.catalog.service import HealthState
from llmbattler.core.db import Session

from ..contract import Contestant, ContestantKind, Description
from ..kinds import kind_of, list_kinds


async def list_drawable(session: Session) -> list[Contestant]:
    """All that may be drawn for a blind battle now."""
    return [
        one for kind in list_kinds().values() for one in _own(kind, await kind.list_drawable(session)) if one.drawable
    ]


async def list_offered(session: Session, *, asker: str | None) -> list[Contestant]:
    """All that somebody may choose from, by name."""
    offered = [one for kind in list_kinds().values() for one in _own(kind, await kind.list_offered(session, asker))]
    return sorted(offered, key=lambda one: (one.name.lower(), one.id))


async def list_known(session: Session) -> list[Description]:
    """All whose names an answer may not reveal."""
    return [one for kind in list_kinds().values() for one in await kind.list_known(session)]


async def find_contestants(session: Session, *, ids: Iterable[str]) -> dict[str, Contestant]:
    """Find contestants by their resolved ids; unknown ids are left out."""
    found: dict[str, Contestant] = {}
    for kind, own in _by_kind(ids):
        found |= await kind.find(session, own)
    return found


async def resolve(session: Session, *, names: Iterable[str], asker: str | None) -> dict[str, str]:
    """Give the id with its version for each id, alias or label; those that this person may not use are left out."""
    found: dict[str, str] = {}
    for kind, own in _by_kind(names):
        resolved = await kind.resolve(session, own, asker)
        found |= {name: one for name, one in resolved.items() if kind_of(one) is kind}
    return found


async def describe(session: Session, *, ids: Iterable[str]) -> dict[str, Description]:
    """Describe every one of these ids. What no kind knows any more has its id as its name."""
    wanted = list(dict.fromkeys(ids))
    found: dict[str, Description] = {}
    for kind, own in _by_kind(wanted):
        found |= await kind.describe(session, own)
    return {one: found.get(one) or _unknown(one) for one in wanted}


def _unknown(contestant_id: str) -> Description:
    return Description(id=contestant_id, kind=kind_of(contestant_id).name, name=contestant_id, known=False)


async def list_health(session: Session, *, ids: Iterable[str]) -> dict[str, HealthState]:
    """The health that everybody may see, where it is known."""
    found: dict[str, HealthState] = {}
    for kind, own in _by_kind(ids):
        found |= await kind.list_health(session, own)
    return found


async def find_usage(session: Session, *, contestant_id: str) -> UsageOut | None:
    """How quick and how expensive a contestant was lately, as everybody may know."""
    return await kind_of(contestant_id).find_usage(session, contestant_id)


def _by_kind(ids: Iterable[str]) -> list[tuple[ContestantKind, list[str]]]:
    sorted_out: dict[str, list[str]] = {}
    for one in dict.fromkeys(ids):
        if "\0" not in one:  # PostgreSQL cannot even compare with a zero byte
            sorted_out.setdefault(kind_of(one).name, []).append(one)
    kinds = list_kinds()
    return [(kinds[name], own) for name, own in sorted_out.items()]


def _own(kind: ContestantKind, contestants: Sequence[Contestant]) -> list[Contestant]:
    """Leave out ids that belong to another kind, such as a catalog model named like a team."""
    return [one for one in contestants if kind_of(one.id) is kind]
