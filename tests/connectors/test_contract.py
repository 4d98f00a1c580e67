import pytest

from llmbattler.connectors.contract import Image, Message, Params, Place, Role, Text, ToolCall


def test_the_text_of_a_message_joins_its_text_parts() -> None:
    message = Message(Role.ASSISTANT, (Text("I "), ToolCall("c", "look", "{}"), Text("look.")))
    assert message.text == "I look."
    assert Message.user("What is this?", Image("image/png", b"x")).text == "What is this?"
    assert [Message.system("a").role, Message.assistant("b").role] == [Role.SYSTEM, Role.ASSISTANT]


def test_secrets_and_bytes_are_not_in_a_repr() -> None:
    shown = repr((Place("m", "http://x", "sk-secret", {"Authorization": "token"}), Image("image/png", b"pixels")))
    assert not any(secret in shown for secret in ("sk-secret", "token", "pixels"))


@pytest.mark.parametrize(("fields", "words"), [({"n": 0}, "at least 1"), ({"top_logprobs": 2}, "needs `logprobs`")])
def test_parameters_that_make_no_sense_are_refused(fields: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Params(**fields)
