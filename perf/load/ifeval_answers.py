"""Answers to IFEval's instructions, most of them close to the limit between followed and not followed."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

Given = Mapping[str, Any]
Make = Callable[[Random, Given, Sequence[str]], str]
RELATIONS = ("less than", "at least")
_SENTENCE = re.compile(r"[^.!?\n]{3,200}[.!?]+[\"')*]{0,2}")
_TROUBLE = (
    "Dr. Smith met Mr. J. Brown at 5 p.m. in the U.S. Capitol.",
    "It cost $3.50 (i.e. too much)... The end.",
    'He said "No!" and left. "Why?" she asked.',
    "Wait... what? Well... maybe. Visit example.com, e.g. today.",
    "She works at Acme Inc. They make parts. Plan B. Please stop!",
    "Version 2.0 is out! See no. 5. And then? etc. and so on.",
    "A.I. is here. I said so… Really?! Yes.",
    "“Stop.” He stopped. ‘Go.’ He went.",
    "1. First.\n2. Second.\n3. Third.",
    "Prof. Lee (Ph.D.) lives in Washington D.C. It rains.",
)


def some_text(rng: Random, pool: Sequence[str]) -> str:
    parts = rng.sample(pool, rng.choice((1, 1, 2, 3)))
    return rng.choice((" ", "\n", "\n\n")).join(parts)


def near(rng: Random, number: int) -> int:
    return max(0, number + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)))


def sentences(rng: Random, given: Given, pool: Sequence[str]) -> str:
    wanted, found = near(rng, given["num_sentences"]), list[str]()
    while len(found) < wanted:
        found += _SENTENCE.findall(rng.choice(_TROUBLE) if rng.random() < 1 / 4 else rng.choice(pool))
    return rng.choice((" ", " ", "\n")).join(one.strip() for one in found[:wanted])


def words(rng: Random, given: Given, pool: Sequence[str]) -> str:
    text = some_text(rng, pool)
    while len(re.findall(r"\w+", text)) < given["num_words"]:
        text += " " + some_text(rng, pool) + rng.choice(("", " It's a well-known don't."))
    starts = [found.start() for found in re.finditer(r"\w+", text)]
    return text[: starts[min(near(rng, given["num_words"]), len(starts) - 1)]]


def paragraphs(rng: Random, given: Given, pool: Sequence[str]) -> str:
    parts = [rng.choice((*pool[:50], "", "text")) for _ in range(near(rng, given["num_paragraphs"]) or 1)]
    return rng.choice(("\n***\n", "***", "\n\n***\n\n", "\n* * *\n", "\n****\n")).join(parts)


def first_word(rng: Random, given: Given, pool: Sequence[str]) -> str:
    exact = rng.random() < 2 / 3
    count, place = given["num_paragraphs"], given["nth_paragraph"] - 1
    parts = [rng.choice(pool) for _ in range(count if exact else near(rng, count) or 1)]
    place = min(place if exact else near(rng, place), len(parts) - 1)
    word = rng.choice((str.lower, str.upper, str.title))(given["first_word"])
    parts[place] = rng.choice(("", "", '"', "'", "**", " ")) + word + rng.choice((" ", ", ", "! ", "'s ", "-")) + "more"
    return rng.choice(("", "", "\n\n")) + rng.choice(("\n\n", "\n\n", "\n\n", "\n\n\n", "\n \n", "\n\n\n\n")).join(
        parts
    )


def repeated(rng: Random, number: int, pieces: Sequence[str], pool: Sequence[str]) -> str:
    """A text with about this number of pieces in it; `#` in a piece becomes their number."""
    found = [
        rng.choice(pieces).replace("#", str(place)) + rng.choice(("", " ", "\n", f" {rng.choice(pool)[:80]}\n"))
        for place in range(1, near(rng, number) + 1)
    ]
    return "".join([rng.choice(("", rng.choice(pool)[:200] + "\n")), *found])


def bullets(rng: Random, given: Given, pool: Sequence[str]) -> str:
    marks = (
        "* one\n",
        "- two\n",
        "*three\n",
        "-four\n",
        "  * five\n",
        "** six\n",
        "+ seven\n",
        "• eight\n",
        "*\n",
        "---\n",
    )
    kinds = rng.sample(marks, 2) if rng.random() < 1 / 2 else marks[:2]
    return repeated(rng, given["num_bullets"], kinds, ["\n", *pool])


def highlights(rng: Random, given: Given, pool: Sequence[str]) -> str:
    kinds = ("*one*", "**two**", "***three***", "* four *", "**", "*a\nb*", "*five", "_six_", "** **")
    return repeated(rng, given["num_highlights"], rng.sample(kinds, 3), pool)


def placeholders(rng: Random, given: Given, pool: Sequence[str]) -> str:
    kinds = ("[name]", "[]", "[a [b]]", "[x\ny]", "[ ]", "(name)", "[a](b)", "[open")
    return repeated(rng, given["num_placeholders"], rng.sample(kinds, 3), pool)


def numbered(rng: Random, given: Given, pool: Sequence[str]) -> str:
    word = given["section_spliter"]
    kinds = (
        f"{word} #\n",
        f"{word} #: ",
        f"{word}#\n",
        f"**{word} #**\n",
        f"{word.lower()} #\n",
        f"{word} I\n",
        f"{word} 1\n",
    )
    return repeated(rng, given["num_sections"], rng.sample(kinds, 2), pool)


def keyword(rng: Random, given: Given, pool: Sequence[str]) -> str:
    word = given["keyword"]
    kinds = (f"{word} ", f"{word.upper()}, ", f"{word}s ", f"un{word} ", f"{word[:-1]} ")
    return repeated(rng, given["frequency"], kinds, pool)


def letters(rng: Random, given: Given, pool: Sequence[str]) -> str:
    letter = given["letter"]
    text = "".join(rng.choice(pool).lower().split(letter))
    return text + "".join(rng.choice((letter, letter.upper())) + "-" for _ in range(near(rng, given["let_frequency"])))


def capital_words(rng: Random, given: Given, pool: Sequence[str]) -> str:
    kinds = (
        "YES ",
        "I ",
        "IT'S ",
        "DON'T. ",
        "U.S. ",
        "CANNOT ",
        "A-B ",
        "NASA's ",
        "X, ",
        "(OK) ",
        "“NO” ",
        "C3PO ",
        "3D ",
        "IT’S ",
    )
    return repeated(rng, given["capital_frequency"], kinds, [text.lower() for text in pool[:80]])


def listed(rng: Random, words: Sequence[str], pool: Sequence[str]) -> str:
    kinds = (
        str,
        str.upper,
        lambda one: one + "s",
        lambda one: f"{one}-like",
        lambda one: one[:-1],
        lambda one: f"_{one}_",
    )
    kept = [rng.choice(kinds[: rng.choice((2, 6))])(one) for one in words if rng.random() < rng.choice((0.2, 0.95))]
    return " ".join([some_text(rng, pool), *kept, rng.choice(pool)])


def cased(rng: Random, _: Given, pool: Sequence[str]) -> str:
    text = rng.choice((str.upper, str.lower, str.title))(some_text(rng, pool))
    return rng.choice((text, text, text + " A", text + " b", "12 34", "¡!", text[:12]))


def spoken(rng: Random, _: Given, pool: Sequence[str]) -> str:
    return rng.choice(
        (some_text(rng, pool), rng.choice(pool), rng.choice(pool)[:25], rng.choice(pool) + " `code`", "1 + 1 = 2")
    )


def postscript(rng: Random, given: Given, pool: Sequence[str]) -> str:
    marker = given["postscript_marker"]
    kinds = (
        marker,
        marker.lower(),
        "P.S.",
        "P.P.S",
        "P.P.S.",
        "P. S.",
        "P. P. S.",
        "PS:",
        "P.S",
        "p.s. ",
        "*P.S.*",
        "PPS",
    )
    return rng.choice(pool) + rng.choice(("\n", "\n\n", " ")) + rng.choice(kinds) + rng.choice((" more", "", "\nmore"))


def answered(rng: Random, _: Given, pool: Sequence[str]) -> str:
    text = rng.choice(
        (
            "My answer is yes.",
            "My answer is no.",
            "my answer is maybe.",
            "My answer is yes",
            "**My answer is no.**",
            "My  answer is yes.",
        )
    )
    return rng.choice(("", "", rng.choice(pool) + " ")) + text + rng.choice(("", "\n", " Because."))


def as_json(rng: Random, _: Given, pool: Sequence[str]) -> str:
    text = json.dumps(rng.choice(({"a": rng.choice(pool)}, [1, 2], "text", 5, None)), indent=rng.choice((None, 2)))
    text = rng.choice((text, text, text + ",", text.replace('"', "'"), text[:-1]))
    kinds = (
        "{}",
        "```json\n{}\n```",
        "```\n{}\n```",
        "Here it is:\n```json\n{}\n```",
        "```JSON {}```",
        "```python\n{}\n```",
        "~~~\n{}\n~~~",
        "```json\n{}",
    )
    return rng.choice(kinds).replace("{}", text, 1)


def titled(rng: Random, _: Given, pool: Sequence[str]) -> str:
    kinds = (
        "<<Title>>",
        "<< >>",
        "<<>>",
        "<<a\nb>>",
        "<Title>",
        "<<<>>>",
        "<<>>>",
        "<<a>> <<b>>",
        "<<a",
        "«a»",
        "<<*a*>>",
    )
    return rng.choice(("", rng.choice(pool) + "\n")) + rng.choice(kinds) + "\n" + rng.choice(pool)


def two(rng: Random, _: Given, pool: Sequence[str]) -> str:
    parts = [rng.choice(("same", rng.choice(pool), "", " ")) for _ in range(rng.choice((1, 2, 2, 2, 3)))]
    return rng.choice(("******", "\n******\n", "\n\n******\n\n", "*****", "\n********\n", "\n***\n")).join(parts)


def repetition(rng: Random, given: Given, pool: Sequence[str]) -> str:
    text = given["prompt_to_repeat"]
    said = rng.choice(
        (text, text, text.upper(), text.strip(), text[:-1], " ".join(text.split()), f'"{text}"', f"Sure. {text}")
    )
    return rng.choice(("", "\n")) + said + rng.choice(("", "\n\n" + rng.choice(pool), " "))


def ending(rng: Random, given: Given, pool: Sequence[str]) -> str:
    text = given["end_phrase"]
    said = rng.choice(
        (
            text,
            text.upper(),
            text[:-1],
            f'"{text}"',
            f"**{text}**",
            f"“{text}”",
            f"({text})",
            f"{text}\n",
            f"{text} Bye.",
        )
    )
    return rng.choice(pool) + " " + said


def quoted(rng: Random, _: Given, pool: Sequence[str]) -> str:
    return rng.choice(('"{}"', '"{}', "“{}”", ' "{}"\n', "'{}'", '"{}".', "«{}»", '"')).replace("{}", rng.choice(pool))


def commas(rng: Random, _: Given, pool: Sequence[str]) -> str:
    return some_text(rng, pool).replace(",", rng.choice((";", "", "，", "、", "،", ",")))


MAKE: Mapping[str, Make] = {
    "keywords:existence": lambda rng, given, pool: listed(rng, given["keywords"], pool),
    "keywords:frequency": keyword,
    "keywords:forbidden_words": lambda rng, given, pool: listed(rng, given["forbidden_words"], pool),
    "keywords:letter_frequency": letters,
    "language:response_language": spoken,
    "length_constraints:number_sentences": sentences,
    "length_constraints:number_paragraphs": paragraphs,
    "length_constraints:number_words": words,
    "length_constraints:nth_paragraph_first_word": first_word,
    "detectable_content:number_placeholders": placeholders,
    "detectable_content:postscript": postscript,
    "detectable_format:number_bullet_lists": bullets,
    "detectable_format:constrained_response": answered,
    "detectable_format:number_highlighted_sections": highlights,
    "detectable_format:multiple_sections": numbered,
    "detectable_format:json_format": as_json,
    "detectable_format:title": titled,
    "combination:two_responses": two,
    "combination:repeat_prompt": repetition,
    "startend:end_checker": ending,
    "startend:quotation": quoted,
    "change_case:capital_word_frequency": capital_words,
    "change_case:english_capital": cased,
    "change_case:english_lowercase": cased,
    "punctuation:no_comma": commas,
}


def draw_kwargs(name: str, rng: Random, pool: Sequence[str]) -> dict[str, Any]:
    """Options as in the published dataset, for instructions of our own."""
    relation, word = rng.choice(RELATIONS), rng.choice(("river", "music", "well-known", "team", "data"))
    kinds: dict[str, dict[str, Any]] = {
        "keywords:existence": {"keywords": rng.sample(("river", "music", "team", "old", "rain", "the"), 2)},
        "keywords:frequency": {"keyword": word, "frequency": rng.randint(1, 5), "relation": relation},
        "keywords:forbidden_words": {"forbidden_words": rng.sample(("river", "music", "team", "cheap", "rain"), 3)},
        "keywords:letter_frequency": {
            "letter": rng.choice("abeinqz"),
            "let_frequency": rng.randint(2, 9),
            "let_relation": relation,
        },
        "language:response_language": {
            "language": rng.choice(("en", "de", "fr", "es", "ru", "hi", "ar", "vi", "pt", "it"))
        },
        "length_constraints:number_sentences": {"num_sentences": rng.randint(2, 12), "relation": relation},
        "length_constraints:number_paragraphs": {"num_paragraphs": rng.randint(1, 5)},
        "length_constraints:number_words": {"num_words": rng.randint(5, 80), "relation": relation},
        "length_constraints:nth_paragraph_first_word": {
            "num_paragraphs": rng.randint(3, 5),
            "nth_paragraph": rng.randint(1, 3),
            "first_word": word,
        },
        "detectable_content:number_placeholders": {"num_placeholders": rng.randint(1, 5)},
        "detectable_content:postscript": {"postscript_marker": rng.choice(("P.S.", "P.P.S"))},
        "detectable_format:number_bullet_lists": {"num_bullets": rng.randint(1, 6)},
        "detectable_format:number_highlighted_sections": {"num_highlights": rng.randint(1, 5)},
        "detectable_format:multiple_sections": {
            "section_spliter": rng.choice(("Section", "SECTION", "Day")),
            "num_sections": rng.randint(1, 5),
        },
        "combination:repeat_prompt": {"prompt_to_repeat": rng.choice(pool)[:300]},
        "startend:end_checker": {
            "end_phrase": rng.choice(("Is that all?", "The end.", "Any other questions?", "Good luck"))
        },
        "change_case:capital_word_frequency": {"capital_frequency": rng.randint(1, 9), "capital_relation": relation},
    }
    return kinds.get(name, {})
