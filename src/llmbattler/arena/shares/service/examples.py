"""Shared battles as examples on the pages of models."""

from collections.abc import Sequence

from llmbattler.core.db import Session

from ...models import VoteWord
from ...redaction import mask
from ...schemas import ExampleBattleOut, ExampleBattlesOut
from .. import repository

MOST = 10


async def list_examples(session: Session, *, models: Sequence[str]) -> ExampleBattlesOut:
    """Return the newest shared battles in which all of these models met and whose names are revealed."""
    rows = await repository.list_shared(session, models, MOST)
    return ExampleBattlesOut(
        battles=[
            ExampleBattleOut(
                share_path=f"/s/{row.token}",
                title=mask(row.title),
                created_at=row.created_at,
                vote=VoteWord(row.vote) if row.vote else None,
                left_model_id=row.left_model_id,
                right_model_id=row.right_model_id or "",
            )
            for row in rows
        ]
    )
