from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.scoring.marks import Marker
from llmbattler.benchmarks.suites.scoring.turns import (
    ModelAnswer,
    Turn,
    join_answers,
    sum_paid,
    write_conversation,
)
from llmbattler.scorers.contract import Tools

FIRST = Turn(question="6 * 7?", answer=ModelAnswer(text="42", total_ms=10, output_tokens=2, cost_micro_usd=5))
SECOND = Turn(question="Plus 1?", answer=ModelAnswer(text="43", total_ms=20, output_tokens=3, cost_micro_usd=7))


def test_answers_are_summed_and_the_last_one_counts() -> None:
    joined = join_answers([FIRST, SECOND])
    assert (joined.text, joined.total_ms, joined.output_tokens, joined.cost_micro_usd) == ("43", 30, 5, 12)
    assert joined.input_tokens is None
    cached = Turn(question="6 * 7?", answer=FIRST.answer, cached=True)
    assert (sum_paid([cached, SECOND]), sum_paid([]), sum_paid([cached])) == (7, None, 0)


def test_a_judge_reads_what_was_said_before() -> None:
    assert write_conversation([FIRST]) == "6 * 7?"
    assert write_conversation([FIRST, SECOND]) == "User: 6 * 7?\n\nAssistant: 42\n\nUser: Plus 1?"


async def test_each_score_reads_its_turn_and_a_missing_turn_does_not_count() -> None:
    scores = [
        {"name": "one", "scorer": "exact", "turn": 1, "target": "42"},
        {"name": "last", "scorer": "exact", "target": "43"},
        {"name": "two", "scorer": "exact", "turn": 2, "target": "43"},
    ]
    suite = {"name": "s", "dataset": {}, "prompts": {"p": "x"}, "follow_ups": ["y"], "scores": scores}
    marker = Marker(SuiteSpec.model_validate(suite))
    sample = SampleView(position=0, sample_id="x", fields={})
    both = await marker.mark(sample, [FIRST, SECOND], Tools(), lambda _, score: score.target)
    assert [mark.value for mark in both.marks] == [1, 1, 1]
    alone = await marker.mark(sample, [FIRST], Tools(), lambda _, score: score.target)
    assert [mark.value for mark in alone.marks] == [1, 0, None]
    assert (alone.value, alone.marks[2].reason) == (0.5, "This sample has only 1 of the 2 turns.")
