"""The audit log: one row for each change by an admin or moderator, written in the transaction of the change."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from pydantic import SecretStr

from llmbattler.core.db import Session

from .. import repository
from ..models import AuditEntry
from ..schemas import Visitor

COMMAND_LINE = "command line"
SITE = "site"


async def record(
    session: Session,
    *,
    actor: Visitor | str,
    action: str,
    subject: str,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Record the actor (a person, `COMMAND_LINE` or `SITE`), the action (`model.paused`) and the id of the subject.

    `before` and `after` hold what changed, never a secret.
    """
    repository.add_audit_entry(
        session,
        AuditEntry(
            actor=actor if isinstance(actor, str) else actor.owner,
            action=action,
            subject=subject,
            before=_plain(before or {}),
            after=_plain(after or {}),
        ),
    )


def changes(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Return the differing values, before and after."""
    differing = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: before.get(name) for name in differing}, {name: after.get(name) for name in differing}


def _plain(facts: Mapping[str, object]) -> dict[str, Any]:
    return {name: _value(value) for name, value in facts.items()}


def _value(value: object) -> Any:  # noqa: ANN401 - JSON
    match value:
        case SecretStr():
            return "secret"
        case StrEnum() | UUID() | Decimal():
            return str(value)
        case datetime():
            return value.isoformat()
        case Mapping():
            return _plain(value)
        case list() | tuple() | set() | frozenset():
            return [_value(one) for one in value]
        case _:
            return value
