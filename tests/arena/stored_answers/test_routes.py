from llmbattler.arena.models import Vote, VoteMode
from llmbattler.arena.vote_counts.service.counts import count_pending
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.service import RatingRules
from tests.arena.conftest import ALPHA, BETA, Person
from tests.arena.rows import all_rows

PATH = "/api/battles/from-answers"
NAMES = (ALPHA, BETA, "Name of", "Maker of")


async def test_two_chats_are_compared_blind_and_count_on_the_usage_board(person: Person, resources: Resources) -> None:
    chats = [await person.battle("Why?", mode="direct", models=[model]) for model in (ALPHA, BETA)]
    wanted = {"answers": [{"battle_id": chat.battle_id} for chat in chats]}
    response = await person.http.post(PATH, json=wanted)
    assert response.status_code == 201, response.text
    battle = response.json()
    shown = await person.http.get(f"/api/battles/{battle['battle_id']}")
    for text in (response.text, shown.text):
        assert not any(name in text for name in NAMES)
    assert (battle["mode"], battle["status"], battle["seen_before"]) == ("battle", "open", True)
    assert {message["text"] for message in battle["messages"] if message["role"] == "assistant"} == {
        chat.left for chat in chats
    }
    voted = await person.vote(battle["battle_id"])
    assert set(voted.json()["revealed_models"].values()) == {f"Name of {ALPHA}", f"Name of {BETA}"}
    [vote] = await all_rows(resources.get(Database), Vote)
    assert (vote.mode, vote.counted) == (VoteMode.USAGE, True)
    async with resources.get(Database).unit() as session:
        await count_pending(session, rules=RatingRules(min_votes=1))
    board = await person.get("/api/leaderboard?board=usage&min_votes=1")
    assert [row["vote_count"] for row in board["leaderboard"]] == [1, 1]
    assert (board["metadata"]["label"], board["metadata"]["total_votes"]) == ("Usage", 1)
    overall = await person.get("/api/leaderboard?min_votes=0")
    assert overall["metadata"]["total_votes"] == 0


async def test_the_answers_of_an_open_blind_battle_stay_where_they_are(person: Person) -> None:
    heard = await person.battle("Why?")
    wanted = {"answers": [{"battle_id": heard.battle_id, "position": side} for side in ("left", "right")]}
    refused = await person.http.post(PATH, json=wanted)
    assert (refused.status_code, "after the vote" in refused.json()["title"]) == (409, True)
    await person.vote(heard.battle_id)
    assert (await person.http.post(PATH, json=wanted)).status_code == 201


async def test_bad_requests_say_what_to_do(person: Person, stranger: Person) -> None:
    chat = await person.battle("Why?", mode="direct", models=[ALPHA])
    one = {"battle_id": chat.battle_id}
    assert (await person.http.post(PATH, json={"answers": [one]})).status_code == 422
    twice = await person.http.post(PATH, json={"answers": [one, one]})
    assert (twice.status_code, "two different models" in twice.json()["detail"]) == (422, True)
    await stranger.get("/api/arena")
    assert (await stranger.http.post(PATH, json={"answers": [one, one]})).status_code == 404
