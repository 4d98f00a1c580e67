"""Well-known makers and model families, and which of their names are also everyday words."""

from llmbattler.core.text.word_lists import read_word_lists

_LISTS = read_word_lists("llmbattler.arena.identity", "known_names.txt")

MAKERS = _LISTS["MAKERS"]
FAMILIES = _LISTS["FAMILIES"]
_EVERYDAY = _LISTS["EVERYDAY"]
EVERYDAY = frozenset(_EVERYDAY.split())
"""Words that also mean something else: a bear, a wind, a painter, a company in the news."""

_CLAIMED_IN_FIRST_PERSON = _LISTS["CLAIMED_IN_FIRST_PERSON"]
CLAIMED_IN_FIRST_PERSON = frozenset(_CLAIMED_IN_FIRST_PERSON.split())
"""Everyday words that mean a model after "I am …"; the others also need a word about machines."""

_PLAIN = _LISTS["PLAIN"]
PLAIN = frozenset(_PLAIN.split()) | (EVERYDAY - CLAIMED_IN_FIRST_PERSON)
"""An id of only these words and a small number is common in texts: "my_model = …", "Step 3: bake it"."""

PERSONS = frozenset(
    {"claude", "alexa", "alice", "sydney", "ernie", "bard", "nova", "kimi", "pi", "клод", "алиса", "luka"}
)
"""Given names: a surname after one means a person."""
