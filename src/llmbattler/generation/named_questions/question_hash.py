"""Hashes of questions; equal for questions that read the same."""

import hashlib
import unicodedata
from collections.abc import Sequence

from llmbattler.core.text.normalization import normalize

# Invisible, though they are letters or marks to Unicode. Other marks are vowels in many Asian scripts.
_INVISIBLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))

_WITH_FILES = "+"


def hash_question(text: str, files: Sequence[str] = ()) -> str:
    """Hash a question, ignoring case, spacing and invisible characters. The same words with other files differ."""
    folded = normalize("NFKC", text).casefold()
    visible = "".join(char for char in folded if char.isspace() or not _is_invisible(char))
    words = _digest(" ".join(visible.split()))
    return _WITH_FILES.join([words, _digest(" ".join(sorted(files)))]) if files else words


def words_of_hash(question_hash: str) -> str:
    """Return the part of the hash that only the words decide, not the files."""
    return question_hash.partition(_WITH_FILES)[0]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_invisible(char: str) -> bool:
    return char in _INVISIBLE or unicodedata.category(char) in {"Cf", "Cc"}
