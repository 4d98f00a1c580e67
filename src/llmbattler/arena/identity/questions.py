"""Finds the questions of `question_phrases` in a prompt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from llmbattler.core.text.phrases import COLON, COMMA, END, PAUSES, Phrases, fold, tokens, words_of

from . import question_phrases as data
from .disguise import join_spelled_letters
from .names import Names
from .question_phrases import ABOUT_TEXTS, FILLERS, LEADS, QUESTIONS, TAILS

_NAME = "<n>"
_QUOTED = re.compile(
    r'"[^"\n]{1,300}"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|„[^“”\n]{1,300}[“”]|「[^」\n]{1,300}」'
    r"|(?<!\w)'[^'\n]{1,300}'(?!\w)"
)
_SHORTEST_SPELLED = 6
_SHORT = 12
"""In a prompt of at most this many words, pauses between words are ignored."""
_MIXED = re.compile(r"\b(?=\w{0,20}[a-zA-Z])(?=\w{0,20}[013457])\w{2,20}\b")
_DIGITS = str.maketrans("013457", "oieast")


@dataclass(frozen=True, slots=True)
class _Bounds:
    opens: bool
    closes: bool


_FILLERS = frozenset(words_of(FILLERS))
_LEADS = frozenset(words_of(LEADS)) | PAUSES
_TAILS = frozenset(words_of(TAILS)) | PAUSES
_YOU = frozenset(words_of(data.YOU) + words_of(data.YOU_CHARACTERS))
_WHO = (frozenset(words_of(data.WHO.replace(_NAME, "")) + words_of(data.WHO_CHARACTERS))) | {_NAME}
_VOCABULARY = _YOU | _WHO | frozenset(words_of(data.GLUE) + words_of(data.GLUE_CHARACTERS)) | {COMMA}
_LONGEST_CLAUSE = 24
_ABOUT_TEXTS = Phrases((words_of(text), True) for text in ABOUT_TEXTS.split())


@lru_cache(maxsize=1)
def _questions() -> tuple[Phrases[_Bounds], Phrases[bool]]:
    phrases, letters = [], []
    for text in (spelled for line in QUESTIONS.replace("\n", "|").split("|") if line for spelled in _expand(line)):
        bounds = _Bounds(text.startswith("^"), text.endswith("$"))
        words = _cut(text.strip("^$"))
        phrases.append((words, bounds))
        squashed = "".join(words)
        if squashed.isascii() and _NAME not in squashed and len(squashed) >= _SHORTEST_SPELLED:
            letters.append((tuple(squashed), True))
    return Phrases(phrases), Phrases(letters)


def _expand(template: str) -> list[str]:
    """Return every reading of a template with alternatives."""
    parts = [part.split("/") for part in re.split(r"[{}]", template)]
    return ["".join(reading) for reading in product(*parts)]


def _cut(text: str) -> tuple[str, ...]:
    parts = [words_of(part) for part in text.split(_NAME)]
    words = list(parts[0])
    for part in parts[1:]:
        words += [_NAME, *part]
    return tuple(word for word in words if word not in _FILLERS)


def asks(prompt: str, known: Names) -> bool:
    folded = fold(prompt)
    words = tokens(folded)
    if any(_ABOUT_TEXTS.find(words)):
        folded = fold(_QUOTED.sub(" ", prompt))
        words = tokens(folded)
    readings = [words]
    if len(words) <= _SHORT:
        readings.append([word for word in words if word not in PAUSES])
    if any(_MIXED.finditer(folded)):
        readings.append(tokens(_MIXED.sub(lambda word: word[0].translate(_DIGITS), folded)))
    marked = [_with_names(reading, known) for reading in readings]
    if any(_asks(reading) or _has_identity_clause(reading) for reading in marked):
        return True
    return any(any(_questions()[1].find_all(run)) for run in join_spelled_letters(words))


def _with_names(words: Sequence[str], known: Names) -> list[str]:
    marked, place = [], 0
    for start, end, _ in known.find(words):
        marked += [*words[place:start], _NAME]
        place = end
    marked += words[place:]
    return [word for word in marked if word not in _FILLERS]


def _asks(words: Sequence[str]) -> bool:
    return any(
        (not bounds.opens or start == 0 or words[start - 1] in _LEADS)
        and (not bounds.closes or end == len(words) or words[end] in _TAILS)
        for start, end, bounds in _questions()[0].find_all(words)
    )


def _has_identity_clause(words: Sequence[str]) -> bool:
    """Return whether a clause consists only of words about who you are."""
    clause: list[str] = []
    for word in (*words, END):
        if word not in {END, COLON}:
            clause.append(word)
            continue
        if 1 < len(clause) <= _LONGEST_CLAUSE and _about_you(clause):
            return True
        clause = []
    return False


def _about_you(clause: Sequence[str]) -> bool:
    said = set(clause)
    return said <= _VOCABULARY and not said.isdisjoint(_YOU) and not said.isdisjoint(_WHO)
