"""Analyzes a conversation after a turn: categories, language, and answers that reveal their author."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_

from llmbattler.core.text.languages import detect_language
from llmbattler.generation.classification.service import Turn, categorize
from llmbattler.generation.contestants.service import Description

from ..conversation import Entry, latest
from ..identity.detection import Mentioned, asks_identity, names_of, reveals_identity
from ..identity.names import Names
from ..models import Flag


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """What the rules found in the conversation after this turn."""

    categories: frozenset[str]
    language: str | None
    flags: frozenset[str]


def analyze_turn(entries: Sequence[Entry], turn: int, texts: Sequence[str], names: Names) -> TurnAnalysis:
    """Analyze the whole conversation with the new answers in it. Run it in a thread: texts can be long."""
    kept = latest(entries)
    rounds = [_round(kept, entry, texts if entry.turn == turn else None) for entry in kept if entry.role == "user"]
    flags = set()
    if any(asks_identity(one.prompt) for one in rounds):
        flags.add(Flag.IDENTITY_PROBE)
    if any(
        reveals_identity(text, names, mentioned)
        for one, mentioned in zip(rounds, _mentioned_so_far(rounds, names), strict=True)
        for text in one.answers
    ):
        flags.add(Flag.IDENTITY_LEAK)
    return TurnAnalysis(
        categories=categorize([one for one in rounds if any(one.answers)] or rounds[:1]),
        language=detect_language(rounds[0].prompt),
        flags=frozenset(flag.value for flag in flags),
    )


def _mentioned_so_far(rounds: Sequence[Turn], names: Names) -> Iterator[Mentioned]:
    """Return the names that the person had mentioned before each answer. Answers may mention them, too."""
    return accumulate((Mentioned.read(one.prompt, names) for one in rounds), or_)


def _round(entries: Sequence[Entry], asked: Entry, given: Sequence[str] | None) -> Turn:
    answers = given
    if answers is None:
        answers = [entry.content for entry in entries if entry.turn == asked.turn and entry.role == "assistant"]
    return Turn(prompt=asked.content, answers=tuple(answers), images=len(asked.images))


def collect_names(known: Sequence[Description]) -> Names:
    """Return every name by which an answer could reveal a contestant of this site."""
    return names_of(
        tuple(sorted({name for one in known for name in (one.id, one.name, *one.other_names)})),
        tuple(sorted({one.organization for one in known if one.organization})),
    )
