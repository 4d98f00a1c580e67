from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.arena.demo.story import DAYS, StoryBattle, tell_story
from llmbattler.arena.models import Mode, Status, VoteWord
from llmbattler.arena.service.suggestions import SUGGESTED
from llmbattler.connectors.demo_data.answers import load_questions
from llmbattler.connectors.demo_data.demo_models import DEMO_MODELS, DEMO_MODELS_BY_ID

NOW = datetime(2026, 11, 15, 8, tzinfo=UTC)


@pytest.fixture(scope="module")
def story() -> list[StoryBattle]:
    return list(tell_story(battles=1500, until=NOW, seed=1))


def test_one_seed_tells_one_story(story: list[StoryBattle]) -> None:
    assert list(tell_story(battles=1500, until=NOW, seed=1)) == story
    assert list(tell_story(battles=10, until=NOW, seed=2)) != story[:10]


def test_everything_happens_within_the_last_days_and_in_order(story: list[StoryBattle]) -> None:
    assert all(NOW - timedelta(days=DAYS, hours=1) < one.created_at <= one.completed_at for one in story)
    assert all(one.voted_at <= NOW for one in story)
    assert [one.created_at for one in story] == sorted(one.created_at for one in story)
    ids = {one.battle_id for one in story} | {one.vote_id for one in story}
    assert len(ids) == 2 * len(story)
    assert {one.battle_id.version for one in story} == {7}


def test_every_kind_of_thing_happens(story: list[StoryBattle]) -> None:
    assert {one.vote for one in story} == {*VoteWord, None}
    assert {one.mode for one in story} == {Mode.BATTLE, Mode.SIDE_BY_SIDE}
    assert {one.status for one in story} == {Status.VOTED, Status.OPEN, Status.EXPIRED, Status.VOID}
    assert {one.turns for one in story} == {0, 1, 2}
    assert {"coding", "math", "creative_writing", "multi_turn"} <= {kind for one in story for kind in one.categories}
    assert {"en", "de", "fr", "es", "zh", "ja", "pt"} == {one.language for one in story}
    assert any(one.share_token for one in story)
    assert max(Counter(one.session_id for one in story).values()) > 1


def test_nobody_meets_itself_or_a_model_that_was_not_there_yet(story: list[StoryBattle]) -> None:
    for one in story:
        age = 1 - (NOW - one.created_at) / timedelta(days=DAYS)
        assert one.models[0] != one.models[1]
        assert all(DEMO_MODELS_BY_ID[model].joined <= age for model in one.models)


def test_two_answers_are_hardly_ever_the_same(story: list[StoryBattle]) -> None:
    same = [one for one in story if one.turns and one.entries[1].content == one.entries[2].content]
    assert len(same) < len(story) / 100


def test_the_site_suggests_only_what_the_simulated_models_can_answer() -> None:
    known = {question.prompt for question in load_questions()}
    assert {one.prompt for one in SUGGESTED} <= known


def test_no_answer_names_a_model_of_the_cast() -> None:
    names = {member.name.split()[0].lower() for member in DEMO_MODELS}
    said = " ".join(answer for question in load_questions() for answer in question.answers).lower()
    assert not [name for name in names if name in said.split()]
