import pytest

from llmbattler.arena.moderation.errors import PromptRefused
from llmbattler.arena.moderation.models import Category, WordAction
from llmbattler.arena.moderation.service import prompt_check
from llmbattler.core.db import Database
from tests.arena.moderation.flagged_battles import list_word


async def test_only_words_that_ask_for_it_refuse(database: Database) -> None:
    await list_word(database, "zounds")
    await list_word(database, "gadzooks", Category.SPAM, WordAction.REFUSE)
    async with database.unit() as session:
        await prompt_check.check_prompt(session, prompt="Zounds!")
        with pytest.raises(PromptRefused):
            await prompt_check.check_prompt(session, prompt="Gadzooks!")


async def test_a_word_counts_as_soon_as_it_is_listed(database: Database) -> None:
    for word in ("gadzooks", "zounds"):
        async with database.unit() as session:
            await prompt_check.check_prompt(session, prompt=word)
        await list_word(database, word, action=WordAction.REFUSE)
        async with database.unit() as session:
            with pytest.raises(PromptRefused):
                await prompt_check.check_prompt(session, prompt=word)
