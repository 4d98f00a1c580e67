"""Request and response bodies of vote sets."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..schemas import Word


def _plain(name: str) -> str:
    if "/" in name or "\\" in name:
        raise ValueError("must be the name of a file, not a path")
    return name


class UploadIn(BaseModel):
    """The name of the new set, and the file name, whose extension gives the format."""

    model_config = ConfigDict(extra="forbid")

    name: Word = Field(min_length=1, description="Letters, digits, `.`, `_` and `-`.")
    filename: Annotated[Word, AfterValidator(_plain)] = Field(
        min_length=1, description="Ends in .csv, .tsv, .jsonl, .ndjson, .json or .parquet."
    )


class VoteSetOut(BaseModel):
    name: str
    origin: str = Field(description="The name of the file.")
    votes: int
    skipped: int = Field(description="Lines that are no votes between two models.")
    created_at: datetime
    board: str = Field(description="Its own leaderboard.")


class VoteSetsOut(BaseModel):
    sets: list[VoteSetOut]
    may_import: bool


class LineProblemOut(BaseModel):
    line: int
    reason: str


class ImportedOut(BaseModel):
    name: str
    board: str
    votes: int
    models: int
    skipped: int
    problems: list[LineProblemOut] = Field(description="The first ten.")
