"""Ways to bend a leaderboard by casting votes, on a site with the profile `public`. V13 to V28 come with the board."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.arena.conftest import ALPHA, BETA, offer
from tests.arena.raw_client import EVENTS, RawClient, Reply
from tests.arena.rows import add_battle, all_rows, all_votes

from llmbattler.arena.models import Battle, Flag, Vote, VoteWord
from llmbattler.arena.service.suggestions import SUGGESTED
from llmbattler.arena.voting.rules import DAILY_CAP
from llmbattler.arena.voting.schemas import VoteIn
from llmbattler.arena.voting.service import Voter, cast_vote
from llmbattler.core.db import Database
from llmbattler.core.limits import Limiter
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.testing import Script, ScriptedProvider

PAIRS = 50


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"profile": Profile.PUBLIC})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text="An answer of no great length.", chunk_size=6))
        yield provider


@pytest.fixture
async def raw_client(site: str, resources: Resources, provider: ScriptedProvider) -> RawClient:
    await offer(resources, provider, ALPHA, BETA)
    return RawClient(site)


async def owner_of(database: Database, battle: Reply) -> str:
    return next(row.owner for row in await all_rows(database, Battle) if str(row.battle_id) == battle.battle_id)


async def open_battles(database: Database, owner: str, *prompts: str) -> list[str]:
    """Battles of this person that were complete a minute ago."""
    async with database.unit() as session:
        return [str((await add_battle(session, prompt, owner=owner)).battle_id) for prompt in prompts]


async def vote_of(database: Database, battle_id: str) -> Vote:
    [vote] = [vote for vote in await all_votes(database) if str(vote.battle_id) == battle_id]
    return vote


async def at_once(raw_client: RawClient, requests: list[bytes]) -> list[Reply]:
    """Send all but the last byte of each, then the last bytes together."""
    opened = [await raw_client.connect() for _ in requests]
    try:
        for (_, writer), request in zip(opened, requests, strict=True):
            writer.write(request[:-1])
            await writer.drain()
        for (_, writer), request in zip(opened, requests, strict=True):
            writer.write(request[-1:])
        return await asyncio.gather(*(raw_client.read(reader) for reader, _ in opened))
    finally:
        for _, writer in opened:
            writer.close()


async def test_v01_a_double_click_is_one_vote(raw_client: RawClient, database: Database) -> None:
    battle = await raw_client.battle()
    path = f"/api/battles/{battle.battle_id}/vote"
    click = raw_client.written("POST", path, {"vote": "tie"}, Idempotency_Key="click-1")
    first, second = await at_once(raw_client, [click, click])
    assert (first.status, second.status) == (200, 200)
    assert first.json() == second.json()
    assert len(await all_votes(database)) == 1
    other = await raw_client.ask("POST", path, {"vote": "both_bad"}, Idempotency_Key="click-1")
    assert other.status == 422


async def test_v02_two_tabs_cast_exactly_one_vote(
    raw_client: RawClient, database: Database, resources: Resources
) -> None:
    owner = await owner_of(database, await raw_client.battle())
    battles = await open_battles(database, owner, *(f"Prompt {number}" for number in range(PAIRS)))
    for start in range(0, PAIRS, 10):
        chosen = battles[start : start + 10]
        requests = [
            raw_client.written("POST", f"/api/battles/{battle_id}/vote", {"vote": word})
            for battle_id in chosen
            for word in ("left_better", "right_better")
        ]
        resources.get(Limiter)._full_at.clear()  # so many votes a minute are another case
        replies = await at_once(raw_client, requests)
        for number, battle_id in enumerate(chosen):
            pair = replies[2 * number : 2 * number + 2]
            assert sorted(reply.status for reply in pair) == [200, 409], [reply.body for reply in pair]
            stored = await vote_of(database, battle_id)
            for reply in pair:
                assert reply.json()["vote"] == stored.vote
                assert reply.json()["revealed_models"] == {"left": "a", "right": "b"}
    assert len(await all_votes(database)) == PAIRS


async def test_v04_others_battles_cannot_be_voted_on(raw_client: RawClient, database: Database) -> None:
    battle = await raw_client.battle()
    stranger = RawClient(raw_client.site)
    assert (await stranger.vote(battle.battle_id)).status == 404
    theirs = await stranger.battle("Mine.")
    assert (await stranger.vote(battle.battle_id)).status == 404
    token = (await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/share", {})).json()["token"]
    for path in (f"/api/shared/{token}/vote", f"/api/battles/{token}/vote"):
        assert (await stranger.ask("POST", path, {"vote": "tie"})).status in {404, 405, 422}
    forged = RawClient(raw_client.site, cookie=stranger.cookie.replace(_account(stranger), _account(raw_client)))
    assert (await forged.vote(battle.battle_id)).status == 404
    assert await all_votes(database) == []
    assert theirs.status == 200


async def test_v05_no_vote_before_the_end_or_on_what_failed(
    raw_client: RawClient, database: Database, provider: ScriptedProvider
) -> None:
    provider.hold(BETA, 1)
    async with raw_client.open("POST", "/api/sessions", {"prompt": "Hello?"}, **EVENTS) as reader:
        await raw_client.read_head(reader)
        await raw_client.read_event(reader)
        await provider.wait_for_held(BETA)
        running = (await raw_client.ask("GET", "/api/sessions")).json()["sessions"][0]["latest_battle_id"]
        assert (await raw_client.vote(running)).status == 409
        await raw_client.ask("POST", f"/api/battles/{running}/stop", {})
        provider.release(BETA)
    assert (await raw_client.vote(running)).status == 409
    provider.script(BETA, Script(status=401))
    failed = await raw_client.battle()
    assert failed.events[-1][0] == "void"
    assert (await raw_client.vote(failed.battle_id)).status == 409
    assert await all_votes(database) == []


@pytest.mark.parametrize(
    "body",
    [
        {"vote": "tie", "user_id": "admin"},
        {"vote": "tie", "model_a": "x", "model_b": "y"},
        {"vote": "tie", "weight": 100},
        {"vote": "tie", "created_at": "2020-01-01T00:00:00Z"},
        {"vote": "tie", "counted": True},
        {"vote": "tie", "winner": 7},
        {"winner": 7},
        {"vote": 7},
        {"vote": ["tie"]},
        {"vote": "left"},
        {"vote": "tie", "reasons": ["because"]},
        {"vote": "tie", "reasons": ["clear"] * 12},
        {"vote": "tie", "comment": "x" * 2001},
        {"vote": "tie", "comment": "a\u0000b"},
        [],
        "tie",
    ],
)
async def test_v07_a_body_says_the_vote_and_nothing_else(raw_client: RawClient, database: Database, body: Any) -> None:
    battle = await raw_client.battle()
    reply = await raw_client.ask("POST", f"/api/battles/{battle.battle_id}/vote", body)
    assert reply.status == 422
    assert await all_votes(database) == []


async def test_v09_one_address_counts_so_many_times_a_day(raw_client: RawClient, database: Database) -> None:
    cap = DAILY_CAP[Profile.PUBLIC]
    assert cap == 50
    first = await raw_client.battle()
    await raw_client.vote(first.battle_id)
    [vote] = await all_votes(database)
    assert vote.address is not None
    assert "127.0.0.1" not in vote.address, "a keyed hash, not the address"
    async with database.unit() as session:
        battles = [await add_battle(session, f"Prompt {number}", owner=f"v_{number:032x}") for number in range(100)]

    async def cast(battle: Battle) -> Any:
        async with database.unit() as session:
            return await cast_vote(
                session,
                voter=Voter(battle.owner, "one network", Profile.PUBLIC),
                battle_id=battle.battle_id,
                wanted=VoteIn(vote=VoteWord.LEFT_BETTER),
            )

    told = [out for start in range(0, 100, 10) for out in await asyncio.gather(*map(cast, battles[start : start + 10]))]
    assert len({tuple(sorted(out.model_dump())) for out in told}) == 1, "nobody is told"
    stored = [vote for vote in await all_votes(database) if vote.address == "one network"]
    assert len(stored) == 100
    assert Counter((vote.counted, *vote.flags) for vote in stored) == {(True,): cap, (False, Flag.OVER_CAP): 100 - cap}


async def test_v10_addresses_in_headers_are_not_believed(raw_client: RawClient, database: Database) -> None:
    battle = await raw_client.battle()
    told = []
    for number in range(45):
        # Fresh cookies and a new address in every header that proxies use.
        claimed = f"203.0.113.{number}"
        headers = {
            "X_Forwarded_For": claimed,
            "X_Real_IP": claimed,
            "Forwarded": f"for={claimed}",
            "CF_Connecting_IP": claimed,
        }
        told.append((await RawClient(raw_client.site).ask("POST", "/api/sessions", {"prompt": ""}, **headers)).status)
    assert 429 in told
    assert Counter(told)[429] >= 45 - 30
    await raw_client.ask(
        "POST", f"/api/battles/{battle.battle_id}/vote", {"vote": "tie"}, X_Forwarded_For="198.51.100.7"
    )
    other = await raw_client.battle("Another.")
    await raw_client.vote(other.battle_id)
    assert len({vote.address for vote in await all_votes(database)}) == 1


async def test_v11_a_vote_faster_than_reading_is_kept_but_not_counted(
    raw_client: RawClient, database: Database
) -> None:
    quick = await raw_client.battle("One.")
    slow = await raw_client.battle("Two.")
    async with database.unit() as session:
        query = update(Battle).where(Battle.battle_id == slow.started["battle_id"])
        await session.execute(query.values(completed_at=datetime.now(UTC) - timedelta(minutes=2)))
    told = [await raw_client.vote(battle.battle_id) for battle in (quick, slow)]
    assert [reply.status for reply in told] == [200, 200]
    assert set(told[0].json()) == set(told[1].json()), "not told"
    hasty, patient = [await vote_of(database, battle.battle_id) for battle in (quick, slow)]
    assert (hasty.flags, hasty.counted) == ([Flag.TOO_FAST], False)
    assert (patient.flags, patient.counted) == ([], True)


async def test_v12_the_same_prompt_fifty_times_counts_once(raw_client: RawClient, database: Database) -> None:
    owner = await owner_of(database, await raw_client.battle())
    plain = "Why is the sky blue?"
    disguises = (str.upper, str.title, " {} ".format, "{}\u200b".format, lambda text: text.replace(" ", "\u00a0 "))
    prompts = [disguises[number % len(disguises)](plain) for number in range(50)]
    suggested = [SUGGESTED[0].prompt] * 3
    async with database.unit() as session:
        battles = [await add_battle(session, prompt, owner=owner) for prompt in (*prompts, *suggested)]
    for battle in battles:
        async with database.unit() as session:
            voter = Voter(owner, None, Profile.PUBLIC)
            wanted = VoteIn(vote=VoteWord.LEFT_BETTER)
            await cast_vote(session, voter=voter, battle_id=battle.battle_id, wanted=wanted)
    stored = {vote.battle_id: vote for vote in await all_votes(database)}
    assert sum(stored[battle.battle_id].counted for battle in battles[:50]) == 1
    assert all(stored[battle.battle_id].counted for battle in battles[50:])


async def test_v22_the_chance_of_every_pair_is_stored(raw_client: RawClient, database: Database) -> None:
    for prompt in ("One.", "Two."):
        await raw_client.battle(prompt)
    async with database.unit() as session:
        rows = (
            await session.execute(select(Battle.left_model_id, Battle.right_model_id, Battle.sampling_probability))
        ).all()
    assert [({left, right}, chance) for left, right, chance in rows] == [({ALPHA, BETA}, 1.0)] * 2


def _account(raw_client: RawClient) -> str:
    return raw_client.cookie.partition("=")[2].split(".")[1]
