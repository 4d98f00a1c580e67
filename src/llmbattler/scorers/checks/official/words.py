"""Count words as IFEval's program does.

For capital letters it splits words by the rules of the Penn Treebank, otherwise at everything that is not part of a
word for Unicode.
"""

import re
from functools import lru_cache
from itertools import groupby
from unicodedata import category

from .sentences import split_sentences

_JOINERS = "\u200c\u200d"
_PARTS = r" \1\3\5\7\9\11\13 \2\4\6\8\10\12\14 "
_RULES = [
    (re.compile(pattern), by)
    for pattern, by in (
        (r"`+|[«»“”‘’„;@#$%&?!*()\[\]{}<>\u2012-\u2015]", r" \g<0> "),
        # An apostrophe before a word, unless the word is the rest of a contraction.
        (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' "),
        (r"[:,](?!\d)", r" \g<0> "),
        (r"\.{2,}", r" \g<0> "),
        # The period at the end of the sentence.
        (r"(?<=[^.])\.(?=['\"\s)\]}>»”’]*\Z)", " . "),
        (r"(?<=[^'])' ", " ' "),
        (r"--", " -- "),
        (r"''|\"", " '' "),
        (r"(?<=[^' ])'(?:[sSmMdD]?)(?=\s|\Z)", r" \g<0>"),
        (r"(?<=[^' ])(?:'ll|'LL|'re|'RE|'ve|'VE|n't|N'T)(?=\s|\Z)", r" \g<0>"),
        (r"(?i)\b(?:(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n))\b", _PARTS),
        (r"(?i)\b(wan)(na)(?=\s|\Z)", r" \1 \2 "),
        (r"(?i) ('t)(is|was)\b", r" \1 \2 "),
    )
]


def count_words(text: str) -> int:
    """The number of runs of letters, marks, digits and underscores."""
    if text.isascii():
        return len(re.findall(r"\w+", text))
    return sum(1 for inside, _ in groupby(text, _is_part_of_word) if inside)


def count_capital_words(text: str) -> int:
    """The number of words without lowercase letters. "IT'S" and "CANNOT" are two words each."""
    return sum(word.isupper() for sentence in split_sentences(text) for word in _split_words(sentence))


@lru_cache(maxsize=4_096)
def _is_part_of_word(character: str) -> bool:
    # Python's `\w` has no marks, which are in most words of Hindi and Arabic, and has numbers in circles.
    kind = category(character)
    return kind[0] in "LM" or kind in {"Nd", "Nl", "Pc"} or character in _JOINERS


def _split_words(sentence: str) -> list[str]:
    for pattern, by in _RULES:
        sentence = pattern.sub(by, sentence)
    return sentence.split()
