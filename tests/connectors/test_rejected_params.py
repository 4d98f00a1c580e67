from dataclasses import replace

import pytest

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import JsonFormat, Message, Params, ReasoningEffort, Tool, ToolChoice
from llmbattler.connectors.errors import Refused
from llmbattler.connectors.rejected_params import BOTH, drop_params, find_rejected
from llmbattler.testing import Script, ScriptedProvider

from .callers import ASK, MODEL, place, read, text_of

NO_TEMPERATURE: dict[str, dict[str, object]] = {
    "openai": {
        "error": {
            "message": "Unsupported value: 'temperature' does not support 0 with this model. "
            "Only the default (1) value is supported.",
            "type": "invalid_request_error",
            "param": "temperature",
            "code": "unsupported_value",
        }
    },
    "anthropic": {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "`temperature` is deprecated for this model."},
    },
}
COLD = Params(temperature=0, max_tokens=9)


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_a_rejected_temperature_is_left_out(wire: str, caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="Yes.", status=400, body=NO_TEMPERATURE[wire], fail_times=1))
    there = place(provider, wire)
    for _ in range(2):
        assert text_of(await read(caller.stream(wire, there, ASK, COLD))) == "Yes."
    assert ["temperature" in request.body for request in provider.requests] == [True, False, False]
    assert all(request.body["max_tokens"] == 9 for request in provider.requests)


async def test_other_parameters_of_the_wire_are_part_of_the_setup(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=400, body=NO_TEMPERATURE["openai"], fail_times=1))
    there = place(provider)
    await read(caller.stream("openai", there, ASK, Params(temperature=0, extra={"reasoning_effort": "high"})))
    await read(caller.stream("openai", there, ASK, Params(temperature=0, extra={"reasoning_effort": "none"})))
    assert ["temperature" in request.body for request in provider.requests] == [True, False, True]


async def test_max_tokens_is_sent_under_its_newer_name(caller: Caller, provider: ScriptedProvider) -> None:
    said = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    provider.script(MODEL, Script(text="Yes.", status=400, body={"error": {"message": said}}, fail_times=1))
    assert text_of(await read(caller.stream("openai", place(provider), ASK, COLD))) == "Yes."
    assert "max_tokens" not in provider.requests[1].body
    assert provider.requests[1].body["max_completion_tokens"] == 9


async def test_the_default_limit_is_lowered_to_the_limit_of_the_model(
    caller: Caller, provider: ScriptedProvider
) -> None:
    said = "max_tokens: 16384 > 8192, which is the maximum allowed number of output tokens for this model"
    body = {"type": "error", "error": {"type": "invalid_request_error", "message": said}}
    provider.script(MODEL, Script(text="Yes.", status=400, body=body, fail_times=1))
    there = place(provider, "anthropic")
    for params in (Params(), Params(), Params(max_tokens=9)):
        assert text_of(await read(caller.stream("anthropic", there, ASK, params))) == "Yes."
    assert [request.body["max_tokens"] for request in provider.requests] == [16_384, 8192, 8192, 9]
    provider.script(MODEL, Script(status=400, body=body, fail_times=1))
    with pytest.raises(Refused, match="16384 > 8192"):  # a limit that the caller chose is not changed
        await read(caller.stream("anthropic", there, ASK, Params(max_tokens=16_384)))


async def test_any_other_rejection_is_an_error(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=400, body={"error": {"message": "temperature must be at most 2"}}))
    with pytest.raises(Refused, match="at most 2"):
        await read(caller.stream("openai", place(provider), [Message.user("Hi")], COLD))
    provider.script(MODEL, Script(status=400, body=NO_TEMPERATURE["openai"]))
    with pytest.raises(Refused, match="Only the default"):
        await read(caller.stream("openai", place(provider), [Message.user("Hi")], COLD))
    assert len(provider.requests) == 3
    # Leaving it out did not help, so it is sent again.
    provider.script(MODEL, Script())
    await read(caller.stream("openai", place(provider), ASK, COLD))
    assert "temperature" in provider.requests[-1].body


ALL = Params(temperature=0.5, top_p=0.9, seed=7, stop=("END",), max_tokens=9)


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Unsupported parameter: 'temperature' is not supported with this model.", {"temperature"}),
        ("temperature is deprecated for this model.", {"temperature"}),
        ("`temperature` and `top_p` cannot both be specified for this model. Please use only one.", {BOTH}),
        (
            '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
            {"seed"},
        ),
        ("Unsupported parameter: 'stop' is not supported with this model.", {"stop"}),
        ("This is not supported. Please stop sending it.", set()),
        ("temperature: range: 0..1", set()),
        ("max_tokens is too large for this model, which supports 8192", set()),
        ("Unrecognized request argument supplied: top_p", {"top_p"}),
        ("`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.", {"temperature"}),
    ],
)
def test_the_error_names_what_to_leave_out(said: str, refused: set[str]) -> None:
    assert find_rejected(said, ALL) == refused
    assert find_rejected(said, Params()) == set()


def test_dropping_keeps_the_rest() -> None:
    assert drop_params(ALL, frozenset()) == ALL
    assert drop_params(ALL, frozenset({"temperature", "top_p", "seed", "stop"})) == Params(max_tokens=9)
    assert drop_params(ALL, frozenset({BOTH})).top_p is None
    assert drop_params(Params(top_p=0.9), frozenset({BOTH})).top_p == 0.9


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("tools", Params(tools=(Tool("look", "Looks.", {}),))),
        ("tool_choice", Params(tool_choice=ToolChoice.REQUIRED)),
        ("parallel_tool_calls", Params(parallel_tool_calls=False)),
        ("response_format", Params(response_format=JsonFormat())),
        ("n", Params(n=2)),
        ("logprobs", Params(logprobs=True)),
        ("reasoning_effort", Params(reasoning_effort=ReasoningEffort.LOW)),
    ],
)
async def test_what_was_asked_for_is_never_left_out(
    caller: Caller, provider: ScriptedProvider, name: str, params: Params
) -> None:
    said = f"Unsupported parameter: '{name}' is not supported with this model."
    provider.script(MODEL, Script(status=400, body={"error": {"message": said}}))
    with pytest.raises(Refused, match=name):
        await read(caller.stream("openai", place(provider), ASK, replace(params, temperature=0.5, seed=7)))
    assert len(provider.requests) == 1


async def test_other_parameters_stay_when_a_hint_is_left_out(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=400, body=NO_TEMPERATURE["openai"], fail_times=1))
    asked = Params(temperature=0, n=2, logprobs=True, response_format=JsonFormat())
    await read(caller.stream("openai", place(provider), ASK, asked))
    assert provider.requests[1].params == replace(asked, temperature=None)


async def test_the_reasoning_effort_is_part_of_the_setup(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(status=400, body=NO_TEMPERATURE["openai"], fail_times=1))
    for effort in (ReasoningEffort.HIGH, ReasoningEffort.NONE):
        asked = Params(temperature=0, reasoning_effort=effort)
        await read(caller.stream("openai", place(provider), ASK, asked))
    assert ["temperature" in request.body for request in provider.requests] == [True, False, True]
