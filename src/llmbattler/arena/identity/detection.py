"""Detects answers that reveal who wrote them and prompts that ask. Linear in the length of the text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from llmbattler.core.text.phrases import fold, plain, tokens, unaccented, words_of

from . import cues
from .claims import claims_identity
from .disguise import decode_base64_runs, join_spelled_letters, undo_leetspeak
from .names import Name, Names
from .questions import asks

__all__ = ["Mentioned", "Names", "asks_identity", "names_of", "reveals_identity"]

_SHORTEST_DISGUISED = 5
_SURVEY = 3
"""An answer that names at least this many models and makers is about the field, not about itself."""
_ABOUT_AI = frozenset(words_of(cues.ABOUT_AI))


@lru_cache(maxsize=8)
def names_of(models: tuple[str, ...] = (), organizations: tuple[str, ...] = ()) -> Names:
    """Return the names to look for: model names, provider ids and aliases, then organizations. Built once."""
    return Names(models, organizations)


def asks_identity(prompt: str) -> bool:
    """Return whether a prompt asks which model answers, or for its system prompt."""
    known = names_of()
    return asks(prompt, known) or asks("\n".join(decode_base64_runs(prompt)), known)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Names that the person mentioned, in one prompt or in all prompts before an answer."""

    names: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()
    """Names inside other words: a question about pineapples does not mention Apple."""
    about_models: bool = False

    @classmethod
    def read(cls, prompt: str, names: Names) -> "Mentioned":
        folded = fold(prompt)
        words = tokens(folded)
        hidden = [key for text in (*join_spelled_letters(words), *undo_leetspeak(folded)) for key in names.inside(text)]
        return cls(
            names=frozenset((*(name.key for _, _, name in names.find(words)), *hidden)),
            letters=frozenset(key for word in set(words) for key in names.inside(word)),
            about_models=not _ABOUT_AI.isdisjoint(words),
        )

    def __or__(self, other: "Mentioned") -> "Mentioned":
        return Mentioned(
            self.names | other.names, self.letters | other.letters, self.about_models or other.about_models
        )


def reveals_identity(answer: str, names: Names, prompt: str | Mentioned = "") -> bool:
    """Return whether an answer reveals who wrote it.

    A first-person claim always does. Mentioning a distinctive model id, or any disguised name, does so unless the
    person mentioned that name before.
    """
    mentioned = Mentioned.read(prompt, names) if isinstance(prompt, str) else prompt
    folded = fold(answer)
    words = tokens(folded)
    found = {name.key: name for _, _, name in names.find(words)}
    if found and claims_identity(words, names, said=mentioned.names):
        return True
    if found and _signs(folded, names, mentioned):
        return True
    if _mentions_hidden_name(found, mentioned):
        return True
    return any(key not in mentioned.names for key in _disguised(answer, folded, words, found, names, mentioned))


def _signs(folded: str, names: Names, mentioned: Mentioned) -> bool:
    """Return whether the last line is a signature such as "— Claude"."""
    line = folded.rstrip().rpartition("\n")[2].lstrip()
    if not line.startswith(tuple(cues.SIGN_OFFS)):
        return False
    words = tokens(line)
    return any(
        start == 0 and end == len(words) and name.key not in mentioned.names and not (name.maker and name.everyday)
        for start, end, name in names.find(words)
    )


def _mentions_hidden_name(found: dict[str, Name], mentioned: Mentioned) -> bool:
    """Return whether a distinctive catalog id occurs. Public names are allowed where the topic is such models."""
    hidden = [name for key, name in found.items() if name.distinctive and key not in mentioned.names]
    if not hidden:
        return False
    about_the_field = bool(mentioned.names) or len(found) >= _SURVEY or mentioned.about_models
    return any(not (name.public and about_the_field) for name in hidden)


def _disguised(
    answer: str, folded: str, words: Sequence[str], found: dict[str, Name], names: Names, mentioned: Mentioned
) -> Iterable[str]:
    if not answer.isascii():
        yield from _obfuscated(answer, found, names)
    said = frozenset(words)
    for text in join_spelled_letters(words):
        yield from (key for key in names.inside(text) if not _spells_a_word(text, key, said, names, mentioned))
    for word in undo_leetspeak(folded):
        yield from names.inside(word, whole=True)
    decoded = tokens(fold("\n".join(decode_base64_runs(answer))))
    yield from (name.key for _, _, name in names.find(decoded) if len(name.key) >= _SHORTEST_DISGUISED)


def _obfuscated(answer: str, found: dict[str, Name], names: Names) -> Iterable[str]:
    """Return names that occur only in letters of other alphabets or with signs in between."""
    visible = {name.key for _, _, name in names.find_plain(tokens(plain(answer)))}
    # Titán is a moon and Hermès a brand: an accent turns an everyday word into one of another language.
    visible |= {name.key for _, _, name in names.find_plain(tokens(unaccented(answer))) if name.rare}
    return (key for key in found if key not in visible and len(key) >= _SHORTEST_DISGUISED)


def _spells_a_word(run: str, key: str, said: frozenset[str], names: Names, mentioned: Mentioned) -> bool:
    """Return whether separated letters spell a word of the prompt, or one that the answer also contains as a word.

    Example: "How many p's are in P-I-N-E-A-P-P-L-E?" A name that is not an everyday word is always a match.
    """
    if key in mentioned.letters:
        return True
    return run in said and (run not in names.squashed or names.squashed[run].rare)
