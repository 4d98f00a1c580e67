from llmbattler.benchmarks.suites.included.facts import list_facts, order_facts
from llmbattler.benchmarks.suites.included.seeds import LEVELS, seeded_random


def test_questions_are_unique_and_every_level_and_kind_occurs() -> None:
    facts = list_facts()
    assert len({one["question"] for one in facts}) == len(facts)
    assert {one["level"] for one in facts} == set(LEVELS)
    assert {one["kind"] for one in facts} == {"capital", "symbol", "atomic number", "other"}


def test_several_spellings_of_an_answer_are_accepted() -> None:
    kyiv = next(one for one in list_facts() if "Ukraine" in one["question"])
    assert kyiv["answer"] == ["Kyiv", "Kiev"]


def test_the_order_depends_on_the_seed_only() -> None:
    first = order_facts(seeded_random(1, "test", 0))
    assert first == order_facts(seeded_random(1, "test", 0))
    assert first != order_facts(seeded_random(2, "test", 0))
    assert sorted(map(str, first)) == sorted(map(str, list_facts()))
