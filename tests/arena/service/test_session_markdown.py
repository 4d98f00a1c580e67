from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from llmbattler.arena.models import Mode, Position, Status, VoteWord
from llmbattler.arena.schemas import BattleOut, ImageRef, MessageOut, SidesOut, StoredVoteOut, WholeSessionOut
from llmbattler.arena.service.session_markdown import to_markdown

NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def a_battle(**changes: Any) -> BattleOut:
    messages = [
        MessageOut(message_id="msg_1", role="user", turn=1, text="Why?"),
        MessageOut(message_id="msg_2", role="assistant", turn=1, text="Because.", position=Position.LEFT),
        MessageOut(message_id="msg_3", role="assistant", turn=1, text="Hence.", position=Position.RIGHT),
    ]
    values: dict[str, Any] = {
        "battle_id": ID,
        "session_id": ID,
        "mode": Mode.BATTLE,
        "status": Status.OPEN,
        "created_at": NOW,
        "categories": [],
        "language": None,
        "messages": messages,
        "vote": None,
        "revealed_models": None,
        "details": None,
        "can_vote": True,
        "answering": False,
        "message_count": 1,
        "max_messages": 50,
        "void_message": None,
        "failures": None,
        "share_path": None,
        "seen_before": False,
    }
    return BattleOut(**{**values, **changes})


def exported(*battles: BattleOut) -> str:
    return to_markdown(
        WholeSessionOut(
            session_id=ID, user_id="v_1", title="Why?", created_at=NOW, last_active_at=NOW, battles=list(battles)
        )
    )


def test_before_the_vote_the_file_names_nobody() -> None:
    assert exported(a_battle()) == (
        "# Why?\n\n*2026-03-04 05:06 UTC*\n\n## Battle 1\n\n### You\n\nWhy?\n\n"
        "### Assistant A\n\nBecause.\n\n### Assistant B\n\nHence.\n"
    )


@pytest.mark.parametrize(
    ("word", "words"),
    [
        (VoteWord.LEFT_BETTER, "A is better"),
        (VoteWord.RIGHT_BETTER, "B is better"),
        (VoteWord.TIE, "tie"),
        (VoteWord.BOTH_BAD, "both are bad"),
    ],
)
def test_after_the_vote_it_names_both_and_the_vote(word: VoteWord, words: str) -> None:
    vote = StoredVoteOut(vote=word, reasons=[], comment=None, created_at=NOW)
    text = exported(a_battle(vote=vote, revealed_models=SidesOut(left="Ada", right="Bob"), status=Status.VOTED))
    assert "### Ada (A)\n\nBecause." in text
    assert "### Bob (B)\n\nHence." in text
    assert text.endswith(f"**Vote:** {words}\n")


def test_a_direct_conversation_has_one_name() -> None:
    direct = a_battle(mode=Mode.DIRECT, revealed_models=SidesOut(left="Ada", right=None))
    direct.messages.pop()
    assert "### Ada\n\nBecause." in exported(direct)


def test_battles_are_numbered() -> None:
    assert [line for line in exported(a_battle(), a_battle()).splitlines() if line.startswith("## ")] == [
        "## Battle 1",
        "## Battle 2",
    ]


@pytest.mark.parametrize(
    ("answer", "ends"),
    [
        ("```python\nprint(1)", "```"),
        ("````\n```\nstill open", "````"),
        ("~~~\nopen", "~~~"),
        ("```\nclosed\n```", None),
        ("``` code in a sentence ``` and more", None),
        ("```\nno end: ```python", "```"),
    ],
)
def test_code_that_was_cut_off_ends_with_its_answer(answer: str, ends: str | None) -> None:
    battle = a_battle()
    battle.messages[1].text = answer
    shown = answer if ends is None else f"{answer}\n{ends}"
    assert f"### Assistant A\n\n{shown}\n\n### Assistant B" in exported(battle)


def test_images_reasons_words_and_a_void_end_are_told() -> None:
    vote = StoredVoteOut(vote=VoteWord.TIE, reasons=["too_long", "clear"], comment="Both\nfine.", created_at=NOW)
    battle = a_battle(vote=vote, void_message="It does not count.")
    battle.messages[0].images = [ImageRef(image_id="1", url="/api/images/1")]
    text = exported(battle)
    assert "Why?\n\n*With 1 image*\n\n### Assistant A" in text
    assert text.endswith("*It does not count.*\n\n**Vote:** tie\n\ntoo long, clear\n\n> Both\n> fine.\n")
