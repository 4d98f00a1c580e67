"""Short texts that satisfy some constraints and break others, for the suite `instructions`."""

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
_VIOLATIONS = {
    "no_commas": "Slowly, quietly, it became evening.",
    "no_digits": "All of this was in 1954.",
    "no_markdown": "**This is what matters.**",
}
"""Sentences that break the constraint they are listed under."""


def write_text(question: str, constraints: Sequence[str | Mapping[str, Any]], *, broken: int, rng: Random) -> str:
    """Write a text on the requested topic that breaks `broken` of the constraints."""
    rules = dict(_read(one) for one in constraints)
    broken_rules = set(rng.sample(sorted(rules), min(broken, len(rules))))
    sentences = _choose_sentences(question, rules, broken_rules, rng)
    if "ends_with" in rules and "ends_with" not in broken_rules:
        sentences.append(str(rules["ends_with"]))
    text = _split_paragraphs(sentences, int(rules.get("paragraphs", 1)) + ("paragraphs" in broken_rules))
    if "title" in rules and "title" not in broken_rules:
        text = f"<<A Note of Mine>>\n{text}"
    if "lower_case" in rules and "lower_case" not in broken_rules:
        return text.lower()
    return text.upper() if "upper_case" in rules and "upper_case" not in broken_rules else text


def _read(constraint: str | Mapping[str, Any]) -> tuple[str, Any]:
    return (constraint, None) if isinstance(constraint, str) else next(iter(constraint.items()))


def _choose_sentences(question: str, rules: Mapping[str, Any], broken_rules: Collection[str], rng: Random) -> list[str]:
    topic = _TOPIC.search(question)
    sentences = [f"Let me say something about {topic[1] if topic else 'this'}."]
    if "keywords" in rules:
        one, other = rules["keywords"]
        sentences.append(
            f"The word that stays is {one}."
            if "keywords" in broken_rules
            else f"Two words stay with me: {one} and {other}."
        )
    if "forbidden_words" in broken_rules:
        sentences.append(f"It was {rules['forbidden_words'][0]} to see.")
    sentences += [violation for name, violation in _VIOLATIONS.items() if name in broken_rules]
    limits = rules.get("words", _USUAL)
    wanted = (limits["at_least"] + limits["at_most"]) // 2
    if "words" in broken_rules:
        wanted = limits["at_most"] + 15
    ending = str(rules.get("ends_with", ""))
    for sentence in _shuffle_sentences(rng):
        if sum(len(one.split()) for one in [*sentences, ending]) >= wanted:
            return sentences
        sentences.append(sentence)
    return sentences


def _shuffle_sentences(rng: Random) -> list[str]:
    return [sentence for _ in range(3) for sentence in rng.sample(_SENTENCES, len(_SENTENCES))]


def _split_paragraphs(sentences: Sequence[str], paragraphs: int) -> str:
    size, more = divmod(len(sentences), paragraphs)
    parts, start = [], 0
    for number in range(paragraphs):
        end = start + size + (number < more)
        parts.append(" ".join(sentences[start:end]))
        start = end
    return "\n\n".join(parts)
