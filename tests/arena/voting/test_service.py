import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text, update

from llmbattler.arena.conversation import Facts, answer, ask, read_entries, write_entry
from llmbattler.arena.errors import BattleClosed, BattleNotFound, StillAnswering
from llmbattler.arena.models import Battle, Flag, Mode, Position, Status, Vote, VoteMode, VoteWord
from llmbattler.arena.service.suggestions import SUGGESTED
from llmbattler.arena.voting.errors import AlreadyVoted, NotDirect
from llmbattler.arena.voting.schemas import VoteIn, VoteOut
from llmbattler.arena.voting.service import Voter, cast_vote
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile
from llmbattler.generation.named_questions.service import hash_question, record_questions
from tests.arena.rows import OTHER, OWNER, add_battle, all_votes, talk

NOW = timedelta(0)


def voter(profile: Profile = Profile.PUBLIC, owner: str = OWNER, address: str | None = "net") -> Voter:
    return Voter(owner, address, profile)


async def opened(database: Database, *prompts: str, **more: Any) -> Battle:
    async with database.unit() as session:
        return await add_battle(session, *prompts, **more)


async def ask_by_name(database: Database, question: str, *, ago: timedelta = NOW) -> None:
    async with database.unit() as session:
        await record_questions(session, owner=OWNER, questions=[question])
        await session.execute(text("UPDATE named_questions SET asked_at = now() - :ago"), {"ago": ago})


async def cast(database: Database, battle: Battle, who: Voter | None = None, word: VoteWord = VoteWord.TIE) -> VoteOut:
    async with database.unit() as session:
        return await cast_vote(session, voter=who or voter(), battle_id=battle.battle_id, wanted=VoteIn(vote=word))


async def flags_of(database: Database, battle: Battle) -> tuple[list[str], bool]:
    [vote] = [vote for vote in await all_votes(database) if vote.battle_id == battle.battle_id]
    return vote.flags, vote.counted


async def test_a_vote_keeps_what_the_board_needs(database: Database) -> None:
    battle = await opened(database, categories=["coding"], language="en")
    async with database.unit() as session:
        wanted = VoteIn(vote=VoteWord.LEFT_BETTER, reasons=["clear", "clear", "concise"], comment="  so much better ")
        out = await cast_vote(session, voter=voter(), battle_id=battle.battle_id, wanted=wanted)
    assert (out.revealed_models.left, out.revealed_models.right) == ("a", "b")
    assert out.details.left.latency_ms == 120
    assert out.details.left.cost_usd == 0.0015
    [vote] = await all_votes(database)
    assert (vote.vote, vote.left_model_id, vote.right_model_id) == ("left_better", "a", "b")
    assert (vote.reasons, vote.comment) == (["clear", "concise"], "so much better")
    assert (vote.categories, vote.language, vote.turns) == (["coding"], "en", 1)
    assert (vote.counted, vote.flags, vote.processing_status) == (True, [], "pending")


async def test_the_same_vote_again_is_the_same_answer_and_another_is_refused(database: Database) -> None:
    battle = await opened(database)
    first = await cast(database, battle)
    assert await cast(database, battle) == first
    with pytest.raises(AlreadyVoted) as refused:
        await cast(database, battle, word=VoteWord.LEFT_BETTER)
    assert refused.value.facts == first.model_dump(mode="json")
    assert len(await all_votes(database)) == 1


async def test_what_is_said_after_the_vote_does_not_change_its_answer(database: Database) -> None:
    battle = await opened(database)
    first = await cast(database, battle)
    async with database.unit() as session:
        row = await session.get(Battle, battle.battle_id)
        assert row is not None
        entries = read_entries(row.conversation)
        entries.append(ask(entries, prompt="And now?", images=()))
        for position in Position:
            facts = Facts(model_id="a", latency_ms=999, output_tokens=500)
            entries.append(answer(entries, turn=2, position=position, text="Later.", facts=facts))
        row.conversation = [write_entry(entry) for entry in entries]
    assert await cast(database, battle) == first


@pytest.mark.parametrize(
    ("status", "error", "says"),
    [
        (Status.GENERATING, StillAnswering, "still answering"),
        (Status.VOID, BattleClosed, "two complete answers"),
        (Status.EXPIRED, BattleClosed, "for a month"),
    ],
)
async def test_only_an_open_battle_takes_votes(
    database: Database, status: Status, error: type[Exception], says: str
) -> None:
    battle = await opened(database, status=status)
    with pytest.raises(error, match=says):
        await cast(database, battle)
    assert await all_votes(database) == []


async def test_a_conversation_with_one_model_takes_none(database: Database) -> None:
    battle = await opened(database, mode=Mode.DIRECT, right_model_id=None)
    with pytest.raises(NotDirect):
        await cast(database, battle)


async def test_foreign_battles_do_not_exist(database: Database) -> None:
    battle = await opened(database)
    with pytest.raises(BattleNotFound):
        await cast(database, battle, voter(owner=OTHER))


async def test_too_fast_is_measured_on_the_last_turn_only(database: Database) -> None:
    long = ("word " * 400, "word " * 400)  # 4,000 characters together: 27 seconds
    ago = datetime.now(UTC) - timedelta(seconds=40)
    patient = await opened(database, "One?", "Two?", entries=talk("One?", "Two?", answers=long), completed_at=ago)
    hasty = await opened(database, "Three?", entries=talk("Three?", answers=long), completed_at=datetime.now(UTC))
    await cast(database, patient)
    await cast(database, hasty)
    assert await flags_of(database, patient) == ([], True)
    assert await flags_of(database, hasty) == ([Flag.TOO_FAST], False)


async def test_answers_that_were_regenerated_need_no_reading_again(database: Database) -> None:
    long = ("word " * 400, "word " * 400)
    entries = talk("One?", answers=long)
    for position in Position:
        entries.append(
            answer(entries, turn=1, position=position, text="Short.", facts=Facts(model_id="a", latency_ms=1))
        )
    battle = await opened(database, "One?", entries=entries, completed_at=datetime.now(UTC) - timedelta(seconds=5))
    await cast(database, battle)
    assert await flags_of(database, battle) == ([], True)


async def test_the_second_vote_on_a_prompt_is_flagged(database: Database) -> None:
    first, second = (
        await opened(database, "Why is the sky blue?"),
        await opened(database, " why is the SKY blue?\u200b"),
    )
    await cast(database, first)
    await cast(database, second)
    assert await flags_of(database, second) == ([Flag.REUSED_PROMPT], False)
    theirs = await opened(database, "Why is the sky blue?", owner=OTHER)
    await cast(database, theirs, voter(owner=OTHER))
    assert await flags_of(database, theirs) == ([], True)


async def test_the_same_words_about_another_picture_count_unless_a_named_model_read_them(database: Database) -> None:
    first, second = [await opened(database, prompt_hash=hash_question("What is it?", [file])) for file in "ab"]
    for battle in (first, second):
        await cast(database, battle)
        assert await flags_of(database, battle) == ([], True)
    await ask_by_name(database, "What is it?")
    third = await opened(database, prompt_hash=hash_question("What is it?", ["d"]))
    await cast(database, third)
    assert await flags_of(database, third) == ([Flag.NAMED_BEFORE], False)


async def test_two_first_votes_on_a_prompt_at_once_are_one(database: Database) -> None:
    battles = [await opened(database, "Why?") for _ in range(6)]
    await asyncio.gather(*(cast(database, battle) for battle in battles))
    assert sum(vote.counted for vote in await all_votes(database)) == 1


async def test_a_suggested_prompt_may_be_used_often_but_not_after_a_named_chat(database: Database) -> None:
    prompt = SUGGESTED[0].prompt
    for _ in range(2):
        await cast(database, await opened(database, prompt))
    assert all(vote.counted for vote in await all_votes(database))
    await ask_by_name(database, prompt)
    battle = await opened(database, prompt)
    await cast(database, battle)
    assert await flags_of(database, battle) == ([Flag.NAMED_BEFORE], False)


async def test_a_named_question_long_before_the_battle_does_not_matter(database: Database) -> None:
    battle = await opened(database, "Why?")
    await ask_by_name(database, "Why?", ago=timedelta(hours=25))
    await cast(database, battle)
    assert await flags_of(database, battle) == ([], True)


async def test_h06_a_later_question_that_a_named_model_answered_is_flagged_too(database: Database) -> None:
    question = "Which of the two rivers carries more water, and why is that so?"
    battle = await opened(database, "Hello?", question)
    await ask_by_name(database, f" {question.upper()}")
    await cast(database, battle)
    assert await flags_of(database, battle) == ([Flag.NAMED_BEFORE], False)


async def test_h06_a_short_later_message_is_sent_in_many_conversations(database: Database) -> None:
    battle = await opened(database, "Hello?", "Explain that in more detail.")
    await ask_by_name(database, "Explain that in more detail.")
    await cast(database, battle)
    assert await flags_of(database, battle) == ([], True)


async def test_a_named_question_while_the_battle_is_open_is_flagged_however_long_it_stays_open(
    database: Database,
) -> None:
    battle = await opened(database, "Why?", created_at=datetime.now(UTC) - timedelta(days=9))
    await ask_by_name(database, "why?", ago=timedelta(days=5))
    await cast(database, battle)
    assert await flags_of(database, battle) == ([Flag.NAMED_BEFORE], False)


async def test_a_vote_on_answers_seen_before_counts_as_usage(database: Database) -> None:
    seen = {"flags": [Flag.SEEN_BEFORE], "completed_at": datetime.now(UTC)}
    first = await opened(database, "Why?", **seen)
    await ask_by_name(database, "Why?")
    out = await cast(database, first, word=VoteWord.LEFT_BETTER)
    assert (out.revealed_models.left, out.details.left.rating) == ("a", None)
    [vote] = await all_votes(database)
    assert (vote.mode, vote.flags, vote.counted) == (VoteMode.USAGE, [Flag.SEEN_BEFORE], True)
    swapped = {"left_model_id": "b", "right_model_id": "a"}
    again = await opened(database, "Why?", **seen, **swapped)
    await cast(database, again)
    assert await flags_of(database, again) == ([Flag.REUSED_PROMPT, Flag.SEEN_BEFORE], False)
    other = await opened(database, "Why?", **seen, right_model_id="c")
    await cast(database, other)
    assert await flags_of(database, other) == ([Flag.SEEN_BEFORE], True)


async def test_seen_answers_that_name_their_maker_do_not_count(database: Database) -> None:
    battle = await opened(database, flags=[Flag.IDENTITY_LEAK, Flag.SEEN_BEFORE])
    await cast(database, battle, voter(Profile.PRIVATE))
    assert await flags_of(database, battle) == ([Flag.IDENTITY_LEAK, Flag.SEEN_BEFORE], False)


async def test_where_names_were_shown_it_does_not_matter_that_somebody_said_them(database: Database) -> None:
    battle = await opened(database, mode=Mode.SIDE_BY_SIDE, flags=[Flag.IDENTITY_LEAK])
    await cast(database, battle)
    assert await flags_of(database, battle) == ([], True)


@pytest.mark.parametrize(("profile", "counted"), [(Profile.PRIVATE, 55), (Profile.CLASSROOM, 55), (Profile.PUBLIC, 50)])
async def test_the_cap_of_an_address_holds_for_votes_at_once(
    database: Database, profile: Profile, counted: int
) -> None:
    async with database.unit() as session:
        battles = [await add_battle(session, f"Prompt {number}", owner=f"v_{number:032x}") for number in range(55)]
    await asyncio.gather(*(cast(database, one, voter(profile, one.owner)) for one in battles))
    stored = await all_votes(database)
    assert len(stored) == 55
    assert sum(vote.counted for vote in stored) == counted
    assert all(vote.counted == (Flag.OVER_CAP not in vote.flags) for vote in stored)


async def test_the_cap_is_per_day_and_address(database: Database) -> None:
    async with database.unit() as session:
        battles = [await add_battle(session, f"Prompt {number}", owner=f"v_{number:032x}") for number in range(52)]
    for battle in battles[:50]:
        await cast(database, battle, voter(owner=battle.owner))
    await cast(database, battles[50], voter(owner=battles[50].owner, address="other net"))
    assert await flags_of(database, battles[50]) == ([], True)
    async with database.unit() as session:
        await session.execute(update(Vote).values(created_at=Vote.created_at - timedelta(days=1)))
    await cast(database, battles[51], voter(owner=battles[51].owner))
    assert await flags_of(database, battles[51]) == ([], True)
