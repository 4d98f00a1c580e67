"""Voting over HTTP."""

from llmbattler.core.db import Database
from tests.arena.conftest import Person
from tests.arena.rows import all_votes


async def test_a_vote_stores_hashes_of_the_network_and_never_the_address(person: Person, database: Database) -> None:
    heard = await person.battle()
    assert (await person.vote(heard.battle_id, comment="  Good. ")).status_code == 200
    [vote] = await all_votes(database)
    assert vote.address
    assert vote.network
    assert vote.address != vote.network
    assert "127.0.0" not in f"{vote.address} {vote.network}"
    assert vote.comment == "Good."


async def test_a_second_vote_is_refused_with_the_first_one(person: Person, database: Database) -> None:
    heard = await person.battle()
    first = await person.vote(heard.battle_id, "tie")
    again = await person.vote(heard.battle_id, "tie")
    other = await person.vote(heard.battle_id, "both_bad")
    assert again.json() == first.json()
    assert other.status_code == 409
    assert other.json()["vote"] == "tie"
    assert other.json()["revealed_models"] == first.json()["revealed_models"]
    assert len(await all_votes(database)) == 1


async def test_a_repeated_request_answers_the_same_and_its_key_takes_no_other_vote(person: Person) -> None:
    heard = await person.battle()
    path, key = f"/api/battles/{heard.battle_id}/vote", {"Idempotency-Key": "k-1"}
    first = await person.http.post(path, json={"vote": "tie"}, headers=key)
    again = await person.http.post(path, json={"vote": "tie"}, headers=key)
    other = await person.http.post(path, json={"vote": "both_bad"}, headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert other.status_code >= 400


async def test_nonsense_is_refused_and_the_battle_stays_open(person: Person) -> None:
    heard = await person.battle()
    for wrong in ({"vote": "maybe"}, {"vote": "tie", "reasons": ["nice"]}, {"vote": "tie", "more": 1}, {}):
        response = await person.http.post(f"/api/battles/{heard.battle_id}/vote", json=wrong)
        assert response.status_code == 422, wrong
    assert (await person.get(f"/api/battles/{heard.battle_id}"))["can_vote"]
