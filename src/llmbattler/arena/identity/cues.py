"""Phrases with which answers say who they are, in many languages."""

from llmbattler.core.text.word_lists import read_word_lists

_LISTS = read_word_lists("llmbattler.arena.identity", "cues.txt")

SELF = _LISTS["SELF"]

# Words that may stand between "I am" and the name. Any other word means that the sentence is no claim.
BETWEEN = _LISTS["BETWEEN"]
BETWEEN_CHARACTERS = _LISTS["BETWEEN_CHARACTERS"]

# Cues that need more than a name after them.
SUBJECTS = _LISTS["SUBJECTS"]
"""For languages without "am": an ending, a word about machines, or the end of the clause must follow."""
PASSIVES = _LISTS["PASSIVES"]
"""Only with a word about machines or making between them and the name."""
PREPOSITIONS = _LISTS["PREPOSITIONS"]
"""Like passives, and only where a clause begins: "tools such as …" is not a claim."""
OPENINGS = _LISTS["OPENINGS"]
"""Only as a whole clause."""
BY = _LISTS["BY"]
ORIGINS = _LISTS["ORIGINS"]
"""Only before makers that make only models."""

# Words after the name that turn it into a claim.
AFTER = _LISTS["AFTER"]
MADE_ME = _LISTS["MADE_ME"]
RULES = _LISTS["RULES"]
ME = _LISTS["ME"]
AI = _LISTS["AI"]
AI_CHARACTERS = _LISTS["AI_CHARACTERS"]
NOT_ME = _LISTS["NOT_ME"]
ARTICLES = _LISTS["ARTICLES"]
ABOUT_AI = _LISTS["ABOUT_AI"]
LABELS = _LISTS["LABELS"]
SIGN_OFFS = "—–~―"
LEET = ("013457@$!|", "oieastasil")

AFTER_A_GIVEN_NAME = _LISTS["AFTER_A_GIVEN_NAME"]
