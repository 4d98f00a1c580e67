"""Look up contestants of all kinds. An id belongs to exactly one kind."""

from collections.abc import Iterable, Sequence

from llmbattler.catalog.schemas import UsageOut
from llmbattler.catalog.service import HealthState, ModelLabel
from llmbattler.core.db import Session

from ..contract import Contestant, ContestantKind, Description
from ..kinds import MODEL, Kinds, list_kinds
from .catalog_models import describe_model


async def list_drawable(session: Session) -> list[Contestant]:
    """List all that may be drawn for a blind battle now."""
    kinds = list_kinds()
    found = [_own(kinds, kind, await kind.list_drawable(session)) for kind in kinds.all]
    return [one for some in found for one in some if one.drawable]


async def list_offered(session: Session, *, asker: str | None) -> list[Contestant]:
    """List all that a person may choose, by name."""
    kinds = list_kinds()
    found = [_own(kinds, kind, await kind.list_offered(session, asker)) for kind in kinds.all]
    return sorted((one for some in found for one in some), key=lambda one: (one.name.lower(), one.id))


async def list_known(session: Session) -> list[Description]:
    """List all whose names an answer must not reveal."""
    return [one for kind in list_kinds().all for one in await kind.list_known(session)]


async def find_contestants(session: Session, *, ids: Iterable[str]) -> dict[str, Contestant]:
    """Find contestants by their resolved ids; unknown ids are left out."""
    found: dict[str, Contestant] = {}
    for kind, own in _by_kind(ids):
        found |= await kind.find(session, own)
    return found


async def resolve(session: Session, *, names: Iterable[str], asker: str | None) -> dict[str, str]:
    """Return the id with its version for each id, alias or label; those that this person may not use are left out."""
    kinds = list_kinds()
    found: dict[str, str] = {}
    for kind, own in _by_kind(names):
        resolved = await kind.resolve(session, own, asker)
        found |= {name: one for name, one in resolved.items() if kinds.of(one) is kind}
    return found


async def describe(
    session: Session, *, ids: Iterable[str], labels: Iterable[ModelLabel] = ()
) -> dict[str, Description]:
    """Describe all of these ids. A removed contestant has its id as its name.

    Labels of catalog models that the caller has read already are not read again.
    """
    wanted, kinds = list(dict.fromkeys(ids)), list_kinds()
    found = {label.model_id: describe_model(label) for label in labels if kinds.of(label.model_id).name == MODEL}
    for kind, own in _by_kind(one for one in wanted if one not in found):
        found |= await kind.describe(session, own)
    return {one: found.get(one) or _unknown(one) for one in wanted}


def _unknown(contestant_id: str) -> Description:
    return Description(id=contestant_id, kind=list_kinds().of(contestant_id).name, name=contestant_id, known=False)


async def list_health(session: Session, *, ids: Iterable[str]) -> dict[str, HealthState]:
    """Return the public health, where it is known."""
    found: dict[str, HealthState] = {}
    for kind, own in _by_kind(ids):
        found |= await kind.list_health(session, own)
    return found


async def find_usage(session: Session, *, contestant_id: str) -> UsageOut | None:
    """Return the public recent speed and cost of a contestant."""
    return await list_kinds().of(contestant_id).find_usage(session, contestant_id)


def _by_kind(ids: Iterable[str]) -> list[tuple[ContestantKind, list[str]]]:
    kinds = list_kinds()
    own: dict[str, list[str]] = {}
    for one in dict.fromkeys(ids):
        if "\0" not in one:  # PostgreSQL cannot even compare with a zero byte
            own.setdefault(kinds.of(one).name, []).append(one)
    return [(kind, own[kind.name]) for kind in kinds.all if kind.name in own]


def _own(kinds: Kinds, kind: ContestantKind, contestants: Sequence[Contestant]) -> list[Contestant]:
    """Leave out ids that belong to another kind, such as a catalog model named like a team."""
    return [one for one in contestants if kinds.of(one.id) is kind]
