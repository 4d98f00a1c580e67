"""Own leaderboards over HTTP."""

from tests.arena.conftest import Person

MINE = "/api/leaderboard/mine"


async def test_my_board_has_my_votes_and_nobody_elses(person: Person, arena_site: str) -> None:
    heard = await person.battle()
    await person.vote(heard.battle_id, "left_better")
    mine = await person.get(MINE)
    assert mine["metadata"] == {"total_votes": 1, "since": None}
    assert [row["vote_count"] for row in mine["leaderboard"]] == [1, 1]
    best, worst = mine["leaderboard"]
    assert best["elo_score"] > worst["elo_score"]
    stranger = Person(arena_site)
    assert (await stranger.get(MINE))["leaderboard"] == []
    await stranger.http.aclose()


async def test_a_reset_starts_anew_and_can_be_undone(person: Person) -> None:
    heard = await person.battle()
    await person.vote(heard.battle_id)
    for _ in range(2):
        reset = await person.http.post(f"{MINE}/reset", json={})
        assert reset.status_code == 200, reset.text
        assert reset.json()["leaderboard"] == []
    assert (await person.http.delete(f"{MINE}/reset")).json()["leaderboard"] == []
    again = (await person.http.delete(f"{MINE}/reset")).json()
    assert again["metadata"] == {"total_votes": 1, "since": None}
