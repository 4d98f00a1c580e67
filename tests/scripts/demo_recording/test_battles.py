from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.scripts.checkouts import load

from llmbattler.arena.models import Mode, Status, VoteWord
from llmbattler.arena.service.suggestions import SUGGESTED

generator = load("demo_recording.battles")
DAYS, generate_battles = generator.DAYS, generator.generate_battles
load_questions = generator.load_questions
DEMO_MODELS, DEMO_MODELS_BY_ID = generator.DEMO_MODELS, generator.DEMO_MODELS_BY_ID
NOW = datetime(2026, 11, 15, 8, tzinfo=UTC)


@pytest.fixture(scope="module")
def battles() -> list[Any]:
    return list(generate_battles(battles=1500, until=NOW, seed=1))


def test_the_same_seed_gives_the_same_battles(battles: list[Any]) -> None:
    assert list(generate_battles(battles=1500, until=NOW, seed=1)) == battles
    assert list(generate_battles(battles=10, until=NOW, seed=2)) != battles[:10]


def test_everything_happens_within_the_last_days_and_in_order(battles: list[Any]) -> None:
    assert all(NOW - timedelta(days=DAYS, hours=1) < one.created_at <= one.completed_at for one in battles)
    assert all(one.voted_at <= NOW for one in battles)
    assert [one.created_at for one in battles] == sorted(one.created_at for one in battles)
    ids = {one.battle_id for one in battles} | {one.vote_id for one in battles}
    assert len(ids) == 2 * len(battles)
    assert {one.battle_id.version for one in battles} == {7}


def test_every_kind_of_thing_happens(battles: list[Any]) -> None:
    assert {one.vote for one in battles} == {*VoteWord, None}
    assert {one.mode for one in battles} == {Mode.BATTLE, Mode.SIDE_BY_SIDE}
    assert {one.status for one in battles} == {Status.VOTED, Status.OPEN, Status.EXPIRED, Status.VOID}
    assert {one.turns for one in battles} == {0, 1, 2}
    assert {"coding", "math", "creative_writing", "multi_turn"} <= {kind for one in battles for kind in one.categories}
    assert {"en", "de", "fr", "es", "zh", "ja", "pt"} == {one.language for one in battles}
    assert any(one.share_token for one in battles)
    assert max(Counter(one.session_id for one in battles).values()) > 1


def test_nobody_meets_itself_or_a_model_that_was_not_there_yet(battles: list[Any]) -> None:
    for one in battles:
        age = 1 - (NOW - one.created_at) / timedelta(days=DAYS)
        assert one.models[0] != one.models[1]
        assert all(DEMO_MODELS_BY_ID[model].joined <= age for model in one.models)


def test_two_answers_are_hardly_ever_the_same(battles: list[Any]) -> None:
    same = [one for one in battles if one.turns and one.entries[1].content == one.entries[2].content]
    assert len(same) < len(battles) / 100


def test_the_site_suggests_only_what_the_simulated_models_can_answer() -> None:
    known = {question.prompt for question in load_questions()}
    assert {one.prompt for one in SUGGESTED} <= known


def test_no_answer_names_a_model_of_the_cast() -> None:
    names = {member.name.split()[0].lower() for member in DEMO_MODELS}
    said = " ".join(answer for question in load_questions() for answer in question.answers).lower()
    assert not [name for name in names if name in said.split()]
