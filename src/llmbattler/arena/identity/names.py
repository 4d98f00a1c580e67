"""Names that reveal a model: those of this site's contestants, and well-known makers and model families."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llmbattler.core.text.phrases import Phrases, fold, plain, tokens, words_of

from .known_names import CLAIMED_IN_FIRST_PERSON, EVERYDAY, FAMILIES, MAKERS, PERSONS, PLAIN

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ID_JOINT = re.compile(r"[^\W_][-_/:][^\W_]")
_SHORTEST_ID = 5
_SHORTEST_HIDDEN = 5
_SHORTEST_WHOLE = 4
_LONGEST_NAME = 200
_LONGEST_STEP = 2
_PLURALS_MEAN_OTHERS = EVERYDAY - {"google", "microsoft", "claude"}
"""German says "Googles"; but llamas are animals, and llamas is Spanish for "you call"."""


@dataclass(frozen=True, slots=True)
class Name:
    key: str
    """The name without spaces and signs."""
    maker: bool = False
    everyday: bool = False
    person: bool = False
    rare: bool = False
    """Everyday, and rarely a model even in the first person."""
    distinctive: bool = False
    """So unlike ordinary words that mentioning it reveals the model."""
    public: bool = True
    """Known outside this site."""


class Names:
    """Finds model names, provider ids, aliases and organizations in a text in linear time."""

    def __init__(self, models: Sequence[str] = (), organizations: Sequence[str] = ()) -> None:
        known = _known()
        entries = {word: name for text, name in known for word in _spellings(text)}
        public = Phrases(entries.items())
        for text in organizations:
            entries |= _missing(entries, text, _organization(text, public))
        for text in models:
            entries |= dict.fromkeys(_spellings(text), _model(text, public))
        self._folded = Phrases(entries.items())
        texts = [*(text for text, _ in known), *organizations, *models]
        self._plain = Phrases(
            (tuple(tokens(plain(text))), entries[words_of(text)]) for text in texts if words_of(text) in entries
        )
        self.squashed = {name.key: name for name in entries.values() if len(name.key) >= _SHORTEST_HIDDEN}
        self._whole = {name.key for name in entries.values() if len(name.key) >= _SHORTEST_WHOLE and not name.everyday}
        self._whole |= self.squashed.keys()
        self._letters = Phrases((tuple(key), name) for key, name in self.squashed.items())

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int, Name]]:
        return self._folded.find(words)

    def find_plain(self, words: Sequence[str]) -> Iterator[tuple[int, int, Name]]:
        return self._plain.find(words)

    def inside(self, letters: str, *, whole: bool = False) -> Iterator[str]:
        """Yield the keys of names that a word contains or, with `whole`, equals."""
        if letters in self._whole:
            yield letters
        if whole:
            return
        for _, _, name in self._letters.find_all(letters):
            yield name.key


def _known() -> list[tuple[str, Name]]:
    families = [(text, False) for text in _list(FAMILIES)]
    makers = [(text, True) for text in _list(MAKERS)]
    return [
        (text, Name(key, maker, key in EVERYDAY, key in PERSONS, rare=key in EVERYDAY - CLAIMED_IN_FIRST_PERSON))
        for text, maker in makers + families
        for key in [_key(text)]
    ]


def _list(block: str) -> list[str]:
    return [text for text in block.replace("\n", "|").split("|") if text]


def _key(text: str) -> str:
    return "".join(words_of(text))


def _spellings(text: str) -> set[tuple[str, ...]]:
    text = text[:_LONGEST_NAME]
    words = words_of(text)
    if not words:
        return set()
    # As it is written too: the ids of contestants have a colon, which is a pause in a text.
    found = {words, words_of(_CAMEL.sub(" ", text)), tuple(tokens(fold(text)))}
    if all(word.isalpha() for word in words):
        found.add(("".join(words),))
    if len(words) == 1 and words[0].isascii() and len(words[0]) >= _SHORTEST_ID:
        found |= {(words[0] + "s",)} if words[0] not in _PLURALS_MEAN_OTHERS else set()
    return found


def _missing(entries: dict[tuple[str, ...], Name], text: str, name: Name) -> dict[tuple[str, ...], Name]:
    return {words: name for words in _spellings(text) if words not in entries}


def _organization(text: str, public: Phrases[Name]) -> Name:
    words, key = words_of(text), _key(text)
    return Name(
        key,
        maker=True,
        everyday=key in EVERYDAY,
        distinctive=len(key) >= _SHORTEST_ID and bool(_ID_JOINT.search(text)),
        public=any(public.find(words)),
    )


def _model(text: str, public: Phrases[Name]) -> Name:
    words, key = words_of(text), _key(text)
    coined = bool(_ID_JOINT.search(text) or _CAMEL.search(text)) and key not in EVERYDAY
    numbered = any(word.isdigit() for word in words) and any(word.isalpha() for word in words)
    return Name(
        key,
        everyday=key in EVERYDAY,
        person=key in PERSONS,
        distinctive=len(key) >= _SHORTEST_ID and (coined or numbered) and not all(map(_is_plain, words)),
        public=any(public.find(words)),
    )


def _is_plain(word: str) -> bool:
    return word in PLAIN or (word.isdigit() and len(word) <= _LONGEST_STEP)
