"""The names of boards, and which votes each of them counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

HUMAN = "human"
OVERALL = "overall"
SIDE_BY_SIDE = "side_by_side"
USAGE = "usage"
RECENT_DAYS = 30


class BoardKind(StrEnum):
    """The votes that a board counts. Votes of different kinds are never added up."""

    OVERALL = "overall"
    STYLE_CONTROL = "style_control"
    LAST_30_DAYS = "last_30_days"
    SIDE_BY_SIDE = "side_by_side"
    USAGE = "usage"
    """Comparisons of answers that the voter had seen before."""
    CATEGORY = "category"
    LANGUAGE = "language"
    JUDGE = "judge"
    IMPORTED = "import"


_PLAIN = {
    BoardKind.OVERALL,
    BoardKind.STYLE_CONTROL,
    BoardKind.LAST_30_DAYS,
    BoardKind.SIDE_BY_SIDE,
    BoardKind.USAGE,
}


@dataclass(frozen=True, slots=True)
class BoardName:
    """A board: its kind, and its name where there are several of a kind."""

    kind: BoardKind
    which: str | None = None

    def __str__(self) -> str:
        return self.kind.value if self.which is None else f"{self.kind.value}:{self.which}"

    @classmethod
    def parse(cls, text: str) -> "BoardName | None":
        word, colon, which = text.partition(":")
        if word not in set(BoardKind) or (colon and not which):
            return None
        kind = BoardKind(word)
        if not colon:
            return cls(kind) if kind in _PLAIN else None
        return cls(kind, which) if kind not in _PLAIN or kind is BoardKind.STYLE_CONTROL else None

    @property
    def source(self) -> str:
        """The source of its votes: people, a judge, an import."""
        return str(self) if self.kind in {BoardKind.JUDGE, BoardKind.IMPORTED} else HUMAN

    @property
    def facet(self) -> str:
        """The facet of its votes: all, a category, a language."""
        if self.kind in {BoardKind.CATEGORY, BoardKind.LANGUAGE, BoardKind.SIDE_BY_SIDE, BoardKind.USAGE}:
            return str(self)
        if self.kind is BoardKind.STYLE_CONTROL and self.which:
            return f"{BoardKind.CATEGORY}:{self.which}"
        return OVERALL

    @property
    def days(self) -> int | None:
        """The number of days that it counts; `None` for all."""
        return RECENT_DAYS if self.kind is BoardKind.LAST_30_DAYS else None

    def styled(self) -> "BoardName | None":
        """The style-controlled version of this board, if there is one."""
        if self.kind is BoardKind.OVERALL:
            return BoardName(BoardKind.STYLE_CONTROL)
        if self.kind is BoardKind.CATEGORY:
            return BoardName(BoardKind.STYLE_CONTROL, self.which)
        return self if self.kind is BoardKind.STYLE_CONTROL else None


def counted_boards(source: str, facets: Iterable[str]) -> list[BoardName]:
    """List the boards to fit again after votes of these facets."""
    found = set()
    for facet in facets:
        if source != HUMAN:
            found |= {BoardName.parse(source)} if facet == OVERALL else set()
        elif facet == OVERALL:
            found |= {BoardName(BoardKind.OVERALL), BoardName(BoardKind.LAST_30_DAYS)}
        else:
            found.add(BoardName.parse(facet))
    return sorted((board for board in found if board is not None), key=str)


def facets_of(categories: Iterable[str], language: str | None) -> list[str]:
    """List the facets of a blind vote."""
    named = [f"{BoardKind.CATEGORY}:{category}" for category in categories]
    return [OVERALL, *named, *([f"{BoardKind.LANGUAGE}:{language}"] if language else [])]
