"""Does an answer say who wrote it? Does a prompt ask? Pure, linear in the length of the text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from llmbattler.core.text.phrases import fold, plain, tokens, unaccented, words_of

from . import identity_cues as cues
from .claims import claims_identity
from .disguise import decoded_runs, spelled_out, undo_leetspeak
from .names import Name, Names
from .questions import asks

__all__ = ["Asked", "Names", "asks_identity", "names_of", "reveals_identity"]

_SHORTEST_DISGUISED = 5
_SURVEY = 3
"""An answer that names this many models and makers is about the field, not about itself."""
_ABOUT_AI = frozenset(words_of(cues.ABOUT_AI))


@lru_cache(maxsize=8)
def names_of(models: tuple[str, ...] = (), organizations: tuple[str, ...] = ()) -> Names:
    """The names of a catalog, built once: model names, provider ids and aliases, then who made them."""
    return Names(models, organizations)


def asks_identity(prompt: str) -> bool:
    """True when a prompt tries to learn which model answers, or what it was told."""
    known = names_of()
    return asks(prompt, known) or asks("\n".join(decoded_runs(prompt)), known)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person brought up, in one prompt or in all until an answer."""

    names: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()
    """Names that are part of another word: whoever asks about pineapples did not ask about Apple."""
    about_models: bool = False

    @classmethod
    def read(cls, prompt: str, names: Names) -> "Asked":
        folded = fold(prompt)
        words = tokens(folded)
        hidden = [key for text in (*spelled_out(words), *undo_leetspeak(folded)) for key in names.inside(text)]
        return cls(
            names=frozenset((*(name.key for _, _, name in names.find(words)), *hidden)),
            letters=frozenset(key for word in set(words) for key in names.inside(word)),
            about_models=not _ABOUT_AI.isdisjoint(words),
        )

    def __or__(self, other: "Asked") -> "Asked":
        return Asked(self.names | other.names, self.letters | other.letters, self.about_models or other.about_models)


def reveals_identity(answer: str, names: Names, prompt: str | Asked = "") -> bool:
    """True when an answer tells who wrote it.

    A first-person claim always does. The mere mention of a distinctive model id, or of any name in disguise, does
    unless the person brought that name up.
    """
    asked = Asked.read(prompt, names) if isinstance(prompt, str) else prompt
    folded = fold(answer)
    words = tokens(folded)
    found = {name.key: name for _, _, name in names.find(words)}
    if found and claims_identity(words, names, said=asked.names):
        return True
    if found and _signs(folded, names, asked):
        return True
    if _mentions_the_secret(found, asked):
        return True
    return any(key not in asked.names for key in _disguised(answer, folded, words, found, names, asked))


def _signs(folded: str, names: Names, asked: Asked) -> bool:
    """A last line like "— Claude"."""
    line = folded.rstrip().rpartition("\n")[2].lstrip()
    if not line.startswith(tuple(cues.SIGN_OFFS)):
        return False
    words = tokens(line)
    return any(
        start == 0 and end == len(words) and name.key not in asked.names and not (name.maker and name.everyday)
        for start, end, name in names.find(words)
    )


def _mentions_the_secret(found: dict[str, Name], asked: Asked) -> bool:
    """A catalog id that could only be ours. Names everybody knows are free where the talk is about such models."""
    secrets = [name for key, name in found.items() if name.distinctive and key not in asked.names]
    if not secrets:
        return False
    about_the_field = bool(asked.names) or len(found) >= _SURVEY or asked.about_models
    return any(not (name.public and about_the_field) for name in secrets)


def _disguised(
    answer: str, folded: str, words: Sequence[str], found: dict[str, Name], names: Names, asked: Asked
) -> Iterable[str]:
    if not answer.isascii():
        yield from _dressed_up(answer, found, names)
    said = frozenset(words)
    for text in spelled_out(words):
        yield from (key for key in names.inside(text) if not _spells_a_word(text, key, said, names, asked))
    for word in undo_leetspeak(folded):
        yield from names.inside(word, whole=True)
    decoded = tokens(fold("\n".join(decoded_runs(answer))))
    yield from (name.key for _, _, name in names.find(decoded) if len(name.key) >= _SHORTEST_DISGUISED)


def _dressed_up(answer: str, found: dict[str, Name], names: Names) -> Iterable[str]:
    """Names that stand there only in letters of other alphabets or with signs in between."""
    honest = {name.key for _, _, name in names.find_plain(tokens(plain(answer)))}
    # Titán is a moon and Hermès a brand: an accent makes an everyday word one of another language.
    honest |= {name.key for _, _, name in names.find_plain(tokens(unaccented(answer))) if name.rare}
    return (key for key in found if key not in honest and len(key) >= _SHORTEST_DISGUISED)


def _spells_a_word(run: str, key: str, said: frozenset[str], names: Names, asked: Asked) -> bool:
    """Whether letters apart spell what the person asked about, or what stands in the answer as a word as well.

    How many p's are in P-I-N-E-A-P-P-L-E? A name that is a model's wherever it stands alone is never just a word.
    """
    if key in asked.letters:
        return True
    return run in said and (run not in names.squashed or names.squashed[run].rare)
