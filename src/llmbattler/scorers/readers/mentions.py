"""Finds where a text mentions a choice: by letter, by position ("the second one") or by its text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

_LATIN = r"A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff_"
NOUN = (
    r"(?:options?|choices?|answers?|letters?|alternatives?|statements?|antwort(?:en)?|möglichkeit|lettre|réponse|letra"
    r"|letter[ae]|opci[óo]n|opç[ãa]o|opzione|respuesta|resposta|risposta|вариант|选项|選択肢|보기)"
)
# A capital letter after one of these is part of a name.
_NAMED = (
    r"(?:vitamins?|plan|grade|type|hepatitis|group|class|team|section|part|figure|point|schedule|appendix|category|level"
    r"|model|item|case|step|phase|exhibit|table|zone|block|building|gate|influenza|factor)"
)
_CONJUNCTION = r"(?:and|or|nor|but|und|oder|et|ou|y|o|e|и|или|rather|instead|not|nicht|pas)"
_VERB = (
    r"(?:is|was|isn|are|would|must|should|can|cannot|could|may|might|fits|works|matches|seems|looks|makes|has|will|ist|kann"
    r"|est)"
)
_ORDINALS = (
    ("first", "1st", "erste", "primera", "première", "premier"),
    ("second", "2nd", "zweite", "segunda", "deuxième", "seconde"),
    ("third", "3rd", "dritte", "tercera", "troisième"),
    ("fourth", "4th", "vierte", "cuarta", "quatrième"),
    ("fifth", "5th", "fünfte", "quinta", "cinquième"),
    ("sixth", "6th", "sechste"),
    ("seventh", "7th", "siebte"),
    ("eighth", "8th", "achte"),
    ("ninth", "9th", "neunte"),
    ("tenth", "10th", "zehnte"),
)
_POSITIONS = {word: place for place, words in enumerate(_ORDINALS) for word in words} | {
    "last": -1,
    "final": -1,
    "letzte": -1,
    "second-to-last": -2,
    "second to last": -2,
    "penultimate": -2,
}
_ORDINAL_WORDS = "|".join(sorted((word.replace(" ", r"\s") for word in _POSITIONS), key=len, reverse=True))
_ORDINAL = re.compile(
    rf"(?<![^\W_])(?P<word>{_ORDINAL_WORDS})(?:[nr]?\s(?:one|{NOUN})(?![^\W_])|\s?(?=[.!]?\s?$))", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"(?<![^\W_])(?:option|choice|number|nummer|no\.)\s?#?\s?(?P<place>\d{1,2})(?![\d.,]\d|\d)", re.IGNORECASE
)
_NAME_BEFORE = re.compile(rf"(?<![^\W_]){_NAMED}\s$", re.IGNORECASE)
_WORD = re.compile(r"(?:(?<![^\W_])-(?=\d))?[^\W_]+(?:[.,'’]\d+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Mention:
    letter: str
    start: int
    end: int
    firm: bool
    """Certainly a choice: in brackets, after "option", or by its text. A bare letter may be part of a sentence."""


def find_mentions(text: str, choices: Mapping[str, str]) -> list[Mention]:
    """All mentions from left to right; the text of a choice hides letters and shorter texts within it."""
    texts = sorted(_find_texts(text, choices), key=lambda one: (one.start - one.end, one.start))
    found: list[Mention] = []
    taken = bytearray(len(text) + 1)
    for one in chain(texts, _find_ordinals(text, list(choices)), _find_letters(text, "".join(choices))):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def is_same_text(one: str, other: str) -> bool:
    """Do two texts have the same words? Case and punctuation are ignored, signs of numbers are not."""
    if one.split() == other.split():
        return True
    return _list_words(one) == _list_words(other) != []


def _list_words(text: str) -> list[str]:
    return [found[0].casefold() for found in _WORD.finditer(text)]


def _find_texts(text: str, choices: Mapping[str, str]) -> Iterator[Mention]:
    words = [(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]
    places: dict[str, list[int]] = {}
    for at, (word, _, _) in enumerate(words):
        places.setdefault(word, []).append(at)
    for letter, choice in choices.items():
        if _UNSPACED.search(choice):
            yield from (
                Mention(letter, found.start(), found.end(), firm=True) for found in re.finditer(re.escape(choice), text)
            )
            continue
        wanted = _list_words(choice)
        if not wanted or (len(wanted) == 1 and len(wanted[0]) == 1 and not wanted[0].isdigit()):
            continue
        for at in places.get(wanted[0], ()):
            if [word for word, _, _ in words[at : at + len(wanted)]] == wanted:
                yield Mention(letter, words[at][1], words[at + len(wanted) - 1][2], firm=True)


def _find_ordinals(text: str, letters: Sequence[str]) -> Iterator[Mention]:
    for found in _ORDINAL.finditer(text):
        place = _POSITIONS[" ".join(found["word"].lower().split())]
        if -len(letters) <= place < len(letters):
            yield Mention(letters[place], found.start(), found.end(), firm=True)
    for found in _NUMBERED.finditer(text):
        if 0 < int(found["place"]) <= len(letters):
            yield Mention(letters[int(found["place"]) - 1], found.start(), found.end(), firm=True)


def _find_letters(text: str, letters: str) -> Iterator[Mention]:
    for found in _letter_pattern(letters).finditer(text):
        kind = str(found.lastgroup)
        if kind != "bare" or not _NAME_BEFORE.search(text[max(0, found.start() - 20) : found.start()]):
            yield Mention(found[kind].upper(), found.start(kind), found.end(kind), firm=kind != "bare")


@lru_cache(maxsize=64)
def _letter_pattern(letters: str) -> re.Pattern[str]:
    big, small = letters.upper(), letters.lower()
    either = f"[{big}{small}]"
    return re.compile(
        rf"[(\[{{]\s?(?P<bracketed>{either})\s?[)\]}}]"
        rf"|(?<![^\W_])(?i:{NOUN})\s?[:=]?\s?[\"'(]?(?P<named>[{big}]|[{small}](?=[).,\"']|\s?$))(?![{_LATIN}])(?!['’.]\w)"
        rf"|^\s{{0,8}}[\"']?(?P<leading>{either})[\"']?(?:[).:\]](?=\s|$)|\s-\s)"
        rf"|^[\s\"']{{0,8}}(?P<alone>{either})[\"'.!]{{0,2}}\s{{0,8}}$"
        rf"|(?<![{_LATIN}'’.-])(?P<bare>[{big}])(?![{_LATIN}])(?!['’.]\w)(?!-\w)"
        rf"(?:(?<![AIOEY])|(?!\s[a-zà-ÿ])|(?=\s(?:{_CONJUNCTION}|{_VERB})(?![^\W_])))",
        re.MULTILINE,
    )
