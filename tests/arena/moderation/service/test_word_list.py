from uuid import uuid4

import pytest

from llmbattler.arena.moderation.errors import ListFull, NoWord, WordListed, WordNotFound
from llmbattler.arena.moderation.schemas import Category, WordIn
from llmbattler.arena.moderation.service import word_list
from llmbattler.core.db import Database


def word(phrase: str) -> WordIn:
    return WordIn(phrase=phrase, category=Category.SPAM)


async def test_a_word_is_listed_once_however_it_is_written(database: Database) -> None:
    async with database.unit() as session:
        added = await word_list.add_word(session, actor="site", wanted=word("  Odds   Bodkins "))
        assert added.phrase == "Odds Bodkins"
        with pytest.raises(WordListed):
            await word_list.add_word(session, actor="site", wanted=word("odds, bodkins!"))
        with pytest.raises(NoWord):
            await word_list.add_word(session, actor="site", wanted=word("…"))
        assert [one.phrase for one in (await word_list.list_words(session)).words] == ["Odds Bodkins"]
        await word_list.remove_word(session, actor="site", word_id=added.word_id)
        assert (await word_list.list_words(session)).words == []
        with pytest.raises(WordNotFound):
            await word_list.remove_word(session, actor="site", word_id=uuid4())


async def test_the_list_has_an_end(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "MAX_WORDS", 1)
    async with database.unit() as session:
        await word_list.add_word(session, actor="site", wanted=word("one"))
        with pytest.raises(ListFull):
            await word_list.add_word(session, actor="site", wanted=word("two"))
