"""Refuses prompts with listed words. Unlike the scan, this runs before the prompt is accepted."""

import asyncio
from functools import lru_cache

from llmbattler.core.db import Session

from .. import repository
from ..errors import PromptRefused
from ..words import Rule, WordList


async def check_prompt(session: Session, *, prompt: str) -> None:
    refused = await repository.list_refused(session)
    if not refused:
        return
    words = _prepare(tuple(refused))
    if await asyncio.to_thread(words.contains, prompt):
        raise PromptRefused


@lru_cache(maxsize=4)
def _prepare(refused: tuple[tuple[str, str], ...]) -> WordList:
    return WordList([Rule(key, category) for key, category in refused])
