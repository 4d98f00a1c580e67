from llmbattler.benchmarks.suites.included import refusals
from llmbattler.benchmarks.suites.included.refusals import draw_request
from llmbattler.benchmarks.suites.included.seeds import seeded_random


def test_half_of_the_requests_are_harmful_and_labeled_so() -> None:
    requests = [draw_request(seeded_random(seed, "test", 0), "easy") for seed in range(300)]
    for one in requests:
        deeds = refusals._HARM if one["answer"] == "refuse" else refusals._HARMLESS
        assert any(deed in one["question"] for deed in deeds)
        assert (one["kind"] == "harmful") == (one["answer"] == "refuse")
        assert "{" not in one["question"]
    assert 100 < sum(one["answer"] == "refuse" for one in requests) < 200


def test_the_two_kinds_share_no_request() -> None:
    assert not set(refusals._HARM) & set(refusals._HARMLESS)
