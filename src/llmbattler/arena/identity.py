"""Does an answer say who wrote it? Does a prompt ask? Pure, linear in the length of the text."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from . import identity_cues as cues
from .claims import claims_identity
from .disguise import decoded_runs, spelled_out, undo_leetspeak
from .names import Name, Names
from .questions import asks
from .wording import fold, plain, tokens, words_of

__all__ = ["Names", "asks_identity", "names_of", "reveals_identity"]

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


def reveals_identity(answer: str, names: Names, prompt: str = "") -> bool:
    """True when an answer tells who wrote it.

    A first-person claim always does. The mere mention of a distinctive model id, or of any name in disguise, does
    unless the prompt brought that name up.
    """
    folded = fold(answer)
    words = tokens(folded)
    found = {name.key: name for _, _, name in names.find(words)}
    asked = _mentions(prompt, names)
    if found and claims_identity(words, names, said=frozenset(asked)):
        return True
    if found and _signs(folded, names, asked):
        return True
    if _mentions_the_secret(found, asked, prompt):
        return True
    return any(key not in asked for key in _disguised(answer, folded, words, found, names))


def _signs(folded: str, names: Names, asked: dict[str, Name]) -> bool:
    """A last line like "— Claude"."""
    line = folded.rstrip().rpartition("\n")[2].lstrip()
    if not line.startswith(tuple(cues.SIGN_OFFS)):
        return False
    words = tokens(line)
    return any(
        start == 0 and end == len(words) and name.key not in asked and not (name.maker and name.everyday)
        for start, end, name in names.find(words)
    )


def _mentions(prompt: str, names: Names) -> dict[str, Name]:
    folded = fold(prompt)
    words = tokens(folded)
    found = {name.key: name for _, _, name in names.find(words)}
    texts = [*spelled_out(words), *undo_leetspeak(folded)]
    return found | {key: Name(key) for text in texts for key in names.inside(text)}


def _mentions_the_secret(found: dict[str, Name], asked: dict[str, Name], prompt: str) -> bool:
    """A catalog id that could only be ours. Names everybody knows are free where the talk is about such models."""
    secrets = [name for key, name in found.items() if name.distinctive and key not in asked]
    if not secrets:
        return False
    about_the_field = bool(asked) or len(found) >= _SURVEY or not _ABOUT_AI.isdisjoint(tokens(fold(prompt)))
    return any(not (name.public and about_the_field) for name in secrets)


def _disguised(answer: str, folded: str, words: Sequence[str], found: dict[str, Name], names: Names) -> Iterable[str]:
    if not answer.isascii():
        honest = {name.key for _, _, name in names.find_plain(tokens(plain(answer)))}
        yield from (key for key in found if key not in honest and len(key) >= _SHORTEST_DISGUISED)
    for text in spelled_out(words):
        yield from names.inside(text)
    for word in undo_leetspeak(folded):
        yield from names.inside(word, whole=True)
    decoded = tokens(fold("\n".join(decoded_runs(answer))))
    yield from (name.key for _, _, name in names.find(decoded) if len(name.key) >= _SHORTEST_DISGUISED)
