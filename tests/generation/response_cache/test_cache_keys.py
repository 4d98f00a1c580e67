from dataclasses import replace
from typing import Any

from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.connectors.contract import Abilities, Image, Message, Role, Text, ToolCall, ToolResult
from llmbattler.generation.contestants.service.catalog_models import CatalogModel
from llmbattler.generation.response_cache.cache_keys import make_fingerprint, make_key

MODEL = OfferedModel(
    model_id="a",
    name="A",
    connector="openai",
    model="m",
    source=Source.FILE,
    place=PlaceKind.LOCAL,
    base_url="http://x",
)


def fingerprint(model: OfferedModel, params: dict[str, Any]) -> bytes:
    return make_fingerprint(CatalogModel.of(model), params)


ASKED = [Message.system("Be short."), Message.user("Why?")]


def test_the_same_question_has_the_same_key_whatever_the_order_of_its_parameters() -> None:
    one = make_key(fingerprint(MODEL, {"temperature": 0, "seed": 1}), ASKED, 1)
    other = make_key(fingerprint(replace(MODEL, name="Renamed"), {"seed": 1, "temperature": 0}), list(ASKED), 1)
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
    keys = [make_key(fingerprint(model, {}), ASKED, 1) for model in models]
    keys += [make_key(fingerprint(MODEL, {"seed": 1}), asked, 1) for asked in questions]
    keys += [make_key(fingerprint(MODEL, {}), ASKED, epoch) for epoch in (2, 11)]
    assert len(set(keys)) == len(keys)


def test_answers_from_before_a_model_was_known_to_reason_are_not_taken() -> None:
    thinking = replace(MODEL, abilities=Abilities(reasoning=True))
    assert fingerprint(thinking, {"max_tokens": 60}) != fingerprint(MODEL, {"max_tokens": 60})
    assert fingerprint(thinking, {"temperature": 0}) == fingerprint(MODEL, {"temperature": 0})


def test_keys_of_models_stay_those_of_stored_answers() -> None:
    key = make_key(fingerprint(MODEL, {"temperature": 0, "max_tokens": 60}), ASKED, 1)
    assert key == "42d39778379a0a79514d0dd9d28c405644f292f25f2fbe6c5a558322f1b6783c"


def test_images_and_tool_calls_change_the_key() -> None:
    def key(*parts: Text | Image | ToolCall | ToolResult) -> str:
        return make_key(b"", [Message(Role.USER, parts)], 1)

    what = Text("What is this?")
    keys = {
        key(what),
        key(what, Image("image/png", b"a")),
        key(what, Image("image/png", b"b")),
        key(what, Image("image/jpeg", b"a")),
        key(what, ToolCall("1", "look", "{}")),
        key(what, ToolCall("1", "look", '{"a": 1}')),
        key(what, ToolResult("1", "look", "{}")),
    }
    assert len(keys) == 7
    assert key(Text("What is "), Text("this?")) == key(what)
