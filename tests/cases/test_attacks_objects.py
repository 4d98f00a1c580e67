"""Others' objects, odd bodies and too much of everything: those of A21–A33, A72, A81 and A82 that battles know."""

import asyncio
import gzip
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import EVENTS, RawClient, Reply
from tests.arena.rows import all_rows, all_votes
from tests.library.pictures import flag, saved

from llmbattler.arena.models import Battle, Session, Share
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.library.models import Image
from llmbattler.testing import Script, ScriptedProvider

NOBODY = str(uuid4())
PAUSED = "zz-paused-model"
QUICKLY_SECONDS = 10
"""A bomb would take minutes; a busy machine takes seconds for anything."""


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA, PAUSED):
            provider.script(model, Script(text="An answer of no great length.", chunk_size=6))
        yield provider


@pytest.fixture
async def raw_client(site: str, resources: Resources, provider: ScriptedProvider) -> RawClient:
    entry = {"base_url": provider.openai_url, "abilities": ["vision"]}
    entries = [{"id": name, "model": name, **entry} for name in (ALPHA, BETA)]
    paused = {"id": PAUSED, "model": PAUSED, "status": "paused", **entry}
    await offer(resources, provider, yaml=json.dumps({"models": [*entries, paused]}))
    return RawClient(site)


@pytest.fixture
def stranger(raw_client: RawClient) -> RawClient:
    return RawClient(raw_client.site)


async def snapshot(database: Database) -> list[Any]:
    """Every row that a stranger could have changed."""
    rows = [row for table in (Session, Battle, Share, Image) for row in await all_rows(database, table)]
    return [{name: value for name, value in vars(row).items() if not name.startswith("_")} for row in rows]


def read_problem(reply: Reply) -> tuple[int, dict[str, Any]]:
    body = json.loads(reply.body)
    body.pop("request_id")
    return reply.status, body


READS = [
    "/api/battles/{battle}",
    "/api/battles/{battle}/events",
    "/api/battles/{battle}/replay",
    "/api/sessions/{session}",
    "/api/sessions/{session}/export?format=json",
    "/api/sessions/{session}/export?format=markdown",
    "/api/images/{image}",
]
WRITES = [
    ("POST", "/api/battles/{battle}/messages", {"prompt": "Mine now."}),
    ("POST", "/api/battles/{battle}/regenerate", {}),
    ("POST", "/api/battles/{battle}/stop", {}),
    ("POST", "/api/battles/{battle}/vote", {"vote": "tie"}),
    ("PUT", "/api/battles/{battle}/categories", {"categories": [], "language": None}),
    ("POST", "/api/battles/{battle}/share", {}),
    ("DELETE", "/api/battles/{battle}/share", None),
    ("POST", "/api/sessions/{session}/battles", {"prompt": "Mine now."}),
    ("PATCH", "/api/sessions/{session}", {"title": "Mine now."}),
    ("DELETE", "/api/sessions/{session}", None),
    ("POST", "/api/sessions/{session}/restore", {}),
]


async def test_a21_a22_others_objects_look_like_none_and_stay_as_they_are(
    raw_client: RawClient, stranger: RawClient, database: Database
) -> None:
    image = await upload(raw_client)
    battle = await raw_client.battle("Look.", images=[image])
    await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/share", {})
    await stranger.battle("Something of my own.")
    real = {"battle": battle.battle_id, "session": battle.session_id, "image": image}
    nothing = dict.fromkeys(real, NOBODY)
    before = await snapshot(database)
    for method, path, body in [*(("GET", path, None) for path in READS), *WRITES]:
        found, missing = [await stranger.ask(method, path.format(**ids), body) for ids in (real, nothing)]
        assert read_problem(found) == read_problem(missing)
        assert found.status == 404, (method, path)
        anonymous = await RawClient(raw_client.site).ask(method, path.format(**real), body)
        assert read_problem(anonymous) == read_problem(found)
    assert await snapshot(database) == before
    assert await all_votes(database) == []


async def test_a23_others_streams_are_404_before_any_event(
    raw_client: RawClient, stranger: RawClient, provider: ScriptedProvider
) -> None:
    await stranger.battle("Something of my own.")
    provider.hold(BETA, 2)
    async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
        await raw_client.read_head(reader)
        start = json.loads((await raw_client.read_event(reader)).partition(b"data: ")[2])
        await provider.wait_for_held(BETA)
        path = f"/api/battles/{start['battle_id']}/events"
        for asker in (
            stranger,
            RawClient(raw_client.site),
            RawClient(raw_client.site, cookie=raw_client.cookie[:-2] + "xx"),
        ):
            for headers in ({}, {"Last_Event_ID": "1.2"}, EVENTS):
                reply = await asker.ask("GET", path, **headers)
                assert reply.status == 404
                assert b"event:" not in reply.body
        provider.release(BETA)
        while b"event: done" not in await raw_client.read_event(reader):
            pass


async def upload(raw_client: RawClient) -> str:
    reply = await raw_client.ask("POST", "/api/images", saved(flag(), "PNG"), Content_Type="image/png")
    assert reply.status == 201, reply
    return str(reply.json()["image_id"])


async def test_a25_a_foreign_image_cannot_be_attached(
    raw_client: RawClient, stranger: RawClient, provider: ScriptedProvider, database: Database
) -> None:
    image = await upload(raw_client)
    mine = await stranger.battle("Something of my own.")
    asked = len(provider.requests)
    before = await snapshot(database)
    for path in (
        "/api/sessions",
        f"/api/sessions/{mine.session_id}/battles",
        f"/api/battles/{mine.battle_id}/messages",
    ):
        for images in ([image], [image, await upload(stranger)], [NOBODY]):
            assert (await stranger.ask("POST", path, {"prompt": "Look.", "images": images})).status == 404
    assert (await stranger.ask("GET", f"/api/images/{image}")).status == 404
    assert len(provider.requests) == asked
    assert [row for row in await snapshot(database) if "storage_key" not in row] == [
        row for row in before if "storage_key" not in row
    ]


async def test_a27_a_link_shows_one_battle_and_can_do_nothing(raw_client: RawClient, stranger: RawClient) -> None:
    image = await upload(raw_client)
    battle = await raw_client.battle("Look.", images=[image])
    link = (await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/share", {})).json()
    path = f"/api/shared/{link['token']}"
    shown = await stranger.ask("GET", path)
    assert shown.status == 200
    assert shown.header("x-robots-tag") == "noindex, nofollow"
    assert shown.header("referrer-policy") == "no-referrer"
    assert shown.header("cache-control") == "no-store"
    assert set(shown.json()) == {
        "title", "mode", "status", "created_at", "messages", "vote", "revealed_models", "details"
    }  # fmt: skip
    for secret in (battle.battle_id, battle.session_id, raw_client.cookie.split(".")[1], "127.0.0.1"):
        assert secret.encode() not in shown.body
    [picture] = shown.json()["messages"][0]["images"]
    seen = await stranger.ask("GET", picture["url"])
    assert (seen.status, seen.header("cache-control")) == (200, "no-store")
    assert (seen.header("x-robots-tag"), seen.header("content-security-policy")) == (
        "noindex, nofollow",
        "default-src 'none'; sandbox",
    )
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for target in (path, f"{path}/vote", f"{path}/messages", picture["url"]):
            assert (await stranger.ask(method, target, {})).status in {404, 405}
    for guess in (link["token"][:-1], link["token"][:-1] + "!", link["token"].swapcase(), "a" * 32, "%00" * 16):
        assert (await stranger.ask("GET", f"/api/shared/{guess}")).status in {404, 422}
    assert (await raw_client.ask("DELETE", f"/api/battles/{battle.battle_id}/share")).status == 204
    started = time.monotonic()
    for target in (path, picture["url"]):
        assert (await stranger.ask("GET", target)).status == 404
    assert time.monotonic() - started < 1


async def test_a27_a_link_ends_with_its_battle_and_works_again_after_undo(
    raw_client: RawClient, stranger: RawClient
) -> None:
    image = await upload(raw_client)
    battle = await raw_client.battle("Look.", images=[image])
    path = f"/api/shared/{(await raw_client.ask('POST', f'/api/battles/{battle.battle_id}/share', {})).json()['token']}"
    await raw_client.ask("DELETE", f"/api/sessions/{battle.session_id}")
    for target in (path, f"{path}/images/{image}"):
        assert (await stranger.ask("GET", target)).status == 404
    assert (await raw_client.ask("POST", f"/api/sessions/{battle.session_id}/battles", {"prompt": "x"})).status == 404
    await raw_client.ask("POST", f"/api/sessions/{battle.session_id}/restore", {})
    assert (await stranger.ask("GET", path)).status == 200


async def test_a28_an_unvoted_battle_is_blind_in_another_browser(raw_client: RawClient, stranger: RawClient) -> None:
    battle = await raw_client.battle()
    token = (await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/share", {})).json()["token"]
    shown = (await stranger.ask("GET", f"/api/shared/{token}")).json()
    assert (shown["revealed_models"], shown["details"]) == (None, None)
    assert b"zz-" not in stranger.heard


@pytest.mark.parametrize(
    "query",
    [
        "limit=1000000000",
        "limit=101",
        "limit=0",
        "limit=-1",
        "limit=x",
        "offset=-1",
        "sort=password_hash",
        "include=api_key",
        "owner=v_1",
        "cursor=x",
        "cursor=" + "x" * 201,
        "search=" + "x" * 201,
        "search=%00",
        "limit=1&limit=1000000000",
    ],
)
async def test_a30_odd_pages_are_refused(raw_client: RawClient, query: str) -> None:
    await raw_client.battle()
    assert (await raw_client.ask("GET", f"/api/sessions?{query}")).status == 422


async def test_a30_long_lists_are_refused(raw_client: RawClient) -> None:
    many = [str(uuid4()) for _ in range(10_000)]
    for body in ({"images": many}, {"models": many, "mode": "direct"}, {"images": many[:5]}):
        assert (await raw_client.ask("POST", "/api/sessions", {"prompt": "x", **body})).status == 422


async def test_a32_a_paused_model_cannot_be_reached(raw_client: RawClient, provider: ScriptedProvider) -> None:
    for body in (
        {"mode": "direct", "models": [PAUSED]},
        {"mode": "side_by_side", "models": [ALPHA, PAUSED]},
        {"mode": "battle", "models": [PAUSED, ALPHA]},
    ):
        assert (await raw_client.ask("POST", "/api/sessions", {"prompt": "x", **body})).status == 422
    for _ in range(10):
        await raw_client.battle()
    assert PAUSED not in {request.model for request in provider.requests}


ODD_FIELDS: list[dict[str, Any]] = [
    {"api_base": "http://127.0.0.1:1"},
    {"base_url": "http://127.0.0.1:1"},
    {"extra_headers": {"X-A": "b"}},
    {"api_key": "sk-mine"},
    {"organization": "mine"},
    {"system": "You are mine."},
    {"max_tokens": 1_000_000_000},
    {"n": 100},
    {"temperature": 2},
    {"stream": True},
]


@pytest.mark.parametrize("field", ODD_FIELDS, ids=lambda field: next(iter(field)))
async def test_a33_a82_a_body_cannot_say_how_a_model_is_called(
    raw_client: RawClient, provider: ScriptedProvider, field: dict[str, Any]
) -> None:
    battle = await raw_client.battle()
    asked = len(provider.requests)
    for path in (
        "/api/sessions",
        f"/api/sessions/{battle.session_id}/battles",
        f"/api/battles/{battle.battle_id}/messages",
    ):
        assert (await raw_client.ask("POST", path, {"prompt": "x", **field})).status == 422
    assert (await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/regenerate", field)).status == 422
    assert len(provider.requests) == asked


async def test_a33_the_users_own_id_is_accepted_and_ignored_in_one_place(raw_client: RawClient) -> None:
    assert (await raw_client.ask("POST", "/api/sessions", {"prompt": "x", "user_id": "admin"})).status == 201
    battle = await raw_client.battle(user_id={"$ne": None})
    for path in (f"/api/sessions/{battle.session_id}/battles", f"/api/battles/{battle.battle_id}/messages"):
        assert (await raw_client.ask("POST", path, {"prompt": "x", "user_id": "admin"})).status == 422


BODIES = {
    "deep list": b'{"prompt": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "deep object": b'{"prompt": "x", "user_id": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "NaN": b'{"prompt": "x", "user_id": NaN}',
    "Infinity": b'{"prompt": "x", "user_id": -Infinity}',
    "a number beyond all": b'{"prompt": 1e309}',
    "a name twice": b'{"prompt": "x", "prompt": "y"}',
    "a name twice, deeper": b'{"prompt": "x", "user_id": {"a": 1, "a": 2}}',
    "half a surrogate": b'{"prompt": "\\ud800"}',
    "NUL": b'{"prompt": "a\\u0000b"}',
    "NUL in a model": b'{"prompt": "a", "mode": "direct", "models": ["a\\u0000b"]}',
    "only spaces": b'{"prompt": " \\n\\t "}',
    "not UTF-8": b'{"prompt": "\xff\xfe"}',
    "a thousand digits": b'{"prompt": "x", "user_id": ' + b"9" * 5_000 + b"}",
    "no body": b"",
    "no object": b'"x"',
    "too long a prompt": json.dumps({"prompt": "x" * 32_001}).encode(),
    "compressed": gzip.compress(b'{"prompt": "x"}'),
}


@pytest.mark.parametrize("name", BODIES)
async def test_a72_odd_bodies_are_refused_quickly(raw_client: RawClient, database: Database, name: str) -> None:
    headers = {"Content_Encoding": "gzip"} if name == "compressed" else {}
    started = time.monotonic()
    reply = await raw_client.ask("POST", "/api/sessions", BODIES[name], **headers)
    assert 400 <= reply.status < 500, reply
    assert reply.header("content-type") == "application/problem+json"
    assert time.monotonic() - started < QUICKLY_SECONDS
    assert await all_rows(database, Battle) == []


@pytest.mark.parametrize("said", ["honest", "a lie", "chunked"])
async def test_a72_a82_huge_bodies_are_not_read(raw_client: RawClient, said: str) -> None:
    body = b'{"prompt": "' + b"x" * 50_000_000
    headers = {"Content_Length": str(len(body)) if said == "honest" else "999999999"}
    if said == "chunked":
        headers = {"Transfer_Encoding": "chunked"}
        body = b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
    head, _, _ = raw_client.written("POST", "/api/sessions", b"", **headers).partition(b"\r\n\r\n")
    if said == "chunked":
        head = head.replace(b"\r\nContent-Length: 0", b"")
    reader, writer = await raw_client.connect()
    writer.write(head + b"\r\n\r\n" + body[:3_000_000])
    reply = await raw_client.read_head(reader)
    assert reply.status == 413
    writer.close()


async def test_a81_a_burst_runs_at_most_so_many_at_once(
    raw_client: RawClient, stranger: RawClient, provider: ScriptedProvider
) -> None:
    await raw_client.battle("To have a cookie.")
    await stranger.battle("To have another.")
    provider.requests.clear()
    for model in (ALPHA, BETA):
        provider.hold(model)
    starts = [asyncio.create_task(raw_client.ask("POST", "/api/sessions", {"prompt": f"Go {n}"})) for n in range(200)]
    refused: list[Reply] = []
    for done in asyncio.as_completed(starts):
        refused.append(await done)
        if len(refused) == 195:
            break
    assert Counter(reply.status for reply in refused) == {429: 195}
    assert all(reply.header("retry-after") for reply in refused)
    other = asyncio.create_task(stranger.ask("POST", "/api/sessions", {"prompt": "Mine."}))
    await provider.wait_until(lambda: len(provider.requests) == 12)
    for model in (ALPHA, BETA):
        provider.release(model)
    replies = await asyncio.gather(*starts)
    assert Counter(reply.status for reply in replies) == {201: 5, 429: 195}
    assert (await other).status == 201
    assert len(provider.requests) == 12


async def test_a82_a_megabyte_of_prompt_is_too_much(raw_client: RawClient, provider: ScriptedProvider) -> None:
    asked = len(provider.requests)
    assert (await raw_client.ask("POST", "/api/sessions", {"prompt": "x" * 900_000})).status == 422
    async with raw_client.open("POST", "/api/sessions", {"prompt": "x" * 1_100_000}) as reader:
        assert (await raw_client.read_head(reader)).status == 413
    assert len(provider.requests) == asked
