"""Decodes disguised text: separated letters, digits for letters, base64."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence

from llmbattler.core.text.phrases import PAUSES

from .cues import LEET

_RUN = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_LEETSPEAK = re.compile(r"[a-z0-9@$!|]{4,40}")
_I, _L = (str.maketrans(LEET[0], LEET[1].replace("i", letter, 1)) for letter in "il")
_FEWEST_LETTERS = 4
_TO_STANDARD = str.maketrans("-_", "+/")


def join_spelled_letters(words: Sequence[str]) -> Iterator[str]:
    """Join runs of single letters: "C l a u d e" becomes "claude"."""
    run: list[str] = []
    for word in words:
        if len(word) == 1 and word.isascii() and word not in PAUSES:
            run.append(word)
        elif word not in PAUSES:
            if len(run) >= _FEWEST_LETTERS:
                yield "".join(run)
            run = []
    if len(run) >= _FEWEST_LETTERS:
        yield "".join(run)


def undo_leetspeak(folded: str) -> Iterator[str]:
    """Read words that mix letters with digits or signs as letters; 1 is tried as i and as l."""
    found = dict.fromkeys(_LEETSPEAK.findall(folded.casefold()))
    # One call for all words: a call per word took a third of the time for an answer.
    mixed = " ".join(word for word in found if not word.isalpha() and not word.isdigit())
    for readable in {mixed.translate(_I), mixed.translate(_L)}:
        yield from (word for word in readable.split() if word.isalpha())


def decode_base64_runs(text: str) -> Iterator[str]:
    """Yield readable text decoded from base64, one layer deep."""
    for run in _RUN.findall(text):
        letters = run.translate(_TO_STANDARD)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        try:
            readable = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if readable.isprintable() or readable.replace("\n", " ").isprintable():
            yield readable
