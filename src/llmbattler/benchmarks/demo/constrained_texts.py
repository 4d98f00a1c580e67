"""Short texts that keep some constraints and break others, for the suite of instructions. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

_TOPIC = re.compile(r"about (.+?)\. ")
_SENTENCES = (
    "Nobody planned it that way at first.",
    "It began on a quiet street with few people.",
    "A dog barked somewhere and then it was still again.",
    "Some remember it well and others forgot it long ago.",
    "The work took patience and a steady hand.",
    "There is a small secret in how it is done.",
    "People stopped for a moment and looked.",
    "The light changed slowly from grey to gold.",
    "Every part of it has a reason.",
    "An old man smiled and shook his head.",
    "Children asked questions that nobody could answer.",
    "It smelled of wood and rain.",
    "One step follows the other until it is finished.",
    "Whoever sees it once wants to see it again.",
    "The river below carried leaves towards the sea.",
    "In the end it was simpler than it had seemed.",
)
_USUAL = {"at_least": 40, "at_most": 70}
_SPOILING = {
    "no_commas": "Slowly, quietly, it became evening.",
    "no_digits": "All of this was in 1954.",
    "no_markdown": "**This is what matters.**",
}
"""Sentences that break what they are named after."""


def write_text(question: str, constraints: Sequence[str | Mapping[str, Any]], *, broken: int, chance: Random) -> str:
    """Write a text on what is asked for that breaks so many of the constraints."""
    rules = dict(_read(one) for one in constraints)
    spoiled = set(chance.sample(sorted(rules), min(broken, len(rules))))
    sentences = _gather(question, rules, spoiled, chance)
    if "ends_with" in rules and "ends_with" not in spoiled:
        sentences.append(str(rules["ends_with"]))
    text = _arrange(sentences, int(rules.get("paragraphs", 1)) + ("paragraphs" in spoiled))
    if "title" in rules and "title" not in spoiled:
        text = f"<<A Note of Mine>>\n{text}"
    if "lower_case" in rules and "lower_case" not in spoiled:
        return text.lower()
    return text.upper() if "upper_case" in rules and "upper_case" not in spoiled else text


def _read(constraint: str | Mapping[str, Any]) -> tuple[str, Any]:
    return (constraint, None) if isinstance(constraint, str) else next(iter(constraint.items()))


def _gather(question: str, rules: Mapping[str, Any], spoiled: Collection[str], chance: Random) -> list[str]:
    topic = _TOPIC.search(question)
    sentences = [f"Let me say something about {topic[1] if topic else 'this'}."]
    if "keywords" in rules:
        one, other = rules["keywords"]
        sentences.append(
            f"The word that stays is {one}." if "keywords" in spoiled else f"Two words stay with me: {one} and {other}."
        )
    if "forbidden_words" in spoiled:
        sentences.append(f"It was {rules['forbidden_words'][0]} to see.")
    sentences += [spoiling for name, spoiling in _SPOILING.items() if name in spoiled]
    limits = rules.get("words", _USUAL)
    wanted = (limits["at_least"] + limits["at_most"]) // 2
    if "words" in spoiled:
        wanted = limits["at_most"] + 15
    ending = str(rules.get("ends_with", ""))
    for sentence in _go_on(chance):
        if sum(len(one.split()) for one in [*sentences, ending]) >= wanted:
            return sentences
        sentences.append(sentence)
    return sentences


def _go_on(chance: Random) -> list[str]:
    return [sentence for _ in range(3) for sentence in chance.sample(_SENTENCES, len(_SENTENCES))]


def _arrange(sentences: Sequence[str], paragraphs: int) -> str:
    size, more = divmod(len(sentences), paragraphs)
    parts, start = [], 0
    for number in range(paragraphs):
        end = start + size + (number < more)
        parts.append(" ".join(sentences[start:end]))
        start = end
    return "\n\n".join(parts)
