"""Repeated requests, broken connections, and responses in each form."""

import asyncio
import json
import re

import httpx
import pytest

from llmbattler.arena.failure_messages import DIRECT_STOPPED
from llmbattler.arena.models import Battle
from llmbattler.arena.settings import ArenaSettings
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import ALPHA, BETA, SSE, Event, Person, StreamedEvents, events_of
from tests.arena.raw_client import EVENTS, RawClient
from tests.arena.rows import all_rows

QUICK = "An answer that is neither long nor short."
KEY = {"Idempotency-Key": "once"}


async def begin(person: Person) -> None:
    """Get a cookie first: idempotency keys belong to a visitor."""
    await person.battle("Hello.")


async def test_the_same_key_leads_to_the_same_battle_while_it_runs_and_after(
    person: Person, provider: ScriptedProvider, database: Database
) -> None:
    await begin(person)
    provider.requests.clear()
    provider.hold(BETA, 1)
    body = {"prompt": "Once only."}
    async with person.http.stream("POST", "/api/sessions", json=body, headers={**SSE, **KEY}) as first:
        events = events_of(first)
        start = await anext(events)
        await provider.wait_for_held(BETA)
        again = asyncio.create_task(person.read_stream("/api/sessions", body, **KEY))
        other = await person.http.post("/api/sessions", json={"prompt": "Another."}, headers=KEY)
        assert other.status_code == 422
        provider.release(BETA)
        heard = StreamedEvents([start, *[event async for event in events]])
    repeated = await again
    late = await person.read_stream("/api/sessions", body, **KEY)
    whole = await person.http.post("/api/sessions", json=body, headers=KEY)
    assert heard.names[-1] == repeated.names[-1] == late.names[-1] == "done"
    for one in (repeated, late):
        assert (one.battle_id, one.session_id) == (heard.battle_id, heard.session_id)
        assert (one.left, one.right) == (heard.left, heard.right)
    assert whole.status_code == 201
    assert [response["text"] for response in whole.json()["responses"]] == [heard.left, heard.right]
    assert len(provider.requests) == 2
    assert len(await all_rows(database, Battle)) == 2


async def test_twenty_at_once_under_one_key_start_one_battle(
    person: Person, provider: ScriptedProvider, database: Database
) -> None:
    await begin(person)
    provider.requests.clear()
    replies = await asyncio.gather(
        *(person.http.post("/api/sessions", json={"prompt": "Once only."}, headers=KEY) for _ in range(20))
    )
    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.text for reply in replies}) == 1
    assert len(provider.requests) == 2
    assert len(await all_rows(database, Battle)) == 2


async def test_a_key_is_per_person_and_per_address(person: Person, stranger: Person) -> None:
    await begin(person)
    await begin(stranger)
    mine = await person.read_stream("/api/sessions", {"prompt": "Same."}, **KEY)
    theirs = await stranger.read_stream("/api/sessions", {"prompt": "Same."}, **KEY)
    assert mine.battle_id != theirs.battle_id
    path = f"/api/battles/{mine.battle_id}/messages"
    assert (await person.http.post(path, json={"prompt": "Same."}, headers=KEY)).status_code == 422


async def test_a_refused_request_does_not_use_up_its_key(person: Person) -> None:
    await begin(person)
    refused = {"prompt": "x", "mode": "direct", "models": ["nobody"]}
    assert (await person.http.post("/api/sessions", json=refused, headers=KEY)).status_code == 422
    assert (await person.http.post("/api/sessions", json={"prompt": "x"}, headers=KEY)).status_code == 201


async def test_every_route_that_starts_models_is_repeatable(person: Person, provider: ScriptedProvider) -> None:
    heard = await person.battle()
    path = f"/api/battles/{heard.battle_id}"
    for number, (route, body) in enumerate(
        [
            (f"{path}/messages", {"prompt": "More?"}),
            (f"{path}/regenerate", {}),
            (f"/api/sessions/{heard.session_id}/battles", {"prompt": "New."}),
        ]
    ):
        provider.requests.clear()
        key = {"Idempotency-Key": f"key-{number}"}
        first, second = [await person.read_stream(route, body, **key) for _ in range(2)]
        assert (first.battle_id, first.left, first.right) == (second.battle_id, second.left, second.right)
        assert len(provider.requests) == 2, route


async def test_a_dropped_connection_loses_nothing(person: Person, provider: ScriptedProvider) -> None:
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="Zwölf Boxkämpfer 👍🏽 jagen Viktor. " * 4, chunk_size=5))
        provider.hold(model, 4)
    seen: list[Event] = []
    async with person.http.stream("POST", "/api/sessions", json={"prompt": "Hi."}, headers=SSE) as response:
        async for event in events_of(response):
            seen.append(event)
            if event.name == "delta":
                break
    heard = StreamedEvents(seen)
    for model in (ALPHA, BETA):
        provider.release(model)
    rest = await person.read_stream(
        f"/api/battles/{heard.battle_id}/events", method="GET", **{"Last-Event-ID": heard.last_id}
    )
    assert rest.names[-1] == "done"
    assert "start" not in rest.names
    assert heard.left + rest.left == "Zwölf Boxkämpfer 👍🏽 jagen Viktor. " * 4
    assert heard.right + rest.right == heard.left + rest.left
    whole = await person.read_stream(f"/api/battles/{heard.battle_id}/events", method="GET")
    assert whole.names == ["start", "delta", "done"]
    nothing = await person.read_stream(
        f"/api/battles/{heard.battle_id}/events", method="GET", **{"Last-Event-ID": whole.last_id}
    )
    assert nothing.names == ["done"]
    bad = await person.http.get(f"/api/battles/{heard.battle_id}/events", headers={"Last-Event-ID": "x"})
    assert bad.status_code == 422


async def test_leaving_the_page_does_not_lose_the_answer(person: Person, provider: ScriptedProvider) -> None:
    provider.hold(BETA, 1)
    async with person.http.stream("POST", "/api/sessions", json={"prompt": "Hi."}, headers=SSE) as response:
        start = await anext(events_of(response))
    provider.release(BETA)
    heard = await person.read_stream(f"/api/battles/{start.data['battle_id']}/events", method="GET")
    assert heard.names[-1] == "done"


async def test_a_reader_of_the_first_try_never_gets_half_of_the_second(
    person: Person, provider: ScriptedProvider
) -> None:
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="The first answer. " * 4, chunk_size=7))
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="Quite another one. " * 4, chunk_size=7))
        provider.hold(model, 3)
    seen: list[Event] = []
    async with person.http.stream("POST", f"{path}/regenerate", json={}, headers=SSE) as response:
        async for event in events_of(response):
            seen.append(event)
            if event.name == "delta":
                break
        second = StreamedEvents(seen)
        assert second.last_id.startswith("1r1.")
        late = await person.read_stream(f"{path}/events", method="GET", **{"Last-Event-ID": "1.5"})
        assert (late.left, late.names[-1]) == (first.left[5:], "done")
        for model in (ALPHA, BETA):
            provider.release(model)
    rest = await person.read_stream(f"{path}/events", method="GET", **{"Last-Event-ID": second.last_id})
    assert second.left + rest.left == "Quite another one. " * 4
    for name, whole in (("1.5", first.left), ("1r1.5", "Quite another one. " * 4), ("1r2.5", None)):
        later = await person.read_stream(f"{path}/events", method="GET", **{"Last-Event-ID": name})
        assert later.left == ("Quite another one. " * 4 if whole is None else whole[5:])


async def test_a_reader_of_one_turn_never_gets_the_next(person: Person) -> None:
    first = await person.battle()
    path = f"/api/battles/{first.battle_id}"
    await person.read_stream(f"{path}/messages", {"prompt": "And then?"})
    late = await person.read_stream(f"{path}/events", method="GET", **{"Last-Event-ID": "1.5"})
    assert (late.left, late.names[-1]) == (first.left[5:], "done")


async def test_the_same_key_gives_the_same_answer_after_another_try(person: Person, provider: ScriptedProvider) -> None:
    await begin(person)
    body = {"prompt": "Once only."}
    first = (await person.http.post("/api/sessions", json=body, headers=KEY)).json()
    for model in (ALPHA, BETA):
        provider.script(model, Script(text="Quite another one."))
    await person.read_stream(f"/api/battles/{first['battle_id']}/regenerate", {})
    assert (await person.http.post("/api/sessions", json=body, headers=KEY)).json() == first


async def test_other_tabs_hear_that_a_turn_begins(
    person: Person, provider: ScriptedProvider, resources: Resources
) -> None:
    heard = await person.battle()
    topic = f"battle:{heard.battle_id}"
    with resources.get(LiveHub).subscribe(topic) as news:
        provider.hold(BETA)
        hearing = asyncio.create_task(person.read_stream(f"/api/battles/{heard.battle_id}/regenerate", {}))
        assert await news.next() == Changed(topic, heard.battle_id)
        while (await person.get(f"/api/battles/{heard.battle_id}"))["status"] != "generating":
            await news.next()  # that was the end of the first turn
        provider.release(BETA)
        await hearing


async def test_a_chat_that_is_stopped_keeps_what_was_written(person: Person, provider: ScriptedProvider) -> None:
    provider.script(ALPHA, Script(text="One. Two. Three.", chunk_size=5))
    provider.hold(ALPHA, 2)
    body = {"prompt": "Count.", "mode": "direct", "models": [ALPHA]}
    async with person.http.stream("POST", "/api/sessions", json=body, headers=SSE) as response:
        events = events_of(response)
        start, words = await anext(events), ""
        while words != "One. Two. ":
            words += (await anext(events)).data["left"]
        path = f"/api/battles/{start.data['battle_id']}"
        stopped = (await person.http.post(f"{path}/stop", json={})).json()
        assert [event.name async for event in events] == ["done"]
    provider.release(ALPHA)
    assert (stopped["status"], stopped["void_message"]) == ("open", None)
    assert stopped["messages"][1]["text"] == "One. Two. "
    assert stopped["details"]["left"]["finish"] == "stopped"
    more = await person.read_stream(f"{path}/messages", {"prompt": "Go on."})
    assert more.names[-1] == "done"


async def test_a_chat_that_is_stopped_before_a_word_is_void(person: Person, provider: ScriptedProvider) -> None:
    provider.hold(ALPHA)
    body = {"prompt": "Count.", "mode": "direct", "models": [ALPHA]}
    async with person.http.stream("POST", "/api/sessions", json=body, headers=SSE) as response:
        events = events_of(response)
        start = await anext(events)
        await provider.wait_for_held(ALPHA)
        stopped = (await person.http.post(f"/api/battles/{start.data['battle_id']}/stop", json={})).json()
        assert [event.name async for event in events] == ["void"]
    provider.release(ALPHA)
    assert (stopped["status"], stopped["void_message"]) == ("void", DIRECT_STOPPED)


async def test_a_replay_is_what_was_streamed(person: Person) -> None:
    heard = await person.battle("Hi.")
    [turn] = (await person.get(f"/api/battles/{heard.battle_id}/replay"))["turns"]
    assert (turn["left"], turn["right"]) == (heard.left, heard.right)
    sizes, left, right = [], 0, 0
    for event in heard.events:
        if event.name == "delta":
            left, right = left + len(event.data["left"]), right + len(event.data["right"])
            sizes.append((left, right))
    ticks = [(left, right) for _, left, right in turn["ticks"]]
    assert ticks[-1] == sizes[-1]
    assert set(sizes) <= set(ticks)


class TestOtherBlindings:
    """The two settings besides `strict`."""

    @pytest.fixture(params=["relaxed", "whole"])
    def settings(self, settings: Settings, request: pytest.FixtureRequest) -> Settings:
        return settings.model_copy(update={"blinding": request.param})

    async def test_a_fast_side_is_held_only_where_the_site_wants_it(
        self, arena_site: str, settings: Settings, provider: ScriptedProvider
    ) -> None:
        raw_client = RawClient(arena_site)
        assert (await raw_client.ask("GET", "/api/arena")).json()["blinding"] == settings.of(ArenaSettings).blinding
        provider.hold(BETA)
        async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
            await raw_client.read_head(reader)
            await raw_client.read_event(reader)
            await provider.wait_until(lambda: sum(request.finished for request in provider.requests) == 1)
            shown = ""
            while settings.of(ArenaSettings).blinding == "relaxed" and len(shown) < len(QUICK):
                event = await raw_client.read_event(reader)
                assert re.search(rb"\nid: 1\.\d+\.\d+\n", event), "the id names both positions"
                both = json.loads(event.partition(b"data: ")[2])
                shown += both["left"] if both["left"] and QUICK.startswith(shown + both["left"]) else both["right"]
            provider.release(BETA)
            events = []
            while not events or b"event: done" not in events[-1]:
                events.append(await raw_client.read_event(reader))
        if settings.of(ArenaSettings).blinding == "whole":
            assert [event.split(b"\n")[0] for event in events] == [b"event: delta", b"event: done"]


async def test_programs_may_ask_for_json_or_events(person: Person) -> None:
    response = await person.http.post("/api/sessions", json={"prompt": "Hi."}, headers={"Accept": "*/*"})
    assert response.headers["content-type"] == "application/json"
    async with person.http.stream("POST", "/api/sessions", json={"prompt": "Hi."}, headers=SSE) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert isinstance(stream, httpx.Response)


async def test_deleting_a_session_stops_its_models(person: Person, provider: ScriptedProvider) -> None:
    provider.hold(ALPHA)
    body = {"prompt": "Count.", "mode": "direct", "models": [ALPHA]}
    async with person.http.stream("POST", "/api/sessions", json=body, headers=SSE) as response:
        events = events_of(response)
        start = await anext(events)
        await provider.wait_for_held(ALPHA)
        deleted = await person.http.delete(f"/api/sessions/{start.data['session_id']}")
        assert deleted.status_code == 204
        assert [event.name async for event in events] == ["void"]
    provider.release(ALPHA)


async def test_named_models_stream_at_their_own_pace(person: Person, provider: ScriptedProvider) -> None:
    provider.script(ALPHA, Script(text="Fast."))
    provider.hold(BETA)
    body = {"prompt": "Hello.", "mode": "side_by_side", "models": [ALPHA, BETA]}
    async with person.http.stream("POST", "/api/sessions", json=body, headers=SSE) as response:
        events, words = events_of(response), ""
        start = await anext(events)
        while words != "Fast.":
            event = await anext(events)
            words += event.data["left"]
        provider.release(BETA)
        assert [event.name async for event in events][-1] == "done"
    later = await person.read_stream(
        f"/api/battles/{start.data['battle_id']}/events", method="GET", **{"Last-Event-ID": str(event.id)}
    )
    assert later.left == ""
    assert later.right
