"""Versions, differences and edit conflicts on the wire."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from .diff import ChangeKind, DiffLine, Hunk
from .merge import ThreeWayMerge


class DiffPartOut(BaseModel):
    kind: ChangeKind
    text: str


class DiffLineOut(BaseModel):
    kind: ChangeKind
    old_number: int | None = Field(description="Line number in the older text, from 1; null for an added line.")
    new_number: int | None
    parts: list[DiffPartOut] = Field(description="The line by words: together they are its text.")


class HunkOut(BaseModel):
    lines: list[DiffLineOut]


class DiffOut(BaseModel):
    """What changed from one version to another."""

    old: int = Field(description="Number of the version that is compared.")
    new: int = Field(description="Number of the version that it is compared with.")
    added: int = Field(description="Lines added.")
    removed: int = Field(description="Lines removed.")
    hunks: list[HunkOut] = Field(description="Changed lines with a few unchanged ones around them.")


class ThreeWayOut(BaseModel):
    """Two edits of one version, in the body of an edit conflict."""

    base: str = Field(description="The text that you started from.")
    theirs: str = Field(description="The text of the newest version.")
    yours: str = Field(description="The text that you sent; it is not saved.")
    merged: str | None = Field(description="Both edits together; null where they touch the same lines.")
    base_number: int
    newest: int = Field(description="Name this one as `base` to save over the newest version.")


def show_diff(old: int, new: int, lines: Sequence[DiffLine], hunks: Sequence[Hunk]) -> DiffOut:
    return DiffOut(
        old=old,
        new=new,
        added=sum(line.kind is ChangeKind.ADDED for line in lines),
        removed=sum(line.kind is ChangeKind.REMOVED for line in lines),
        hunks=[HunkOut(lines=[_show_line(line) for line in hunk]) for hunk in hunks],
    )


def _show_line(line: DiffLine) -> DiffLineOut:
    parts = [DiffPartOut(kind=part.kind, text=part.text) for part in line.parts]
    return DiffLineOut(kind=line.kind, old_number=line.old_number, new_number=line.new_number, parts=parts)


def show_conflict(base_number: int, newest: int, merge: ThreeWayMerge) -> ThreeWayOut:
    return ThreeWayOut(
        base=merge.base,
        theirs=merge.theirs,
        yours=merge.yours,
        merged=merge.merged,
        base_number=base_number,
        newest=newest,
    )
