import pytest

from llmbattler.benchmarks.suites.included.instructions import draw_request
from llmbattler.benchmarks.suites.included.seeds import seeded_random
from llmbattler.scorers.checks import make_checks


@pytest.mark.parametrize(("level", "count"), [("easy", 1), ("medium", 2), ("hard", 4)])
def test_a_level_has_that_many_different_constraints(level: str, count: int) -> None:
    for seed in range(60):
        request = draw_request(seeded_random(seed, "test", 0), level)
        checks = make_checks(request["constraints"])
        assert len({one.name for one in checks}) == count
        assert request["question"].startswith("Write ")


def test_the_request_names_the_words_that_are_checked() -> None:
    seen = set()
    for seed in range(200):
        request = draw_request(seeded_random(seed, "test", 0), "hard")
        for rule in request["constraints"]:
            name, options = next(iter(rule.items())) if isinstance(rule, dict) else (rule, None)
            seen.add(name)
            if name in {"keywords", "forbidden_words"}:
                assert all(f'"{word}"' in request["question"] for word in options)
            if name == "words":
                assert f"at least {options['at_least']} and at most {options['at_most']}" in request["question"]
    assert {"keywords", "forbidden_words", "words", "paragraphs", "title", "ends_with"} <= seen
