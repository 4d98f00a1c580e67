"""Turns over HTTP that fail, are stopped, or have one answer only."""

import pytest

from llmbattler.arena.failure_messages import NEUTRAL, SIDE_FAILED, TURN_FAILED, TURN_STOPPED
from llmbattler.connectors.errors import explain_kind
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, SSE, Person, events_of


def say(text: str) -> Script:
    return Script(text=text, chunk_size=5)


@pytest.mark.parametrize(
    ("route", "body"), [("messages", {"prompt": "And then?"}), ("regenerate", {})], ids=["message", "regenerate"]
)
async def test_a_later_turn_that_fails_leaves_the_battle_open(
    person: Person, provider: ScriptedProvider, route: str, body: dict[str, str]
) -> None:
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    provider.script(BETA, Script(status=401))
    failed = await person.read_stream(f"{path}/{route}", body)
    assert failed.names[-1] == "void"
    assert failed.events[-1].data == {"message": TURN_FAILED, "status": "open"}
    later = await person.read_stream(f"{path}/events", method="GET")
    assert (later.names, later.events[-1].data) == (["start", "void"], failed.events[-1].data)
    battle = await person.get(path)
    assert (battle["status"], battle["can_vote"], battle["void_message"]) == ("open", True, TURN_FAILED)
    assert [message["text"] for message in battle["messages"][1:3]] == [first.left, first.right]
    whole = await person.http.post(f"{path}/regenerate", json={})
    assert (whole.status_code, whole.json()["detail"]) == (503, TURN_FAILED)
    provider.script(ALPHA, say("Then this."))
    provider.script(BETA, say("Then that."))
    again = await person.read_stream(f"{path}/regenerate", {})
    assert (again.names[-1], {again.left, again.right}) == ("done", {"Then this.", "Then that."})
    battle = await person.get(path)
    assert (battle["void_message"], {message["text"] for message in battle["messages"][-2:]}) == (
        None,
        {"Then this.", "Then that."},
    )
    assert (await person.vote(first.battle_id)).status_code == 200


async def test_a_later_turn_that_is_stopped_leaves_the_battle_open(person: Person, provider: ScriptedProvider) -> None:
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    provider.hold(ALPHA, 1)
    asked = {"prompt": "And then?"}
    async with person.http.stream("POST", f"{path}/messages", json=asked, headers=SSE) as response:
        events = events_of(response)
        await anext(events)
        await provider.wait_for_held(ALPHA)
        stopped = (await person.http.post(f"{path}/stop", json={})).json()
        ends = [event async for event in events]
    provider.release(ALPHA)
    assert (ends[-1].name, ends[-1].data) == ("void", {"message": TURN_STOPPED, "status": "open"})
    assert (stopped["status"], stopped["answering"], stopped["void_message"]) == ("open", False, TURN_STOPPED)
    assert [message["text"] for message in stopped["messages"][1:]] == [first.left, first.right, "And then?"]
    assert (await person.vote(first.battle_id)).status_code == 200
    again = await person.read_stream(f"{path}/regenerate", {})
    assert again.names[-1] == "done", "after the vote too, since it failed"


async def test_a_reader_of_a_failed_attempt_never_gets_text_of_the_next(
    person: Person, provider: ScriptedProvider
) -> None:
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="Half of it", chunk_size=2, error_after=3))
    failed = await person.read_stream(f"{path}/messages", {"prompt": "And then?"})
    assert failed.last_id.startswith("2.")
    for model in (ALPHA, BETA):
        provider.script(model, say("Quite another answer."))
    await person.read_stream(f"{path}/regenerate", {})
    late = await person.read_stream(f"{path}/events", method="GET", **{"Last-Event-ID": failed.last_id})
    assert late.names == ["void"]
    whole = await person.read_stream(f"{path}/events", method="GET")
    assert (whole.left, whole.last_id) == ("Quite another answer.", "2r1.21")


@pytest.mark.parametrize("failing", ["left", "right"])
async def test_a_side_that_fails_where_names_are_known_leaves_the_other(
    person: Person, provider: ScriptedProvider, failing: str
) -> None:
    models = [ALPHA, BETA] if failing == "left" else [BETA, ALPHA]
    [other] = {"left", "right"} - {failing}
    provider.script(ALPHA, Script(text="Half of it", chunk_size=2, error_after=3))
    provider.script(BETA, say("All of it."))
    heard = await person.battle("Hello.", mode="side_by_side", models=models)
    path = f"/api/battles/{heard.battle_id}"
    assert heard.names[-1] == "done"
    assert getattr(heard, other) == "All of it."
    battle = await person.get(path)
    assert (battle["status"], battle["can_vote"], battle["void_message"]) == ("open", False, SIDE_FAILED)
    cause = {"kind": "overloaded", "message": explain_kind("overloaded"), "report": None}
    assert battle["failures"] == {failing: cause, other: None}
    assert [(one["position"], one["text"]) for one in battle["messages"][1:]] == [(other, "All of it.")]
    assert (await person.vote(heard.battle_id)).status_code == 409
    provider.script(ALPHA, say("At last."))
    provider.requests.clear()
    again = await person.read_stream(f"{path}/regenerate", {})
    assert [request.model for request in provider.requests] == [ALPHA], "the other keeps its answer"
    assert (getattr(again, failing), getattr(again, other), again.names[-1]) == ("At last.", "", "done")
    later = await person.read_stream(f"{path}/events", method="GET")
    assert (later.left, later.right) == (again.left, again.right)
    battle = await person.get(path)
    assert (battle["can_vote"], battle["void_message"], battle["failures"]) == (True, None, None)
    both = {failing: "At last.", other: "All of it."}
    assert {one["position"]: one["text"] for one in battle["messages"][1:]} == both
    [turn] = (await person.get(f"{path}/replay"))["turns"]
    assert {"left": turn["left"], "right": turn["right"]} == both
    assert turn["ticks"][-1][1:] == [len(turn["left"]), len(turn["right"])]
    assert (await person.vote(heard.battle_id)).status_code == 200


async def test_a_comparison_without_any_answer_is_void(person: Person, provider: ScriptedProvider) -> None:
    for model in (ALPHA, BETA):
        provider.script(model, Script(status=401))
    heard = await person.battle("Hello.", mode="side_by_side", models=[ALPHA, BETA])
    assert (heard.names[-1], heard.events[-1].data) == ("void", {"message": NEUTRAL})


async def test_half_an_answer_is_told_to_programs_too(person: Person, provider: ScriptedProvider) -> None:
    provider.script(ALPHA, Script(status=401))
    body = {"prompt": "Hello.", "mode": "side_by_side", "models": [ALPHA, BETA]}
    whole = await person.http.post("/api/sessions", json=body)
    assert whole.status_code == 201
    assert [response["position"] for response in whole.json()["responses"]] == ["right"]


async def test_a_chat_whose_later_turn_fails_can_be_tried_again(person: Person, provider: ScriptedProvider) -> None:
    heard = await person.battle("Hello.", mode="direct", models=[ALPHA])
    path = f"/api/battles/{heard.battle_id}"
    provider.script(ALPHA, Script(status=401))
    failed = await person.read_stream(f"{path}/messages", {"prompt": "And then?"})
    assert failed.events[-1].data["status"] == "open"
    provider.script(ALPHA, say("Then this."))
    again = await person.read_stream(f"{path}/regenerate", {})
    assert (again.left, again.names[-1]) == ("Then this.", "done")
    # The history has answered questions only, not the one that failed.
    assert len((await person.get(path))["messages"]) == 4
