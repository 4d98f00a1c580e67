"""Doctor checks: unknown ids of contestants, and models that another kind hides."""

from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.resources import Resources

from ..service.references import find_hidden_models, find_unknown_ids

SHOWN = 5
_UNKNOWN = "They are shown by their id. If a package that brought them was removed by mistake, install it again."
_HIDDEN = "Give it another id in models.yaml, or in the admin area."


async def check_contestants(resources: Resources) -> list[Finding]:
    async with resources.get(Database).unit() as session:
        unknown = await find_unknown_ids(session)
        hidden = await find_hidden_models(session)
    found = [
        Finding(Level.WARNING, "contestants", f"{column} names {_list(ids)}, which this site does not know.", _UNKNOWN)
        for column, ids in unknown.items()
    ]
    found += [
        Finding(
            Level.WARNING, "contestants", f"The model {one} is not offered: the kind {kind} owns such ids.", _HIDDEN
        )
        for one, kind in hidden.items()
    ]
    return found or [Finding(Level.OK, "contestants", "Every stored id belongs to a contestant.")]


def _list(ids: list[str]) -> str:
    shown = ", ".join(ids[:SHOWN])
    return shown if len(ids) <= SHOWN else f"{shown} and {len(ids) - SHOWN} more"
