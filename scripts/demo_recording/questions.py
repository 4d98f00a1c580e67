"""The questions and answers of the demonstration, and how an answer is formatted in a style."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from statistics import NormalDist

import yaml

from .demo_models import AnswerStyle, DemoModel

SPREAD = 180.0
"""Standard deviation of the quality of one model's answers, in rating points."""
DRAWS = 8

_FENCE = "```"
_WRAPPED = 95
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)")
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
        """The follow-up that asks for a shorter answer."""
        return _SHORTER[self.language]


UNKNOWN = Question(
    "",
    "en",
    (
        "I am not sure. Maybe ask again?",
        (
            "This is a demonstration, and I only have prepared answers for some questions. Yours is not one of them. "
            "Try one of the suggested prompts."
        ),
        (
            "**This is a demonstration.** I am simulated and answer from a list of prepared texts, so I cannot really "
            "answer:\n\n> {question}\n\nTo ask real models, start the site with `llmbattler serve`: it finds Ollama "
            "and other local servers, uses your API keys, and includes a small model."
        ),
    ),
)
"""What models say when they are asked something else."""


@cache
def load_questions() -> tuple[Question, ...]:
    stored = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8"))
    return tuple(
        Question(
            _unwrap(one["prompt"]),
            one.get("language", "en"),
            tuple(_unwrap(one[grade.name.lower()]) for grade in Grade),
        )
        for one in stored
    )


def _unwrap(text: str) -> str:
    """Join lines that are only wrapped in the file; lines of verse, lists and code are shorter."""
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


def write_answer(question: Question, grade: Grade, style: AnswerStyle) -> str:
    """The answer of this grade in this style."""
    text = question.answers[grade]
    match style:
        case AnswerStyle.ORNATE:
            return _format_as_list(text)
        case AnswerStyle.BRIEF:
            return shorten(text, sentences=3)
        case AnswerStyle.CHATTY:
            return f"{_OPENING.get(question.language, '')}{text}{_CLOSING.get(question.language, '')}"
        case AnswerStyle.PLAIN:
            return text


def list_answers(question: Question, model: DemoModel) -> list[str]:
    """The answers of a model, of which it gives each equally often. Better models have more good ones."""
    quality = NormalDist(model.rating, SPREAD)
    grades = (_grade(quality.inv_cdf((number + 0.5) / DRAWS)) for number in range(DRAWS))
    return [write_answer(question, grade, model.style) for grade in grades]


def _grade(points: float) -> Grade:
    return Grade.GOOD if points > 1040 else Grade.FAIR if points > 900 else Grade.POOR  # noqa: PLR2004


def list_requests() -> list[str]:
    """The follow-ups that ask for a shorter answer."""
    return sorted(_SHORTER.values())


def shorten(text: str, sentences: int = 1) -> str:
    """The first sentences; code and tables are not shortened."""
    if _FENCE in text or "\n|" in text or "\n" not in text.strip() and len(text) < 80:  # noqa: RUF021, PLR2004
        return text
    return " ".join(_SENTENCE.split(" ".join(text.split()))[:sentences])


def _format_as_list(text: str) -> str:
    """Turn the sentences of a plain paragraph into a list below the first one in bold."""
    if _FENCE in text or "\n\n" in text or "\n-" in text or "\n1." in text:
        return text
    first, *rest = _SENTENCE.split(" ".join(text.split()))
    return "\n".join([f"**{first.strip('* ')}**", *(["", *(f"- {one}" for one in rest)] if rest else [])])
