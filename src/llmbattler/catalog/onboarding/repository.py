"""Queries of the first steps."""

from sqlalchemy import exists, select

from llmbattler.core.db import Session

from ..health import OK
from ..models import Model, ModelCall, Source
from ..purposes import list_maintenance


async def find_answered_model(session: Session) -> str | None:
    """Find a model other than the built-in one that has answered a person."""
    answered = exists().where(
        ModelCall.model_id == Model.model_id, ModelCall.outcome == OK, ModelCall.purpose.not_in(list_maintenance())
    )
    query = select(Model.model_id).where(Model.source != Source.EMBEDDED, answered).limit(1)
    return (await session.execute(query)).scalar_one_or_none()
