"""Finds the place where an answer states its result."""

import json
import re
from dataclasses import dataclass
from itertools import chain

from .labels import BEFORE, COLON, HEADING, LEADING_COPULA, RESULT, SENTENCE

_BRACE = re.compile(r"\\[{}]|\\(?:boxed|fbox)\s?\{|[{}]")
_STEPS = re.compile(
    r"(?:step\s?\d|first\b|let(?:'s|’s| us| me)?\b|to (?:find|solve|get|calculate|determine)\b"
    r"|we (?:need|know|have|can)\b|given\b|in order\b|okay\b|sure\b|great\b|schritt\b|zuerst\b|1[.)]\s)",
    re.IGNORECASE,
)
_REVISED = re.compile(
    r"\bwait\b|\bactually\b|\bcorrection\b|\bon (?:second thought|reflection)\b|\bhmm\b|\blet me re|\bi made a mistake"
    r"|\bthat(?:'s| is) (?:not right|wrong)\b|\bmoment\b, |\bkorrektur\b|\bin fact\b|(?<=\?\s)no\b",
    re.IGNORECASE,
)
_NEXT_QUESTION = re.compile(r"^\s{0,8}(?:question|q|problem)\s?\d{0,3}\s?:", re.IGNORECASE | re.MULTILINE)
_SKIPPED_LINE = re.compile(r"[\s$`~\\\[\]|:*_=-]*|[`~]{3}\w{0,20}")


@dataclass(frozen=True, slots=True)
class Statement:
    """The part of an answer that states the result."""

    text: str
    marked: bool
    """Announced, as in "Answer: 42"; otherwise it is only the end of the text."""
    boxed: bool = False
    revision: str = ""
    """The text after words such as "wait" or "correction", if they follow the statement."""


def find_boxed(text: str) -> str | None:
    r"""The content of the last closed `\boxed{…}`, including nested braces."""
    box = _find_box(text)
    return None if box is None else text[box[0] : box[1]]


def _find_box(text: str) -> tuple[int, int] | None:
    opened: list[int | None] = []
    found = None
    for brace in _BRACE.finditer(text):
        if brace[0] == "}" and opened:
            start = opened.pop()
            found = found if start is None else (start, brace.start())
        elif brace[0].endswith("{") and brace[0] != r"\{":
            opened.append(None if brace[0] == "{" else brace.end())
    return found


_JSON_KEY = re.compile(r"\"(?:final[_ ]?)?(?:answer|result)\"\s{0,5}:\s{0,5}", re.IGNORECASE)
_decoder = json.JSONDecoder()


def _find_json_answer(text: str) -> str | None:
    """The value of "answer" in a JSON object."""
    ends = [key.end() for key in _JSON_KEY.finditer(text)]
    if not ends:
        return None
    try:
        value, _ = _decoder.raw_decode(text, ends[-1])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def find_statement(text: str) -> Statement | None:
    """The last announced or boxed result of plain text, or else its last line.

    `None` if the text goes on with further questions and answers.
    """
    value = _find_json_answer(text)
    if value is not None:
        return Statement(value, marked=True)
    box = _find_box(text)
    marks = sorted(
        {match.end() for match in chain(COLON.finditer(text), HEADING.finditer(text), SENTENCE.finditer(text))}
        | {match.end() for match in RESULT.finditer(text) if len(list_lines(text[match.end() :])) == 1}
    )
    if marks and _NEXT_QUESTION.search(text, marks[0]):
        return None
    if box is not None and (not marks or marks[-1] <= box[0]):
        return Statement(text[box[0] : box[1]], marked=True, boxed=True)
    for end in reversed(marks):
        found = _read_after(text, end)
        if found is not None:
            return found
    before = list(BEFORE.finditer(text))
    if before:
        return _with_revision(before[-1]["said"], text[before[-1].end() :])
    lines = list_lines(text)
    return Statement(lines[-1], marked=False) if lines else None


def list_lines(text: str) -> list[str]:
    """Lines with content."""
    return [line.strip() for line in text.split("\n") if not _SKIPPED_LINE.fullmatch(line)]


def _read_after(text: str, end: int) -> Statement | None:
    rest = text[end:]
    lines = list_lines(rest)
    if not lines:
        return None
    if _STEPS.match(lines[0]) and len(lines) > 1:
        return Statement(lines[-1], marked=False)
    place = rest.find(lines[0]) + len(lines[0])
    return _with_revision(lines[0], rest[place:])


def _with_revision(line: str, rest: str) -> Statement:
    whole = f"{line}\n{rest}"
    revised = _REVISED.search(whole)
    if revised is None:
        return Statement(line, marked=True)
    return Statement(
        whole[: revised.start()].split("\n", maxsplit=1)[0] or line, marked=True, revision=whole[revised.end() :]
    )


_SENTENCE_END = re.compile(
    r"(?<=[^\W\d][.!?])(?<!\bi\.e\.)(?<!\be\.g\.)\s+|(?<=[\d)%\]\"'][.!?])\s+|(?<=\.{3})\s*|(?<=[。！？।])"
)


def list_sentences(line: str) -> list[str]:
    return [part for part in _SENTENCE_END.split(line) if part.strip()]


def read_final(text: str) -> str | None:
    """The text of the last statement, without "is" at its start; `None` if it was revised."""
    found = find_statement(text)
    if found is None or found.revision:
        return None
    return LEADING_COPULA.sub("", found.text).strip() if found.marked else found.text.strip()
