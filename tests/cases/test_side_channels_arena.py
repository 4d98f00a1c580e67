"""Side channels of a battle: every byte that a client gets until the vote, and what must not be in it.

S17 to S19 are in `test_side_channels_identity.py`, what is about time in `test_side_channels_timing.py`. S11 is
measured by `perf/blinding.py`, S20 by the browser journeys; S34 cannot be hidden and is in `docs/blinding.md`.
"""

import base64
import json
import random
import re
from collections.abc import AsyncIterator

import pytest
from PIL import Image
from sqlalchemy import text
from tests.arena.canaries import (
    CANARIES,
    FOREIGN_HEADERS,
    FOREIGN_IDS,
    GAMMA,
    WIRE_WORDS,
    models_on_every_wire,
    script_canaries,
)
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.pairing.test_draw import binomial_p
from tests.arena.raw_client import EVENTS, RawClient, Reply
from tests.arena.rows import all_votes
from tests.clients import ClientFactory
from tests.library.pictures import flag, saved

from llmbattler.accounts.models import Scope
from llmbattler.arena.failure_messages import NEUTRAL
from llmbattler.arena.models import Flag
from llmbattler.arena.pairing.draw import Candidate, draw_pair
from llmbattler.connectors.contract import ToolCall
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.testing import Script, ScriptedProvider
from llmbattler.testing.scripts import ANSWERED_FAILURES


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        script_canaries(provider)
        yield provider


@pytest.fixture
async def raw_client(site: str, resources: Resources, provider: ScriptedProvider) -> RawClient:
    await offer(resources, provider, yaml=models_on_every_wire(provider))
    return RawClient(site)


async def ask_everything(raw_client: RawClient, battle: Reply) -> dict[str, Reply]:
    """Everything that can be asked about a battle before the vote."""
    path, thread = f"/api/battles/{battle.battle_id}", f"/api/sessions/{battle.session_id}"
    told = {
        "battle": await raw_client.ask("GET", path),
        "events": await raw_client.ask("GET", f"{path}/events"),
        "resumed": await raw_client.ask("GET", f"{path}/events", Last_Event_ID="1.5"),
        "replay": await raw_client.ask("GET", f"{path}/replay"),
        "session": await raw_client.ask("GET", thread),
        "outline": await raw_client.ask("GET", f"{thread}/outline"),
        "list": await raw_client.ask("GET", "/api/sessions"),
        "search": await raw_client.ask("GET", "/api/sessions?search=tell"),
        "renamed": await raw_client.ask("PATCH", thread, {"title": "Other"}),
        "markdown": await raw_client.ask("GET", f"{thread}/export?format=markdown"),
        "json": await raw_client.ask("GET", f"{thread}/export?format=json"),
        "corrected": await raw_client.ask("PUT", f"{path}/categories", {"categories": ["math"], "language": "en"}),
        "again": await raw_client.ask("POST", f"{path}/regenerate", {}, **EVENTS),
        "follow-up": await raw_client.ask("POST", f"{path}/messages", {"prompt": "And then?"}),
        "stop": await raw_client.ask("POST", f"{path}/stop", {}),
        "bad vote": await raw_client.ask("POST", f"{path}/vote", {"vote": "nobody"}),
        "share": await raw_client.ask("POST", f"{path}/share", {}),
    }
    told["shared"] = await raw_client.ask("GET", f"/api/shared/{told['share'].json()['token']}")
    told["arena"] = await raw_client.ask("GET", "/api/arena")
    for name, reply in told.items():
        assert reply.status < 300 or (name, reply.status) == ("bad vote", 422), (name, reply)
    return told


async def test_s01_s02_s03_no_byte_before_the_vote_names_a_model(raw_client: RawClient) -> None:
    battle = await raw_client.battle()
    assert [name for name, _ in battle.events][-1] == "done"
    await ask_everything(raw_client, battle)
    heard = bytes(raw_client.heard)
    assert len(heard) > 10_000
    for pattern in (CANARIES, WIRE_WORDS, FOREIGN_IDS, FOREIGN_HEADERS):
        assert pattern.search(heard) is None, pattern.search(heard)
    told = await raw_client.vote(battle.battle_id)
    assert told.status == 200
    assert CANARIES.search(told.body), "the canaries would have been found"


async def test_s02_messages_have_ids_of_our_own(raw_client: RawClient) -> None:
    battle = await raw_client.battle()
    shown = (await raw_client.ask("GET", f"/api/battles/{battle.battle_id}")).json()
    assert battle.started["message_id"] == "msg_1"
    assert [message["message_id"] for message in shown["messages"]] == ["msg_1", "msg_2", "msg_3"]


async def test_s03_headers_are_the_same_whoever_answers(raw_client: RawClient) -> None:
    named = set()
    for _ in range(6):
        battle = await raw_client.battle()
        named.add(tuple(sorted(name for name, _ in battle.headers if name != "set-cookie")))
        assert re.fullmatch(r"req_[\w-]+|[\w-]+", battle.header("x-request-id") or "")
    assert len(named) == 1


async def test_s04_s14_bodies_have_positions_only(raw_client: RawClient) -> None:
    told = await ask_everything(raw_client, await raw_client.battle())
    for name in ("battle", "corrected", "stop"):
        body = told[name].json()
        assert (body["revealed_models"], body["details"], body["vote"]) == (None, None, None)
    assert {one["position"] for one in told["follow-up"].json()["responses"]} == {"left", "right"}
    for message in told["battle"].json()["messages"]:
        assert set(message) == {"message_id", "role", "turn", "text", "position", "images"}


def test_s06_sides_are_a_fair_coin() -> None:
    chance = random.Random(606)  # noqa: S311 - a simulation
    for left, right in ((ALPHA, BETA), (BETA, ALPHA)):
        field = [Candidate(left), Candidate(right, 5.0)]
        drawn = [draw_pair(field, chance=chance) for _ in range(10_000)]
        assert binomial_p(sum(pair is not None and pair.left == ALPHA for pair in drawn), 10_000) > 0.001


async def test_s06_every_event_has_both_sides(raw_client: RawClient) -> None:
    for name, data in (await raw_client.battle()).events:
        assert (
            set(data)
            == {"start": {"session_id", "battle_id", "message_id"}, "delta": {"left", "right"}, "done": set()}[name]
        )


FAILURES = {
    **{str(kind): Script(failure=kind, body=None) for kind in sorted(ANSWERED_FAILURES)},
    "status 500": Script(status=500, body="canary zz-alpha-model is on fire"),
    "status 403": Script(status=403, body={"error": {"message": "canary", "code": "zz"}}),
    "error in the middle": Script(error_after=2, failure=FailureKind.OVERLOADED),
    "cut in the middle": Script(truncate_after=2),
    "reset in the middle": Script(truncate_after=2, cut_abruptly=True),
    "no end": Script(omit=frozenset({"finish", "done"})),
    "garbage": Script(garbage=b"<html>canary</html>"),
    "not HTTP": Script(raw=b"canary\r\n\r\n"),
    "an empty answer": Script(text=""),
    "only spaces": Script(text=" \n "),
}


@pytest.mark.parametrize("kind", FAILURES)
async def test_s07_every_failure_of_a_side_looks_the_same(
    raw_client: RawClient, provider: ScriptedProvider, database: Database, kind: str
) -> None:
    provider.script(ALPHA, FAILURES[kind])
    provider.script(GAMMA, FAILURES[kind])
    battle = await raw_client.battle()
    names = [name for name, _ in battle.events]
    assert names == ["start", *["delta"] * (len(names) - 2), "void"]
    assert battle.events[-1][1] == {"message": NEUTRAL}
    assert battle.status == 200
    shown = (await raw_client.ask("GET", f"/api/battles/{battle.battle_id}")).json()
    assert (shown["status"], shown["void_message"], shown["can_vote"]) == ("void", NEUTRAL, False)
    again = await raw_client.ask("GET", f"/api/battles/{battle.battle_id}/events")
    assert again.events[-1] == ("void", {"message": NEUTRAL})
    assert (await raw_client.vote(battle.battle_id)).status == 409
    assert await all_votes(database) == []
    assert CANARIES.search(bytes(raw_client.heard)) is None


async def test_s07_without_a_stream_the_sentence_is_the_same(raw_client: RawClient, provider: ScriptedProvider) -> None:
    for model in (ALPHA, BETA, GAMMA):
        provider.script(model, Script(status=401, body="canary"))
    reply = await raw_client.ask("POST", "/api/sessions", {"prompt": "Hello?"})
    assert (reply.status, reply.json()["detail"]) == (503, NEUTRAL)
    shown = await raw_client.ask("GET", f"/api/battles/{reply.json()['battle_id']}")
    assert shown.json()["messages"][0]["text"] == "Hello?", "the cookie came along, and nothing typed is lost"
    assert CANARIES.search(bytes(raw_client.heard)) is None


async def test_s09_reasoning_and_tools_are_shown_for_neither(raw_client: RawClient, provider: ScriptedProvider) -> None:
    call = ToolCall(id="call_canary", name="canary_tool", arguments='{"canary": 1}')
    provider.script(ALPHA, Script(text="Seen.", reasoning="canary thoughts " * 20, tool_calls=(call,)))
    provider.script(BETA, Script(text="Seen too.", reasoning="canary thoughts"))
    provider.script(GAMMA, Script(text="Plain."))
    for _ in range(4):
        battle = await raw_client.battle()
        assert {name for name, _ in battle.events} == {"start", "delta", "done"}
    assert b"canary" not in raw_client.heard


async def test_s15_long_answers_are_cut_at_the_same_place(raw_client: RawClient, provider: ScriptedProvider) -> None:
    long = " ".join(map(str, range(30_000)))
    for model, size in ((ALPHA, 4000), (BETA, 7000), (GAMMA, 9001)):
        provider.script(model, Script(text=long, chunk_size=size))
    battle = await raw_client.battle()
    assert battle.events[-1][0] == "done"
    assert battle.text("left") == battle.text("right") == long[:100_000]
    details = (await raw_client.vote(battle.battle_id)).json()["details"]
    assert details["left"]["finish"] == details["right"]["finish"] == "length"


async def test_s22_an_image_is_sent_without_metadata(raw_client: RawClient, provider: ScriptedProvider) -> None:
    """Models produce no files here; what people send is stored, shown and passed on without metadata."""
    exif = Image.Exif()
    exif[0x010E] = exif[0x0131] = exif[0x8298] = "zz-canary"
    photo = saved(flag(), "JPEG", exif=exif.tobytes(), comment=b"zz-canary")
    assert b"zz-canary" in photo
    stored = (await raw_client.ask("POST", "/api/images", photo, Content_Type="image/jpeg")).json()
    provider.requests.clear()
    battle = await raw_client.battle("What is it?", images=[stored["image_id"]])
    assert battle.events[-1][0] == "done"
    assert stored["url"] == f"/api/images/{stored['image_id']}"
    shown = await raw_client.ask("GET", stored["url"])
    assert shown.status == 200
    sent = [re.findall(r"[A-Za-z0-9+/=]{200,}", json.dumps(request.body)) for request in provider.requests]
    assert all(len(images) == 1 for images in sent)
    for data in (shown.body, *(base64.b64decode(images[0]) for images in sent)):
        assert b"canary" not in data


async def test_s23_nothing_public_changes_while_a_battle_runs(
    raw_client: RawClient, provider: ScriptedProvider
) -> None:
    stranger = RawClient(raw_client.site)

    async def public() -> list[bytes]:
        paths = ("/api/models", f"/api/models/{ALPHA}", "/api/arena", "/api/sessions", "/readyz")
        return [(await stranger.ask("GET", path)).body for path in paths]

    before = await public()
    for model in (ALPHA, BETA, GAMMA):
        provider.hold(model, 1)
    async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
        await raw_client.read_head(reader)
        await raw_client.read_event(reader)
        await provider.wait_until(lambda: sum(request.chunks_sent == 1 for request in provider.requests) >= 2)
        assert await public() == before
        for model in (ALPHA, BETA, GAMMA):
            provider.release(model)
        while b"event: done" not in await raw_client.read_event(reader):
            pass
    assert await public() == before


async def test_s24_a_link_is_blind_until_the_vote(raw_client: RawClient) -> None:
    battle = await raw_client.battle()
    link = (await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/share", {})).json()
    other = RawClient(raw_client.site)
    assert CANARIES.search((await other.ask("GET", f"/api/shared/{link['token']}")).body) is None
    await raw_client.vote(battle.battle_id)
    assert CANARIES.search((await other.ask("GET", f"/api/shared/{link['token']}")).body)


async def test_s27_the_same_prompt_to_a_named_model_is_noticed(raw_client: RawClient, database: Database) -> None:
    for mode, models in (("direct", [ALPHA]), ("side_by_side", [ALPHA, BETA])):
        prompt = f"What is {mode}?"
        await raw_client.battle(prompt, mode=mode, models=models)
        battle = await raw_client.battle(f"  {prompt.upper()} ")
        await raw_client.vote(battle.battle_id)
        [vote] = [vote for vote in await all_votes(database) if str(vote.battle_id) == battle.battle_id]
        assert Flag.NAMED_BEFORE in vote.flags


async def test_s27_a_later_message_to_a_named_model_is_noticed(raw_client: RawClient, database: Database) -> None:
    chat = await raw_client.battle("Hello?", mode="direct", models=[ALPHA])
    voted = await raw_client.battle("Good morning?")
    await raw_client.vote(voted.battle_id)  # its models are named from now on
    for number, named in enumerate((chat, voted)):
        battle = await raw_client.battle(f"What is {number}?")
        await raw_client.ask(
            "POST", f"/api/battles/{named.battle_id}/messages", {"prompt": f"What is {number}?"}, **EVENTS
        )
        await raw_client.vote(battle.battle_id)
        [vote] = [vote for vote in await all_votes(database) if str(vote.battle_id) == battle.battle_id]
        assert Flag.NAMED_BEFORE in vote.flags


async def test_s28_regenerating_keeps_the_pair_and_is_over_after_the_vote(
    raw_client: RawClient, provider: ScriptedProvider
) -> None:
    provider.requests.clear()
    battle = await raw_client.battle()
    path = f"/api/battles/{battle.battle_id}"
    for _ in range(3):
        await raw_client.ask("POST", f"{path}/regenerate", {}, **EVENTS)
    asked = [request.model for request in provider.requests]
    pairs = {frozenset(asked[start : start + 2]) for start in range(0, 8, 2)}
    assert (len(asked), len(pairs)) == (8, 1)
    assert (await raw_client.vote(battle.battle_id)).status == 200
    assert (await raw_client.ask("POST", f"{path}/regenerate", {})).status == 409
    assert (await raw_client.vote(battle.battle_id, "right_better")).status == 409


async def test_s29_programs_are_as_blind_as_browsers(raw_client: RawClient, clients: ClientFactory) -> None:
    program = await clients.program(await clients.admin(), Scope.READ, Scope.WRITE)
    reply = await raw_client.ask(
        "POST",
        "/api/sessions",
        {"prompt": "Hello?"},
        User_Agent="sdk/1",
        Authorization=program.headers["authorization"],
        Accept="application/json",
    )
    assert reply.status == 201
    assert set(reply.json()) == {"session_id", "battle_id", "message_id", "responses", "message_count", "max_messages"}
    for pattern in (CANARIES, WIRE_WORDS, FOREIGN_IDS, FOREIGN_HEADERS):
        assert pattern.search(bytes(raw_client.heard)) is None


@pytest.mark.parametrize("peeks", [False, True])
async def test_s30_a_vote_of_somebody_who_looked_at_the_admin_meanwhile_does_not_count(
    raw_client: RawClient, settings: Settings, clients: ClientFactory, database: Database, peeks: bool
) -> None:
    assert raw_client
    object.__setattr__(settings, "profile", Profile.PUBLIC)
    admin = await clients.admin()
    await admin.get("/api/admin/overview")
    battle = (await admin.post("/api/sessions", json={"prompt": "Hello?"}, timeout=30)).json()["battle_id"]
    seen = await admin.get(f"/api/battles/{battle}")
    assert CANARIES.search(seen.content) is None
    if peeks:
        await admin.get("/api/admin/overview")
    assert (await admin.post(f"/api/battles/{battle}/vote", json={"vote": "tie"})).status_code == 200
    async with database.unit() as session:
        flags = (await session.execute(text("SELECT flags FROM votes"))).scalar_one()
    assert ("insider" in flags) is peeks


async def test_s31_no_size_tells_anything(raw_client: RawClient) -> None:
    squeezed = {"Accept_Encoding": "gzip, deflate, br"}
    stream = await raw_client.ask("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS, **squeezed)
    assert stream.header("content-length") is None
    assert stream.header("content-encoding") is None
    assert stream.header("cache-control") == "no-store"
    for path in ("", "/events", "/replay"):
        reply = await raw_client.ask("GET", f"/api/battles/{stream.battle_id}{path}", **squeezed)
        assert reply.header("content-encoding") is None
    # There is nothing to read there, before the vote as after it.
    assert (await raw_client.ask("HEAD", f"/api/battles/{stream.battle_id}/vote")).status == 405


async def test_s32_a_rate_limit_of_one_provider_is_not_visible(
    raw_client: RawClient, provider: ScriptedProvider
) -> None:
    limits = {"Retry-After": "0", "x-ratelimit-reset-tokens": "canary"}
    for model in (ALPHA, BETA, GAMMA):
        provider.script(model, Script(failure=FailureKind.RATE_LIMITED, headers=limits))
    battle = await raw_client.battle()
    assert battle.events[1:] == [("void", {"message": NEUTRAL})]
    assert re.search(rb"(?i)rate|limit|quota|429", battle.body) is None
    assert battle.header("retry-after") is None
