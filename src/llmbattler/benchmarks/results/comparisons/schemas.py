"""Request parameters of comparisons. Responses are in `results.schemas`."""

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from llmbattler.core.cursors import CursorText

from .flips import FlipDirection

MOST_ENTRIES = 30
MOST_SUMMARIES = 100
EntryText = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CompareIn(_In):
    entry: list[EntryText] = Field(
        max_length=MOST_ENTRIES, description="`run_id:model_id#prompt`; the others are compared with the first."
    )


class SummariesIn(_In):
    run: list[UUID] = Field(min_length=1, max_length=MOST_SUMMARIES, description="Ids of runs.")


class FlipsIn(_In):
    first: EntryText
    second: EntryText
    direction: FlipDirection = FlipDirection.ALL
    cursor: CursorText | None = None
    limit: int = Field(50, ge=1, le=200)


class HistoryIn(_In):
    suite_id: UUID
    model_id: str | None = Field(None, min_length=1, max_length=200)
