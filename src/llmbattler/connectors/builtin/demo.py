"""The simulated models of `llmbattler demo`: recorded answers, better ones from better models, no network."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence
from functools import cache

import msgspec

from llmbattler.core.demo import read_part

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
from ..errors import ModelMissing
from ..transport import Transport

REPEAT = "Repeat exactly: "
CHARACTERS_PER_TOKEN = 4
FIRST_TOKEN_SECONDS = (0.1, 0.6)
_WORDS = re.compile(r"\S*\s*")
_chance = random.SystemRandom()


class DemoModel(msgspec.Struct, frozen=True):
    name: str
    organization: str
    context_length: int
    words_per_second: float
    unknown: list[str]
    """Answers to questions that were not recorded; `{question}` is replaced."""


class Recording(msgspec.Struct, frozen=True):
    """The file `answers.json` of the archive."""

    models: dict[str, DemoModel]
    answers: dict[str, dict[str, list[str]]]
    """By question and model. A text that is listed twice is given twice as often."""
    shorter: dict[str, str]
    """A shorter version of each answer, for those who ask for one."""
    requests: list[str]
    """Messages that ask for a shorter answer."""


@cache
def load_recording() -> Recording:
    return msgspec.json.decode(read_part("answers.json"), type=Recording)


class DemoConnector:
    """Gives recorded answers; a prompt that starts with `REPEAT` is repeated."""

    features = Features()

    def __init__(self, transport: Transport) -> None:
        """It needs no transport: there is no network."""

    async def stream(self, place: Place, messages: Sequence[Message], params: Params) -> AsyncIterator[Delta]:
        recording = await asyncio.to_thread(load_recording)
        model = recording.models.get(place.model)
        if model is None:
            raise ModelMissing(f"The demonstration has no model {place.model!r}.")
        text = _answer(recording, place.model, messages)
        limit = len(text) if params.max_tokens is None else params.max_tokens * CHARACTERS_PER_TOKEN
        said = text[:limit]
        await asyncio.sleep(_chance.uniform(*FIRST_TOKEN_SECONDS))
        for word in _WORDS.findall(said):
            if word:
                yield TextDelta(word)
                await asyncio.sleep(1 / model.words_per_second)
        asked = sum(len(message.text) for message in messages)
        usage = Usage(_tokens(asked), _tokens(len(said)))
        yield Finish(FinishReason.STOP if len(said) == len(text) else FinishReason.LENGTH, usage)

    async def list_models(self, place: Place) -> Sequence[ListedModel]:  # noqa: ARG002 - there is only one place
        models = (await asyncio.to_thread(load_recording)).models
        return [
            ListedModel(model_id, one.name, organization=one.organization, context_length=one.context_length)
            for model_id, one in models.items()
        ]

    async def close(self) -> None:
        """There is nothing to close."""


def _answer(recording: Recording, model_id: str, messages: Sequence[Message]) -> str:
    asked = [message.text for message in messages if message.role is Role.USER]
    wanted = asked[-1].strip() if asked else ""
    if wanted.startswith(REPEAT):
        return asked[-1].removeprefix(REPEAT)
    before = [message.text for message in messages if message.role is Role.ASSISTANT]
    if before and wanted in recording.requests and before[-1] in recording.shorter:
        return recording.shorter[before[-1]]
    answers = recording.answers.get(wanted, {}).get(model_id)
    if answers:
        return _chance.choice(answers)
    quoted = " ".join(wanted.split())[:300]
    return _chance.choice(recording.models[model_id].unknown).replace("{question}", quoted)


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
