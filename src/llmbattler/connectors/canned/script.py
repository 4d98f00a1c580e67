"""The questions and answers of the demonstration, and how a model of some manner says them."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

import yaml

from .cast import Manner

_FENCE = "```"
_WRAPPED = 95
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*(?=\S)")
_OPENING = {"en": "Great question! ", "de": "Gute Frage! ", "fr": "Bonne question ! ", "es": "¡Buena pregunta! "}
_CLOSING = {
    "en": "\n\nLet me know if you would like to know more!",
    "de": "\n\nSag gern Bescheid, wenn du mehr wissen möchtest!",
    "fr": "\n\nN'hésitez pas si vous voulez en savoir plus !",
    "es": "\n\n¡Dime si quieres saber más!",
}
_SHORTER = {
    "en": "Can you say that more briefly?",
    "de": "Geht das auch kürzer?",
    "fr": "Peux-tu le dire plus brièvement ?",
    "es": "¿Puedes decirlo más breve?",
    "zh": "可以说得更简短一些吗？",
    "ja": "もっと短くできますか。",
    "pt": "Pode dizer isso de forma mais curta?",
}


class Grade(IntEnum):
    POOR = 0
    FAIR = 1
    GOOD = 2


@dataclass(frozen=True, slots=True)
class Question:
    prompt: str
    language: str
    answers: tuple[str, ...]
    """By grade."""

    @property
    def shorter(self) -> str:
        """What a person asks next."""
        return _SHORTER[self.language]


@cache
def load_script() -> tuple[Question, ...]:
    stored = yaml.safe_load(Path(__file__).with_name("script.yaml").read_text(encoding="utf-8"))
    return tuple(
        Question(
            _unwrap(one["prompt"]),
            one.get("language", "en"),
            tuple(_unwrap(one[grade.name.lower()]) for grade in Grade),
        )
        for one in stored
    )


def _unwrap(text: str) -> str:
    """Join the lines that are broken only because the file is; verse, lists and code have shorter ones."""
    lines: list[str] = []
    fenced = broken = False
    for line in text.splitlines():
        if broken and line.strip():
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
        fenced ^= line.startswith(_FENCE)
        broken = not fenced and len(line) >= _WRAPPED
    return "\n".join(lines)


def speak(question: Question, grade: Grade, manner: Manner) -> str:
    """The answer of this grade in this manner."""
    text = question.answers[grade]
    match manner:
        case Manner.ORNATE:
            return _adorn(text)
        case Manner.BRIEF:
            return shorten(text, sentences=3)
        case Manner.CHATTY:
            return f"{_OPENING.get(question.language, '')}{text}{_CLOSING.get(question.language, '')}"
        case Manner.PLAIN:
            return text


def shorten(text: str, sentences: int = 1) -> str:
    """The first sentences; code and tables stay whole."""
    if _FENCE in text or "\n|" in text or "\n" not in text.strip() and len(text) < 80:  # noqa: RUF021, PLR2004
        return text
    return " ".join(_SENTENCE.split(" ".join(text.split()))[:sentences])


def _adorn(text: str) -> str:
    """Set the sentences of a plain paragraph as a list, its first one in bold."""
    if _FENCE in text or "\n\n" in text or "\n-" in text or "\n1." in text:
        return text
    first, *rest = _SENTENCE.split(" ".join(text.split()))
    return "\n".join([f"**{first.strip('* ')}**", *(["", *(f"- {one}" for one in rest)] if rest else [])])
