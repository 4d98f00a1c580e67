import random
from itertools import combinations

import pytest
from tests.scripts.checkouts import load

from llmbattler.arena.models import VoteWord

votes = load("demo_recording.vote_draw")
draw_grades, draw_vote, expected_score, Grade = votes.draw_grades, votes.draw_vote, votes.expected_score, votes.Grade
DEMO_MODELS = load("demo_recording.demo_models").DEMO_MODELS

POINTS = {VoteWord.LEFT_BETTER: 1.0, VoteWord.RIGHT_BETTER: 0.0, VoteWord.TIE: 0.5, VoteWord.BOTH_BAD: 0.5}


@pytest.mark.parametrize("pair", [("aurora-9-large", "lantern-1b"), ("basalt-34b", "ginkgo-chat")])
def test_votes_keep_the_expected_score(pair: tuple[str, str]) -> None:
    chance = random.Random(7)  # noqa: S311
    votes = [draw_vote(*pair, (), chance) for _ in range(20_000)]
    assert sum(POINTS[vote] for vote in votes) / len(votes) == pytest.approx(expected_score(*pair), abs=0.01)
    assert set(votes) == set(VoteWord)


def test_every_pair_has_a_chance_either_way() -> None:
    for one, other in combinations(DEMO_MODELS, 2):
        assert 0 < expected_score(one.model_id, other.model_id) < 1
        assert expected_score(one.model_id, other.model_id) > 0.5


def test_talents_show_in_their_category() -> None:
    assert expected_score("tundra-72b", "maple-2", ["coding"]) > expected_score("tundra-72b", "maple-2")


@pytest.mark.parametrize("vote", list(VoteWord))
def test_answers_fit_the_vote(vote: VoteWord) -> None:
    for seed in range(20):
        left, right = draw_grades(vote, random.Random(seed))  # noqa: S311
        match vote:
            case VoteWord.LEFT_BETTER:
                assert left > right
            case VoteWord.RIGHT_BETTER:
                assert left < right
            case VoteWord.TIE:
                assert left == right > Grade.POOR
            case VoteWord.BOTH_BAD:
                assert left == right == Grade.POOR
