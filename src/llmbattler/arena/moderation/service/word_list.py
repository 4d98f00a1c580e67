"""The list of words that prompts and answers are searched for."""

from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish

from .. import repository
from ..errors import ListFull, NoWord, WordListed, WordNotFound
from ..models import Category, ListedWord, WordAction
from ..schemas import WordIn, WordOut, WordsOut
from ..words import make_key

MAX_WORDS = 5_000


async def list_words(session: Session) -> WordsOut:
    return WordsOut(words=[_show(word) for word in await repository.list_words(session)])


async def add_word(session: Session, *, actor: Visitor | str, wanted: WordIn) -> WordOut:
    """Search for this word from now on. Earlier turns are not scanned again."""
    key = make_key(wanted.phrase)
    if key is None:
        raise NoWord
    if await repository.count_words(session) >= MAX_WORDS:
        raise ListFull
    values = {"phrase": " ".join(wanted.phrase.split()), "key": key}
    word = await repository.add_word(session, {**values, "category": wanted.category, "action": wanted.action})
    if word is None:
        raise WordListed
    await _record(session, actor, "word.added", word, after=_facts(word))
    return _show(word)


async def remove_word(session: Session, *, actor: Visitor | str, word_id: UUID) -> None:
    word = await repository.delete_word(session, word_id)
    if word is None:
        raise WordNotFound
    await _record(session, actor, "word.removed", word, before=_facts(word))


async def _record(
    session: Session,
    actor: Visitor | str,
    action: str,
    word: ListedWord,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    await audit.record(session, actor=actor, action=action, subject=str(word.word_id), before=before, after=after)
    await publish(session, ADMIN_TOPIC, "moderation")


def _facts(word: ListedWord) -> dict[str, object]:
    return {"phrase": word.phrase, "category": word.category, "action": word.action}


def _show(word: ListedWord) -> WordOut:
    return WordOut(
        word_id=word.word_id,
        phrase=word.phrase,
        category=Category(word.category),
        action=WordAction(word.action),
        created_at=word.created_at,
    )
