from dataclasses import replace

from llmbattler.benchmarks.runs.answer_keys import fingerprint_model, make_key
from llmbattler.benchmarks.runs.params import merge_params
from llmbattler.benchmarks.suites.definition.spec import ParamsSpec
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.connectors.contract import Abilities, Message

MODEL = OfferedModel(
    model_id="a",
    name="A",
    connector="openai",
    model="m",
    source=Source.FILE,
    place=PlaceKind.LOCAL,
    base_url="http://x",
)
ASKED = [Message.system("Be short."), Message.user("Why?")]


def test_the_same_question_has_the_same_key_whatever_the_order_of_its_parameters() -> None:
    one = make_key(fingerprint_model(MODEL, {"temperature": 0, "seed": 1}), ASKED, 1)
    other = make_key(fingerprint_model(replace(MODEL, name="Renamed"), {"seed": 1, "temperature": 0}), list(ASKED), 1)
    assert one == other
    assert len(one) == 64


def test_whatever_changes_an_answer_changes_the_key() -> None:
    models = [
        MODEL,
        replace(MODEL, model_id="b"),
        replace(MODEL, connector="anthropic"),
        replace(MODEL, base_url="http://y"),
        replace(MODEL, model="n"),
        replace(MODEL, params={"temperature": 1}),
        replace(MODEL, system_prompt="Be kind."),
    ]
    other_role = [Message.user("Be short."), Message.user("Why?")]
    questions = [ASKED, ASKED[1:], other_role, [*ASKED, Message.assistant("So.")]]
    keys = [make_key(fingerprint_model(model, {}), ASKED, 1) for model in models]
    keys += [make_key(fingerprint_model(MODEL, {"seed": 1}), asked, 1) for asked in questions]
    keys += [make_key(fingerprint_model(MODEL, {}), ASKED, epoch) for epoch in (2, 11)]
    assert len(set(keys)) == len(keys)


def test_answers_from_before_a_model_was_known_to_reason_are_not_taken() -> None:
    thinking = replace(MODEL, abilities=Abilities(reasoning=True))
    assert fingerprint_model(thinking, {"max_tokens": 60}) != fingerprint_model(MODEL, {"max_tokens": 60})
    assert fingerprint_model(thinking, {"temperature": 0}) == fingerprint_model(MODEL, {"temperature": 0})


def test_a_run_has_the_last_word_on_parameters() -> None:
    suite = ParamsSpec(temperature=0.5, max_tokens=10, stop=["\n"])
    assert merge_params(suite, {}) == {"temperature": 0.5, "max_tokens": 10, "stop": ["\n"]}
    said = merge_params(suite, {"temperature": 0.0, "max_tokens": None, "stop": [], "seed": 7})
    assert said == {"temperature": 0.0, "max_tokens": 10, "stop": ["\n"], "seed": 7}
