from llmbattler.benchmarks.runs.engine.conversation import continue_messages
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.prompts.renderer import Renderer
from llmbattler.benchmarks.suites.scoring.turns import ModelAnswer, Turn

SUITE = {
    "name": "s",
    "dataset": {},
    "system": "Be brief.",
    "prompts": {"p": "{{ turns[0] }}"},
    "follow_ups": ["{{ turns[1] }}", "{% if turns | length > 2 %}{{ turns[2] }}, not {{ answers[0] }}{% endif %}"],
    "scores": [{"name": "a", "scorer": "exact"}],
}


def converse(asked: list[str], answers: list[str]) -> list[str]:
    """What the model reads in the end, when it gives these answers."""
    renderer = Renderer(SuiteSpec.model_validate(SUITE), [])
    sample = SampleView(position=0, sample_id="x", fields={"turns": asked})
    first, turns, texts = renderer.render(sample, "p"), list[Turn](), list[str]()
    while (messages := continue_messages(renderer, sample, first, turns)) is not None:
        texts = [f"{one.role}: {one.text}" for one in messages]
        turns.append(Turn(question=messages[-1].text, answer=ModelAnswer(text=answers[len(turns)])))
    return texts


def test_each_turn_contains_the_answers_before() -> None:
    assert converse(["6 * 7?", "Plus 1?", "Why"], ["42", "43", "So"]) == [
        "system: Be brief.",
        "user: 6 * 7?",
        "assistant: 42",
        "user: Plus 1?",
        "assistant: 43",
        "user: Why, not 42",
    ]


def test_a_follow_up_that_renders_to_nothing_ends_the_conversation() -> None:
    assert converse(["6 * 7?", "Plus 1?"], ["42", "43"])[-1] == "user: Plus 1?"
