"""Ids of contestants in the tables of all slices."""

from llmbattler.core.db import Session
from llmbattler.core.db.orphans import list_references

from ..contract import ContestantKind
from ..kinds import MODEL, list_kinds
from .lookup import describe

CONTESTANT = "contestant"
"""The subject of `external_id` for columns with ids of contestants."""


async def find_unknown_ids(session: Session) -> dict[str, list[str]]:
    """List unknown ids by column."""
    found: dict[str, list[str]] = {}
    for column, ids in (await list_references(session, CONTESTANT)).items():
        described = await describe(session, ids=ids)
        unknown = sorted(one for one in ids if not described[one].known)
        if unknown:
            found[column] = unknown
    return found


async def find_hidden_models(session: Session) -> dict[str, str]:
    """List the catalog models that cannot be asked because their ids belong to another kind."""
    kinds = list_kinds()
    models: ContestantKind = next(kind for kind in kinds.all if kind.name == MODEL)
    known = [one.id for one in await models.list_known(session)]
    return {one: kinds.of(one).name for one in known if kinds.of(one) is not models}
