"""First-person claims such as "I am …" and "made by …", in the languages of `cues`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from llmbattler.core.text.phrases import COLON, COMMA, END, PAUSES, Phrases, words_of

from . import cues
from .names import Name, Names


class _Cue(Enum):
    COPULA = auto()
    SUBJECT = auto()
    PASSIVE = auto()
    PREPOSITION = auto()
    OPENING = auto()
    ORIGIN = auto()


def _list(block: str) -> list[str]:
    return [text for text in block.replace("\n", "|").split("|") if text]


def _kinds() -> dict[tuple[str, ...], _Cue]:
    kinds = {words_of(text): _Cue.COPULA for text in _list(cues.SELF)}
    special = (
        (cues.SUBJECTS, _Cue.SUBJECT),
        (cues.PASSIVES, _Cue.PASSIVE),
        (cues.PREPOSITIONS, _Cue.PREPOSITION),
        (cues.OPENINGS, _Cue.OPENING),
        (cues.ORIGINS, _Cue.ORIGIN),
    )
    return kinds | {words_of(text): kind for block, kind in special for text in _list(block)}


def _set(*blocks: str) -> frozenset[str]:
    return frozenset(word for block in blocks for word in words_of(block))


_SELF = Phrases(_kinds().items())
_BETWEEN = _set(cues.BETWEEN, cues.BETWEEN_CHARACTERS) | {COMMA, COLON}
_AI = _set(cues.AI, cues.AI_CHARACTERS)
_AFTER = Phrases((words_of(text), True) for line in cues.AFTER.split("\n") for text in line.split())
_MADE_ME = Phrases((words_of(text), True) for text in _list(cues.MADE_ME))
_LABELS = Phrases((words_of(text), True) for text in _list(cues.LABELS))
_BY = _set(cues.BY)
_RULES, _ME, _NOT_ME, _ARTICLES = _set(cues.RULES), _set(cues.ME), _set(cues.NOT_ME), _set(cues.ARTICLES)
_STEPS = 18
_NEAR = 8
_GOES_ON = frozenset({"and", "as", "with", "und", "et", "y", "e", "to", "in"})
_CLAUSE_OPENERS = frozenset(
    {"but", "and", "so", "because", "since", "that", "hi", "hello", "sorry", "well", "however", "speaking"}
)
_AFTER_A_GIVEN_NAME = _BETWEEN | _AI | PAUSES | _set(cues.AFTER_A_GIVEN_NAME)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A cue, the name that follows it, and the words around them."""

    words: Sequence[str]
    kind: _Cue
    cue_start: int
    cue_end: int
    start: int
    end: int
    name: Name

    @property
    def after(self) -> Sequence[str]:
        return _clause(self.words, self.end)

    @property
    def is_made(self) -> bool:
        """A word about machines or making comes before the name."""
        return not _AI.isdisjoint(self.words[max(0, self.cue_start - 1) : self.start])

    @property
    def is_about_machines(self) -> bool:
        return self.is_made or not _AI.isdisjoint(self.after)

    @property
    def ends_clause(self) -> bool:
        """The clause ends with the name."""
        return self.after[:1] in ([], ["speaking"])

    @property
    def opens_clause(self) -> bool:
        place = self.cue_start - 1
        return place < 0 or self.words[place] in PAUSES or self.words[place] in _CLAUSE_OPENERS


def claims_identity(words: Sequence[str], names: Names, *, said: frozenset[str]) -> bool:
    """Return whether a text claims one of the names for itself. `said`: names that the prompt already mentioned."""
    starts = {start: (end, name) for start, end, name in names.find(words)}
    last = max((place for place, word in enumerate(words) if word != END), default=0)
    if any(_follows_cue(words, start, end, kind, starts) for start, end, kind in _SELF.find_all(words)):
        return True
    return any(
        _name_made_me(words, end, name)
        or _follows_rules_of(words, start, end, name)
        or _says_here(words, start, end)
        or (name.key not in said and not name.everyday and _has_label(words, start, end))
        or (end > last and name.key not in said and _is_signature(words, start, name))
        for start, (end, name) in starts.items()
    )


def _follows_cue(words: Sequence[str], start: int, end: int, kind: _Cue, names: dict[int, tuple[int, Name]]) -> bool:
    for place in range(end, min(len(words), end + _STEPS)):
        if place in names and _holds(_Claim(words, kind, start, end, place, *names[place])):
            return True
        if words[place] not in _BETWEEN:
            return False
    return False


def _holds(claim: _Claim) -> bool:
    return not _means_another(claim) and _ENOUGH[claim.kind](claim)


def _means_another(claim: _Claim) -> bool:
    """Return whether the name means an employee, a fan, a person with a surname, an animal, or a company."""
    name, after = claim.name, claim.after
    if not _NOT_ME.isdisjoint(after[:3]):
        return True
    if (name.maker or name.rare) and not claim.is_about_machines:
        return True
    article = name.everyday and claim.start > claim.cue_end and claim.words[claim.start - 1] in _ARTICLES
    if article and _AI.isdisjoint(after[:2]):
        return True
    given = name.person or (name.everyday and not name.maker)
    return given and not claim.is_made and _goes_on_as_a_surname(after) and not _AFTER.at(claim.words, claim.end)


def _subject_is_enough(claim: _Claim) -> bool:
    ending = any(_AFTER.at(claim.words, claim.end + gap) for gap in range(2))
    return claim.is_made or claim.ends_clause or ending or (claim.is_about_machines and not claim.name.everyday)


def _opening_is_enough(claim: _Claim) -> bool:
    goes_on = claim.name.everyday and claim.words[claim.end : claim.end + 1] == [COMMA]
    return claim.opens_clause and claim.ends_clause and not goes_on


def _passive_is_enough(claim: _Claim) -> bool:
    return claim.is_made or (claim.is_about_machines and claim.words[claim.start - 1] in _BY)


def _preposition_is_enough(claim: _Claim) -> bool:
    """Match "As an AI by …" and "As …, I …"."""
    if claim.start == claim.cue_end and claim.words[claim.end : claim.end + 1] == [COMMA]:
        return (
            claim.opens_clause
            and not claim.name.maker
            and not _ME.isdisjoint(claim.words[claim.end + 1 : claim.end + 2])
        )
    return claim.opens_clause and _passive_is_enough(claim)


_ENOUGH: dict[_Cue, Callable[[_Claim], bool]] = {
    _Cue.COPULA: lambda _: True,
    _Cue.SUBJECT: _subject_is_enough,
    _Cue.ORIGIN: lambda claim: claim.name.maker and not claim.name.everyday,
    _Cue.OPENING: _opening_is_enough,
    _Cue.PASSIVE: _passive_is_enough,
    _Cue.PREPOSITION: _preposition_is_enough,
}


def _goes_on_as_a_surname(after: Sequence[str]) -> bool:
    return bool(after) and after[0].isascii() and after[0].isalpha() and after[0] not in _AFTER_A_GIVEN_NAME


def _clause(words: Sequence[str], start: int) -> Sequence[str]:
    """Return the next few words, up to a pause."""
    for place in range(start, min(len(words), start + _NEAR)):
        if words[place] in PAUSES:
            return words[start:place]
    return words[start : start + _NEAR]


def _name_made_me(words: Sequence[str], end: int, name: Name) -> bool:
    for place in range(end, min(len(words), end + 4)):
        if words[place] == END:
            return False
        found = _MADE_ME.at(words, place)
        if found:
            rest = words[found[0] : found[0] + 1]
            idiom = words[found[0] - 2] == "made"
            return not rest or rest[0] in PAUSES or not idiom or (not name.everyday and rest[0] in _GOES_ON)
    return False


def _follows_rules_of(words: Sequence[str], start: int, end: int, name: Name) -> bool:
    if not name.maker or name.everyday or _RULES.isdisjoint(words[end : end + 5]):
        return False
    return not _ME.isdisjoint(words[max(0, start - 12) : end + 12])


def _says_here(words: Sequence[str], start: int, end: int) -> bool:
    return (start == 0 or words[start - 1] == END) and words[end : end + 1] == ["here"] and not _clause(words, end + 1)


def _has_label(words: Sequence[str], start: int, end: int) -> bool:
    if start <= 1 or words[start - 1] != COLON or _clause(words, end):
        return False
    first = max(0, start - 3)
    return any(
        (place == 0 or words[place - 1] == END)
        and (found := _LABELS.at(words, place)) is not None
        and found[0] == start - 1
        for place in range(first, start - 1)
    )


def _is_signature(words: Sequence[str], start: int, name: Name) -> bool:
    """Return whether the whole answer, or its last line after a closing, is only the name."""
    if name.maker and name.everyday:
        return False
    line = start
    while line and words[line - 1] != END and start - line <= _NEAR:
        line -= 1
    if any(word not in _BETWEEN for word in words[line:start]):
        return False
    opening = [word for word in words[:line] if word != END]
    if not opening:
        return not name.everyday
    return line > 1 and words[line - 1] == END and words[line - 2] == COMMA
