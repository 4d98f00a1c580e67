from io import BytesIO
from uuid import uuid4

import pytest
from sqlalchemy import update

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.arena.errors import ShareNotFound
from llmbattler.arena.exports.service import ExportChoice, export_votes
from llmbattler.arena.models import Battle, Mode, Status, Vote
from llmbattler.arena.moderation.errors import FlagNotFound, NotPublishable
from llmbattler.arena.moderation.models import Flagged, FlagStatus
from llmbattler.arena.moderation.schemas import FlagsIn
from llmbattler.arena.moderation.service import flags
from llmbattler.arena.shares.service import links
from llmbattler.arena.shares.service.examples import list_examples
from llmbattler.core.db import Database
from llmbattler.core.record_files import FileFormat
from tests.arena.judges.judge_setup import add_vote
from tests.arena.moderation.flagged_battles import HIDDEN_AWAY, SECRETS, all_flags, say, share
from tests.arena.rows import OWNER, add_battle, add_session


async def report(database: Database, battle: Battle, reason: str | None = None) -> Flagged:
    async with database.unit() as session:
        await flags.report(session, token=await share(database, battle), reason=reason)
    return next(flag for flag in await all_flags(database) if flag.battle_id == battle.battle_id)


async def read(database: Database, token: str) -> str:
    async with database.unit() as session:
        return (await links.get_shared(session, token=token)).model_dump_json()


async def exported(database: Database) -> str:
    file = BytesIO()
    async with database.unit() as session:
        await export_votes(session, file=file, kind=FileFormat.JSONL, choice=ExportChoice())
    return file.getvalue().decode()


async def test_what_is_hidden_leaves_the_public_and_comes_back_when_restored(database: Database) -> None:
    battle = await say(database, "A prompt of note.", status=Status.VOTED)
    async with database.unit() as session:
        add_vote(session, battle, "left_better")
    token = await share(database, battle)
    flag = await report(database, battle)

    async def is_public() -> list[bool]:
        async with database.unit() as session:
            examples = (await list_examples(session, models=["a", "b"])).battles
        texts = "A prompt of note." in await exported(database)
        try:
            await read(database, token)
        except ShareNotFound:
            return [False, bool(examples), texts]
        return [True, bool(examples), texts]

    assert await is_public() == [True, True, True]
    async with database.unit() as session:
        assert (await flags.hide(session, actor="site", flag_id=flag.flag_id)).status == FlagStatus.HIDDEN
    assert await is_public() == [False, False, False]
    assert len((await exported(database)).splitlines()) == 1  # the vote itself is still exported
    async with database.unit() as session:
        with pytest.raises(NotPublishable):
            await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)
        with pytest.raises(ShareNotFound):
            await flags.report(session, token=token, reason=None)
    async with database.unit() as session:
        await flags.restore(session, actor="site", flag_id=flag.flag_id)
    assert await is_public() == [True, True, True]


async def test_titles_and_comments_are_masked_in_public_and_left_out_of_exports_when_hidden(database: Database) -> None:
    async with database.unit() as session:
        row = await add_session(session, title=f"Title {SECRETS}")
        battle = await add_battle(session, "Hello?", row=row, status=Status.VOTED)
        add_vote(session, battle, "left_better")
        await session.flush()
        await session.execute(update(Vote).values(comment=f"Remark {SECRETS}"))
    token = await share(database, battle)
    async with database.unit() as session:
        examples = (await list_examples(session, models=["a", "b"])).model_dump_json()
    public = {"share page": await read(database, token), "examples": examples, "export": await exported(database)}
    leaks = {place: secret for place, shown in public.items() for secret in HIDDEN_AWAY if secret in shown}
    assert leaks == {}
    assert "Title [email]" in public["share page"]
    assert "Title [email]" in public["examples"]
    assert "Remark [email]" in public["share page"]
    assert "Remark [email]" in public["export"]
    flag = await report(database, battle)
    async with database.unit() as session:
        await flags.hide(session, actor="site", flag_id=flag.flag_id)
    assert "Remark" not in await exported(database)


async def test_a_decision_is_about_the_battle(database: Database) -> None:
    battle = await say(database, "Zounds?")
    async with database.unit() as session:
        for number in range(3):
            values = {"where": "prompt", "entry_id": f"msg_{number}", "source": "word_list", "category": "spam"}
            session.add(Flagged(battle_id=battle.battle_id, excerpt="", **values))
    first, second, third = (flag.flag_id for flag in await all_flags(database))

    async def states() -> list[str]:
        return [flag.status for flag in await all_flags(database)]

    async with database.unit() as session:
        await flags.keep(session, actor="site", flag_id=first)
    assert await states() == ["kept", "open", "open"]
    async with database.unit() as session:
        await flags.hide(session, actor="site", flag_id=second)
    assert await states() == ["kept", "hidden", "hidden"]
    async with database.unit() as session:
        await flags.keep(session, actor="site", flag_id=third)
        assert not await flags.is_hidden(session, battle_id=battle.battle_id)
    assert await states() == ["kept", "kept", "kept"]
    async with database.unit() as session:
        await flags.restore(session, actor="site", flag_id=first)
    assert await states() == ["open", "kept", "kept"]
    assert (await all_flags(database))[0].decided_by is None


async def test_reports_are_counted_masked_and_nameless(database: Database) -> None:
    battle = await say(database, "Anything.")
    await report(database, battle, f"Look:\n{SECRETS}")
    flag = await report(database, battle, "Again!")
    assert (flag.times, flag.where, flag.source, flag.status) == (2, "battle", "report", "open")
    assert flag.excerpt.startswith("Look: [email]")
    assert not [secret for secret in HIDDEN_AWAY if secret in flag.excerpt]


async def test_a28_moderators_learn_names_only_after_the_vote_and_see_what_the_public_would(
    database: Database,
) -> None:
    battle = await say(database, f"I am {SECRETS}", "Left.", "Right.")
    async with database.unit() as session:
        session.add(Account(account_id=OWNER, kind=AccountKind.VISITOR))
    flag = await report(database, battle)
    async with database.unit() as session:
        shown = await flags.get_flag(session, flag_id=flag.flag_id)
    assert shown.battle.revealed_models is None
    assert '"a"' not in shown.model_dump_json()
    assert not [secret for secret in HIDDEN_AWAY if secret in shown.model_dump_json()]
    assert shown.owner.model_dump() == {"account_id": OWNER, "kind": AccountKind.VISITOR, "blocked": False}
    for change in ({"status": Status.VOTED}, {"mode": Mode.SIDE_BY_SIDE}):
        other = await say(database, "Hello?", **change)
        flag = await report(database, other)
        async with database.unit() as session:
            named = await flags.get_flag(session, flag_id=flag.flag_id)
        assert named.battle.revealed_models is not None
        assert named.battle.revealed_models.left == "a"


async def test_the_queue_is_read_in_pages_and_counted(database: Database) -> None:
    battles = [await say(database, f"Number {number}.") for number in range(5)]
    reported = [await report(database, battle) for battle in battles]
    async with database.unit() as session:
        await flags.hide(session, actor="site", flag_id=reported[0].flag_id)
        seen, cursor = [], None
        while True:
            page = await flags.list_flags(session, wanted=FlagsIn(status=FlagStatus.OPEN, cursor=cursor, limit=3))
            seen += [flag.flag_id for flag in page.flags]
            cursor = page.next_cursor
            if cursor is None:
                break
    assert seen == [flag.flag_id for flag in reversed(reported[1:])]
    assert page.counts.model_dump() == {"open": 4, "kept": 0, "hidden": 1}
    async with database.unit() as session:
        with pytest.raises(FlagNotFound):
            await flags.get_flag(session, flag_id=uuid4())
