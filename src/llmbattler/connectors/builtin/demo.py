"""The simulated models of `llmbattler demo`: prepared answers, better ones from better models, no network."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence

from ..contract import (
    Delta,
    Features,
    Finish,
    FinishReason,
    ListedModel,
    Message,
    Params,
    Place,
    Role,
    TextDelta,
    Usage,
)
from ..demo_data.answers import Grade, Question, load_questions, shorten, write_answer
from ..demo_data.demo_models import DEMO_MODELS, DEMO_MODELS_BY_ID, DemoModel
from ..errors import ModelMissing
from ..transport import Transport

REPEAT = "Repeat exactly: "
CHARACTERS_PER_TOKEN = 4
SPREAD = 180.0
"""Standard deviation of the quality of one model's answers, in rating points."""
_WORDS = re.compile(r"\S*\s*")
_chance = random.SystemRandom()

_UNKNOWN = (
    "I am not sure. Maybe ask again?",
    (
        "This is a demonstration, and I only have prepared answers for some questions. Yours is not one of them. Try "
        "one of the suggested prompts."
    ),
    (
        "**This is a demonstration.** I am simulated and answer from a list of prepared texts, so I cannot really "
        "answer:\n\n> {question}\n\nTo ask real models, start the site with `llmbattler serve`: it finds Ollama and "
        "other local servers, uses your API keys, and includes a small model."
    ),
)


class DemoConnector:
    """Answers from the prepared texts; a prompt that starts with `REPEAT` is repeated."""

    features = Features()

    def __init__(self, transport: Transport) -> None:
        """It needs no transport: there is no network."""

    async def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        member = DEMO_MODELS_BY_ID.get(place.model)
        if member is None:
            raise ModelMissing(f"The demonstration has no model {place.model!r}.")
        text = _answer(member, messages)
        limit = len(text) if params.max_tokens is None else params.max_tokens * CHARACTERS_PER_TOKEN
        said = text[:limit]
        await asyncio.sleep(_chance.uniform(0.1, 0.6))
        for word in _WORDS.findall(said):
            if word:
                yield TextDelta(word)
                await asyncio.sleep(1 / member.words_per_second)
        asked = sum(len(message.text) for message in messages)
        usage = Usage(_tokens(asked), _tokens(len(said)))
        yield Finish(FinishReason.STOP if len(said) == len(text) else FinishReason.LENGTH, usage)

    async def list_models(self, place: Place) -> Sequence[ListedModel]:  # noqa: ARG002 - there is only one place
        return [
            ListedModel(one.model_id, one.name, organization=one.organization, context_length=one.context_length)
            for one in DEMO_MODELS
        ]

    async def close(self) -> None:
        """There is nothing to close."""


def _answer(member: DemoModel, messages: Sequence[Message]) -> str:
    asked = [message.text for message in messages if message.role is Role.USER]
    wanted = asked[-1] if asked else ""
    if wanted.startswith(REPEAT):
        return wanted.removeprefix(REPEAT)
    answered = [message.text for message in messages if message.role is Role.ASSISTANT]
    known = {question.prompt.strip(): question for question in load_questions()}
    if wanted.strip() in known:
        return write_answer(known[wanted.strip()], _grade(member), member.style)
    if answered and any(wanted == question.shorter for question in known.values()):
        return shorten(answered[-1])
    return _improvise(wanted, member)


def _improvise(wanted: str, member: DemoModel) -> str:
    quoted = " ".join(wanted.split())[:300]
    answers = (_UNKNOWN[0], _UNKNOWN[1], _UNKNOWN[2].replace("{question}", quoted))
    return write_answer(Question(wanted, "en", answers), _grade(member), member.style)


def _grade(member: DemoModel) -> Grade:
    """Better models give good answers more often, but not always."""
    today = _chance.gauss(member.rating, SPREAD)
    return Grade.GOOD if today > 1040 else Grade.FAIR if today > 900 else Grade.POOR  # noqa: PLR2004


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
