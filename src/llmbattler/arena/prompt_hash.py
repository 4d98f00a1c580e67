"""Hashes of prompts, by which a repeated prompt is recognized."""

import hashlib
import unicodedata
from collections.abc import Sequence

# Shown as nothing, though they are letters or marks to Unicode. Other marks are vowels in half of Asia.
_UNSEEN = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))


WITH_FILES = "+"


def hash_prompt(prompt: str, files: Sequence[str] = ()) -> str:
    """The same for prompts that differ only in case, spacing or invisible characters, and show the same files.

    "What is this?" of another picture is another question; the part before the sign says that the words are the same.
    """
    folded = unicodedata.normalize("NFKC", prompt).casefold()
    visible = "".join(char for char in folded if char.isspace() or not _is_unseen(char))
    words = _digest(" ".join(visible.split()))
    return WITH_FILES.join([words, _digest(" ".join(sorted(files)))]) if files else words


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_unseen(char: str) -> bool:
    return char in _UNSEEN or unicodedata.category(char) in {"Cf", "Cc"}
