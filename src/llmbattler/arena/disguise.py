"""What hides a name or a question: letters apart, digits for letters, base64."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence

from llmbattler.core.text.phrases import PAUSES

from .identity_cues import LEET

_RUN = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_LEETSPEAK = re.compile(r"[a-z0-9@$!|]{4,40}")
_I, _L = (str.maketrans(LEET[0], LEET[1].replace("i", letter, 1)) for letter in "il")
_FEWEST_LETTERS = 4
_TO_STANDARD = str.maketrans("-_", "+/")


def spelled_out(words: Sequence[str]) -> Iterator[str]:
    """Runs of single letters, put together: "C l a u d e" gives "claude"."""
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
    """Words that mix letters with digits or signs, read as letters; 1 is tried as i and as l."""
    found = dict.fromkeys(_LEETSPEAK.findall(folded.casefold()))
    # All at once: a call for each word was a third of what looking at an answer took.
    mixed = " ".join(word for word in found if not word.isalpha() and not word.isdigit())
    for readable in {mixed.translate(_I), mixed.translate(_L)}:
        yield from (word for word in readable.split() if word.isalpha())


def decoded_runs(text: str) -> Iterator[str]:
    """Readable text behind base64, one layer deep."""
    for run in _RUN.findall(text):
        letters = run.translate(_TO_STANDARD)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        try:
            readable = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if readable.isprintable() or readable.replace("\n", " ").isprintable():
            yield readable
