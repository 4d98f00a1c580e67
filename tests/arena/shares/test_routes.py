"""Shared battles over HTTP."""

from tests.arena.conftest import ALPHA, BETA, Person


async def test_a_link_works_for_anybody_until_it_is_revoked(person: Person, stranger: Person) -> None:
    heard = await person.battle("A shared question.")
    path = f"/api/battles/{heard.battle_id}/share"
    assert (await stranger.http.post(path, json={})).status_code == 404
    created = await person.http.post(path, json={})
    assert created.status_code == 201, created.text
    shared = f"/api/shared/{created.json()['token']}"
    response = await stranger.http.get(shared)
    assert response.json()["title"] == "A shared question."
    assert (response.headers["X-Robots-Tag"], response.headers["Referrer-Policy"]) == (
        "noindex, nofollow",
        "no-referrer",
    )
    assert (await stranger.http.delete(path)).status_code == 404
    assert (await person.http.delete(path)).status_code == 204
    assert (await stranger.http.get(shared)).status_code == 404


async def test_shared_battles_are_examples_once_the_names_are_known(person: Person) -> None:
    heard = await person.battle("An example.")
    share = await person.http.post(f"/api/battles/{heard.battle_id}/share", json={})
    assert share.status_code < 300, share.text
    path = f"/api/models/{ALPHA}/battles"
    assert (await person.get(path))["battles"] == []  # the names are still hidden
    await person.vote(heard.battle_id, "tie")
    (example,) = (await person.get(path))["battles"]
    assert (example["title"], example["vote"]) == ("An example.", "tie")
    assert {example["left_model_id"], example["right_model_id"]} == {ALPHA, BETA}
    assert (await person.get(f"/api/models/{ALPHA}/versus/{BETA}/battles"))["battles"] == [example]
    assert (await person.get(f"/api/models/{ALPHA}/versus/nobody/battles"))["battles"] == []
