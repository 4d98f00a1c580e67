from llmbattler.testing import Script, ScriptedProvider

from .conftest import ALPHA, BETA, Person

ANSWERS = {"An answer that is neither long nor short.", "Another answer, also of medium length, to be sure."}


async def test_a_whole_battle(person: Person) -> None:
    heard = await person.battle("What is the capital of France?")
    assert heard.names[0] == "start"
    assert heard.names[-1] == "done"
    assert {heard.left, heard.right} == ANSWERS
    battle = await person.get(f"/api/battles/{heard.battle_id}")
    assert (battle["status"], battle["can_vote"]) == ("open", True)
    assert [message["text"] for message in battle["messages"]] == [
        "What is the capital of France?",
        heard.left,
        heard.right,
    ]
    vote = await person.vote(heard.battle_id)
    assert vote.status_code == 200, vote.text
    revealed = vote.json()["revealed_models"]
    assert {revealed["left"], revealed["right"]} == {f"Name of {ALPHA}", f"Name of {BETA}"}
    details = vote.json()["details"]["left"]
    assert details["latency_ms"] >= 0
    assert details["organization"].startswith("Maker of")
    assert details["output_tokens"] > 0
    assert details["cost_usd"] > 0


async def test_without_a_stream_the_answer_is_json(person: Person) -> None:
    response = await person.http.post("/api/sessions", json={"prompt": "Hello?", "user_id": "ignored"})
    assert response.status_code == 201, response.text
    body = response.json()
    assert {one["text"] for one in body["responses"]} == ANSWERS
    assert [one["position"] for one in body["responses"]] == ["left", "right"]
    assert body["message_id"] == "msg_1"


async def test_a_follow_up_has_the_history_of_its_own_side_only(person: Person, provider: ScriptedProvider) -> None:
    heard = await person.battle("First?")
    again = await person.read_stream(f"/api/battles/{heard.battle_id}/messages", {"prompt": "Second?"})
    assert again.names[-1] == "done"
    battle = await person.get(f"/api/battles/{heard.battle_id}")
    assert [message["turn"] for message in battle["messages"]] == [1, 1, 1, 2, 2, 2]
    for request in provider.requests[2:]:
        said = [turn.text for turn in request.turns]
        assert said[0] == "First?"
        assert said[-1] == "Second?"
        assert len(said) == 3
    assert provider.requests[2].turns[1].text != provider.requests[3].turns[1].text


async def test_a_failed_side_voids_the_battle_with_one_neutral_sentence(
    person: Person, provider: ScriptedProvider
) -> None:
    provider.script(BETA, Script(status=401, body="zz-beta-model says no"))
    heard = await person.battle()
    assert heard.names[-1] == "void"
    assert "zz" not in str(heard.events)
    battle = await person.get(f"/api/battles/{heard.battle_id}")
    assert battle["status"] == "void"
    assert battle["void_message"] == heard.events[-1].data["message"]
    assert (await person.vote(heard.battle_id)).status_code == 409


async def test_others_see_nothing(person: Person, stranger: Person) -> None:
    heard = await person.battle()
    for path in ("", "/events", "/replay"):
        response = await stranger.http.get(f"/api/battles/{heard.battle_id}{path}")
        assert response.status_code == 404
    assert (await stranger.vote(heard.battle_id)).status_code == 404
    assert (await stranger.get("/api/sessions"))["sessions"] == []


async def test_an_outline_tells_nothing_of_a_blind_battle(person: Person, stranger: Person) -> None:
    heard = await person.battle("A prompt of some words")
    path = f"/api/sessions/{heard.session_id}/outline"
    outline = await person.get(path)
    assert outline["title"] == "A prompt of some words"
    assert outline["battles"] == [{"battle_id": heard.battle_id, "mode": "battle", "status": "open"}]
    assert (await stranger.http.get(path)).status_code == 404
    await person.http.delete(f"/api/sessions/{heard.session_id}")
    assert (await person.http.get(path)).status_code == 404
