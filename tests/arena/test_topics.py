from uuid import uuid4

import pytest
from pydantic import TypeAdapter, ValidationError

from llmbattler.arena.topics import VOTED, battle_topic
from llmbattler.core.live import Topic
from llmbattler.core.web.live import PublicTopic

PUBLIC = TypeAdapter[Topic](PublicTopic)


def test_pages_may_follow_a_battle() -> None:
    one, other = uuid4(), uuid4()
    assert PUBLIC.validate_python(battle_topic(one)) == f"battle:{one}"
    assert battle_topic(one) != battle_topic(other)


def test_pages_cannot_follow_the_votes() -> None:
    with pytest.raises(ValidationError):
        PUBLIC.validate_python(VOTED)
