import asyncio
from uuid import uuid4

import httpx
import pytest

from llmbattler.arena.models import Battle, Session
from llmbattler.arena.moderation.jobs import scan as scan_turns
from llmbattler.arena.moderation.models import Category, WordAction
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.arena.moderation.flagged_battles import HIDDEN_AWAY, SECRETS, all_flags, flag_one, list_word, share
from tests.arena.rows import OWNER, all_rows
from tests.clients import ClientFactory
from tests.library.pictures import flag, saved

FLAGS, WORDS = "/api/admin/moderation/flags", "/api/admin/moderation/words"
UNKNOWN = "00000000-0000-7000-8000-000000000000"


async def start(browser: httpx.AsyncClient, prompt: str = "Hello?") -> httpx.Response:
    return await browser.post("/api/sessions", json={"prompt": prompt})


@pytest.fixture
async def arena(resources: Resources, provider: object) -> Resources:
    await offer(resources, provider, ALPHA, BETA)  # type: ignore[arg-type]
    return resources


async def test_from_a_word_to_a_hidden_battle(arena: Resources, clients: ClientFactory, database: Database) -> None:
    moderator, visitor = await clients.moderator(), await clients.visitor()
    added = await moderator.post(WORDS, json={"phrase": "Zounds", "category": "harassment"})
    assert (added.status_code, added.json()["action"]) == (201, "flag")
    battle = (await start(visitor, f"Zounds, {SECRETS}")).json()
    token = (await visitor.post(f"/api/battles/{battle['battle_id']}/share", json={})).json()["token"]
    with arena.get(LiveHub).subscribe("admin") as subscription:
        await scan_turns(arena)
        async with asyncio.timeout(10):
            assert await subscription.next() == Changed("admin", "moderation")
    page = (await moderator.get(FLAGS, params={"status": "open"})).json()
    (found,) = page["flags"]
    assert page["counts"] == {"open": 1, "kept": 0, "hidden": 0}
    assert (found["where"], found["category"], found["shared"]) == ("prompt", "harassment", True)
    path = f"{FLAGS}/{found['flag_id']}"
    details = await moderator.get(path)
    assert details.json()["owner"]["kind"] == "visitor"
    assert details.json()["battle"]["revealed_models"] is None
    assert "zz-" not in details.text
    public = await visitor.get(f"/api/shared/{token}")
    for shown in (details.text, public.text, str(page)):
        assert not [secret for secret in HIDDEN_AWAY if secret in shown]
    assert SECRETS in (await visitor.get(f"/api/battles/{battle['battle_id']}")).text  # their own page shows all of it

    assert (await moderator.post(f"{path}/hide", json={})).json()["status"] == "hidden"
    assert (await visitor.get(f"/api/shared/{token}")).status_code == 404
    again = await visitor.post(f"/api/battles/{battle['battle_id']}/share", json={})
    assert (again.status_code, again.json()["type"]) == (409, "/errors/conflict")
    assert (await moderator.post(f"{path}/restore", json={})).json()["decided_by"] is None
    assert (await visitor.get(f"/api/shared/{token}")).status_code == 200
    assert (await moderator.post(f"{path}/keep", json={})).json()["decided_by"] == moderator.account_id
    assert (await moderator.delete(f"{WORDS}/{added.json()['word_id']}")).status_code == 204
    assert (await moderator.get(WORDS)).json() == {"words": []}


async def test_a_refused_prompt_loses_nothing(arena: Resources, clients: ClientFactory, database: Database) -> None:
    await list_word(database, "zounds", Category.SPAM, WordAction.REFUSE)
    visitor = await clients.visitor()
    first = (await start(visitor)).json()
    before = len(await all_rows(database, Session))
    for path in (
        "/api/sessions",
        f"/api/sessions/{first['session_id']}/battles",
        f"/api/battles/{first['battle_id']}/messages",
    ):
        refused = await visitor.post(path, json={"prompt": "Zounds!"}, headers={"Idempotency-Key": "once"})
        assert refused.status_code == 422
        assert "words that this site does not accept" in refused.json()["title"]
    assert len(await all_rows(database, Session)) == before
    assert len(await all_rows(database, Battle)) == 1
    # The key is free again, and the battle goes on.
    path = f"/api/battles/{first['battle_id']}/messages"
    fine = await visitor.post(path, json={"prompt": "Gosh!"}, headers={"Idempotency-Key": "once"})
    assert fine.status_code == 201


async def test_a_blocked_visitor_reads_exports_and_deletes_but_adds_nothing(
    person: Person, resources: Resources, clients: ClientFactory, database: Database
) -> None:
    moderator = await clients.moderator()
    battle = await person.battle("Mine.")
    other = await person.battle("Mine too.")
    owner = (await all_rows(database, Battle))[0].owner
    path = f"/api/admin/visitors/{owner}"
    blocked = await moderator.post(f"{path}/block", json={})
    assert blocked.json() == {"account_id": owner, "kind": "visitor", "blocked": True}
    http = person.http
    shared = await share(database, (await all_rows(database, Battle))[0])
    image = {"content": saved(flag(), "PNG"), "headers": {"Content-Type": "image/png"}}
    writes = [
        await http.post("/api/sessions", json={"prompt": "More."}),
        await http.post(f"/api/sessions/{battle.session_id}/battles", json={"prompt": "More."}),
        await http.post(f"/api/battles/{battle.battle_id}/messages", json={"prompt": "More."}),
        await http.post(f"/api/battles/{battle.battle_id}/regenerate", json={}),
        await http.post(f"/api/battles/{battle.battle_id}/vote", json={"vote": "tie"}),
        await http.post(f"/api/battles/{battle.battle_id}/share", json={}),
        await http.post(f"/api/shared/{shared}/report", json={}),
        await http.patch(f"/api/sessions/{battle.session_id}", json={"title": "More."}),
        await http.post("/api/images", **image),  # type: ignore[arg-type]
    ]
    assert {(one.status_code, one.json()["title"]) for one in writes} == {
        (403, "A moderator has blocked you on this site.")
    }
    assert len(await all_rows(database, Battle)) == 2
    reads = ["/api/sessions", f"/api/battles/{battle.battle_id}", f"/api/sessions/{battle.session_id}/export"]
    assert [(await http.get(path)).status_code for path in reads] == [200, 200, 200]
    assert (await http.delete(f"/api/sessions/{other.session_id}")).status_code == 204
    assert (await moderator.post(f"{path}/unblock", json={})).json()["blocked"] is False
    assert (await person.vote(battle.battle_id)).status_code == 200


async def test_members_are_not_blocked_like_visitors(clients: ClientFactory) -> None:
    moderator, member = await clients.moderator(), await clients.member()
    refused = await moderator.post(f"/api/admin/visitors/{member.account_id}/block", json={})
    assert refused.status_code == 409
    assert (await moderator.post(f"/api/admin/visitors/v_{uuid4().hex}/block", json={})).status_code == 404
    assert (await moderator.post("/api/admin/visitors/x/block", json={})).status_code == 422


async def test_anybody_may_report_what_is_shared(
    resources: Resources, clients: ClientFactory, database: Database
) -> None:
    battle, _ = await flag_one(resources)
    token = await share(database, battle)
    visitor = await clients.visitor()
    assert (await visitor.post(f"/api/shared/{token}/report", json={"reason": "Rude."})).status_code == 204
    assert (await visitor.post(f"/api/shared/{token}/report", json={})).status_code == 204
    assert (await visitor.post(f"/api/shared/{token[::-1]}/report", json={})).status_code == 404
    assert (await visitor.post(f"/api/shared/{token}/report", json={"reason": "x" * 501})).status_code == 422
    reported = [one for one in await all_flags(database) if one.source == "report"]
    assert [(one.excerpt, one.times) for one in reported] == [("Rude.", 2)]
    assert visitor.cookies.get("llmb_visitor") is None  # reporting creates no account


async def test_images_of_flagged_battles_are_shown_to_moderators_alone(
    person: Person, resources: Resources, clients: ClientFactory, database: Database
) -> None:
    await list_word(database, "zounds")
    sent = await person.http.post("/api/images", content=saved(flag(), "PNG"), headers={"Content-Type": "image/png"})
    await person.battle("Zounds, look.", images=[sent.json()["image_id"]])
    await scan_turns(resources)
    (found,) = await all_flags(database)
    moderator, member = await clients.moderator(), await clients.member()
    shown = (await moderator.get(f"{FLAGS}/{found.flag_id}")).json()
    url = shown["battle"]["messages"][0]["images"][0]["url"]
    image = await moderator.get(url)
    assert (image.status_code, image.headers["content-type"][:6]) == (200, "image/")
    assert (await member.get(url)).status_code == 403
    assert (await moderator.get(f"{FLAGS}/{found.flag_id}/images/{uuid4()}")).status_code == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", FLAGS),
        ("GET", f"{FLAGS}/{UNKNOWN}"),
        ("GET", f"{FLAGS}/{UNKNOWN}/images/{UNKNOWN}"),
        ("POST", f"{FLAGS}/{UNKNOWN}/hide"),
        ("POST", f"{FLAGS}/{UNKNOWN}/keep"),
        ("POST", f"{FLAGS}/{UNKNOWN}/restore"),
        ("GET", WORDS),
        ("POST", WORDS),
        ("DELETE", f"{WORDS}/{UNKNOWN}"),
        ("POST", f"/api/admin/visitors/{OWNER}/block"),
        ("POST", f"/api/admin/visitors/{OWNER}/unblock"),
    ],
)
async def test_the_moderation_pages_are_for_moderators(clients: ClientFactory, method: str, path: str) -> None:
    body = {"json": {"phrase": "a", "category": "spam"} if path == WORDS else {}} if method == "POST" else {}
    statuses = [
        (await somebody.request(method, path, **body)).status_code  # type: ignore[arg-type]
        for somebody in (
            await clients.visitor(),
            await clients.member(),
            await clients.moderator(),
            await clients.admin(),
        )
    ]
    assert statuses[:2] == [401, 403]
    assert not set(statuses[2:]) & {401, 403}
