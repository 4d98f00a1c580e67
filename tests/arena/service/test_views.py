from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from llmbattler.arena import failure_messages
from llmbattler.arena.conversation import Entry, Facts, answer, ask, write_entry
from llmbattler.arena.models import Battle, Mode, Position, Status, VoidReason, Vote
from llmbattler.arena.schemas import BattleOut
from llmbattler.arena.service import views
from llmbattler.generation.contestants.service import Description
from tests.arena.rows import talk

NAMES = {name: Description(id=name, kind="model", name=f"Name of {name}", license="MIT") for name in ("a", "b")}
RATING = {"elo_score": 1000, "elo_ci": 5, "rank": 1, "online_elo_before": 1500, "online_elo_after": 1516}


def battle(entries: list[Entry], **more: Any) -> Battle:
    values: dict[str, Any] = {
        "battle_id": uuid4(),
        "session_id": uuid4(),
        "mode": Mode.BATTLE,
        "status": Status.OPEN,
        "left_model_id": "a",
        "right_model_id": "b",
        "conversation": [write_entry(entry) for entry in entries],
        "categories": [],
        "flags": [],
        "turns": 1,
        "created_at": datetime.now(UTC),
    }
    return Battle(**{**values, **more})


def show(row: Battle, vote: Vote | None = None, *, answering: bool = False) -> BattleOut:
    return views.show_battle(row, vote=vote, contestants=NAMES, share_token="t", answering=answering)


@pytest.mark.parametrize(
    ("mode", "status", "revealed"),
    [
        (Mode.BATTLE, Status.OPEN, False),
        (Mode.BATTLE, Status.VOID, False),
        (Mode.BATTLE, Status.EXPIRED, False),
        (Mode.BATTLE, Status.VOTED, True),
        (Mode.SIDE_BY_SIDE, Status.OPEN, True),
        (Mode.DIRECT, Status.OPEN, True),
    ],
)
def test_names_are_shown_after_the_vote_or_where_the_person_chose_them(
    *, mode: Mode, status: Status, revealed: bool
) -> None:
    shown = show(battle(talk("Why?"), mode=mode, status=status))
    assert (shown.revealed_models is not None, shown.details is not None) == (revealed, revealed)
    assert ("Name of a" in shown.model_dump_json()) is revealed


@pytest.mark.parametrize(
    ("more", "can_vote"),
    [({}, True), ({"turns": 0}, False), ({"mode": Mode.DIRECT}, False), ({"status": Status.GENERATING}, False)],
)
def test_open_battles_with_two_answers_can_be_voted_on(more: dict[str, Any], *, can_vote: bool) -> None:
    assert show(battle(talk("Why?"), **more)).can_vote is can_vote


def test_details_add_up_turns_and_take_times_from_the_last() -> None:
    entries: list[Entry] = []
    for latency, cost in ((100, 1_000_000), (300, 500_000)):
        asked = ask(entries, prompt="Why?", images=())
        facts = Facts(model_id="a", latency_ms=latency, output_tokens=5, cost_micro_usd=cost, first_token_ms=9)
        entries.append(asked)
        entries.append(answer(entries, turn=asked.turn, position=Position.LEFT, text="Because.", facts=facts))
    details = views.show_details(battle(entries), entries, NAMES, {"left": RATING})
    left, right = details.left, details.right
    assert (left.latency_ms, left.output_tokens, left.cost_usd, left.license) == (300, 10, 1.5, "MIT")
    assert left.rating is not None
    assert left.rating.online_elo_after == 1516
    assert right is not None
    assert (right.latency_ms, right.output_tokens, right.cost_usd, right.rating) == (None, None, None, None)


def test_a_cost_is_unknown_when_that_of_one_turn_is() -> None:
    assert views._dollars([1_000_000, None]) is None
    assert views._dollars([]) is None
    assert views._dollars([0, 250_000]) == 0.25


def test_only_the_latest_answer_of_a_turn_is_shown_and_images_have_an_address() -> None:
    asked = ask((), prompt="Why?", images=("i1", "i2"))
    facts = Facts(model_id="a", latency_ms=1)
    entries = [asked]
    for text in ("Old.", "New."):
        entries.append(answer(entries, turn=1, position=Position.LEFT, text=text, facts=facts))
    question, said = views.show_messages(entries, image_base="/base")
    assert [image.url for image in question.images] == ["/base/i1", "/base/i2"]
    assert said.text == "New."


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, None),
        ({"status": Status.VOID}, failure_messages.NEUTRAL),
        ({"void_reason": VoidReason.FAILED}, failure_messages.TURN_FAILED),
        ({"void_reason": VoidReason.STOPPED}, failure_messages.TURN_STOPPED),
        ({"mode": Mode.DIRECT, "void_reason": VoidReason.FAILED}, failure_messages.DIRECT_TURN_FAILED),
    ],
)
def test_a_failed_turn_is_explained(more: dict[str, Any], message: str | None) -> None:
    entries = talk("First?")
    entries.append(ask(entries, prompt="Second?", images=()))
    assert views.explain_last_turn(battle(entries, **more), entries) == message


def test_an_answer_of_one_side_is_kept_and_the_other_can_be_asked_again() -> None:
    entries = talk("Why?")[:2]
    row = battle(entries, mode=Mode.SIDE_BY_SIDE, void_reason=VoidReason.FAILED)
    assert views.explain_last_turn(row, entries) == failure_messages.SIDE_FAILED


@pytest.mark.parametrize(
    ("mode", "with_reports", "report"), [("direct", True, "HTTP 401: No."), ("direct", False, None)]
)
def test_what_a_provider_said_is_for_admins(mode: str, with_reports: bool, report: str | None) -> None:
    row = battle(talk("Why?"), mode=mode, failures={"left": {"kind": "bad_key", "report": "HTTP 401: No."}})
    shown = views.show_failures(row, with_reports=with_reports)
    assert shown is not None
    assert shown.left is not None
    assert (shown.left.message, shown.left.report) == ("The provider does not accept the API key.", report)
    assert shown.right is None


def test_a_blind_battle_shows_no_cause() -> None:
    row = battle(talk("Why?"), failures={"left": {"kind": "bad_key", "report": "HTTP 401: No."}})
    assert views.show_failures(row, with_reports=True) is None
