import httpx
import pytest

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.ratings.imports import routes

CSV = b"model_a,model_b,winner\n" + b"x,y,a\ny,x,tie\nx,z,b\n" * 10 + b"x,x,a\n"
BYTES = {"Content-Type": "application/octet-stream"}


async def send(client: httpx.AsyncClient, data: bytes = CSV, **query: str) -> httpx.Response:
    wanted = {"name": "mine", "filename": "votes.csv"} | query
    return await client.post("/api/vote-sets", params=wanted, content=data, headers=BYTES)


async def test_a_file_can_be_sent_seen_and_removed(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/vote-sets")).json() == {"sets": [], "may_import": True}
    sent = await send(client)
    assert sent.status_code == 201, sent.text
    assert sent.json() == {
        "name": "mine",
        "board": "import:mine",
        "votes": 30,
        "models": 3,
        "skipped": 1,
        "problems": [{"line": 32, "reason": "compares a model with itself"}],
    }
    (kept,) = (await client.get("/api/vote-sets")).json()["sets"]
    assert {**kept, "created_at": ""} == {
        "name": "mine",
        "origin": "votes.csv",
        "votes": 30,
        "skipped": 1,
        "created_at": "",
        "board": "import:mine",
    }
    board = (await client.get("/api/leaderboard", params={"board": "import:mine"})).json()
    assert {row["model_id"] for row in board["leaderboard"]} == {"x", "y", "z"}
    assert (await send(client)).status_code == 409
    assert (await client.delete("/api/vote-sets/mine")).status_code == 204
    assert (await client.delete("/api/vote-sets/mine")).status_code == 404
    assert (await client.get("/api/vote-sets")).json()["sets"] == []


@pytest.mark.parametrize(
    ("query", "data", "status", "said"),
    [
        ({"filename": "votes.xlsx"}, CSV, 422, "ends in .xlsx"),
        ({"filename": "../votes.csv"}, CSV, 422, "not a path"),
        ({"name": "a b"}, CSV, 422, "letters, digits"),
        ({"name": "a\0"}, CSV, 422, "NUL"),
        ({"surplus": "1"}, CSV, 422, "surplus"),
        ({}, b"", 422, "found: none"),
        ({}, b"a,b\n", 422, "missing: model_a, model_b, winner; found: a, b"),
        ({"filename": "v.parquet"}, b"\0" * 100, 422, "not a Parquet file"),
    ],
)
async def test_a_bad_upload_is_a_sentence(
    client: httpx.AsyncClient, query: dict[str, str], data: bytes, status: int, said: str
) -> None:
    answer = await send(client, data, **query)
    assert answer.status_code == status
    assert said in answer.text
    assert (await client.get("/api/vote-sets")).json()["sets"] == []


async def test_a_large_file_is_refused(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "UPLOAD_BYTES", 100)
    assert (await send(client)).status_code == 413


async def test_more_than_an_ordinary_body_is_accepted(client: httpx.AsyncClient) -> None:
    answer = await send(client, b"model_a,model_b,winner\n" + b"a,b,a\n" * 200_000)
    assert (answer.status_code, answer.json()["votes"]) == (201, 200_000)


async def test_only_bytes_are_taken(client: httpx.AsyncClient) -> None:
    query = {"name": "mine", "filename": "votes.csv"}
    assert (await client.post("/api/vote-sets", params=query, json={})).status_code == 415
    assert (await client.post("/api/vote-sets", params=query, data={"a": "b"})).status_code == 415


@pytest.mark.parametrize("profile", [Profile.CLASSROOM, Profile.PUBLIC])
async def test_other_sites_take_no_files(client: httpx.AsyncClient, resources: Resources, profile: Profile) -> None:
    resources.add(Settings, resources.get(Settings).model_copy(update={"profile": profile}))
    assert (await client.get("/api/vote-sets")).json()["may_import"] is False
    for answer in (await send(client), await client.delete("/api/vote-sets/mine")):
        assert answer.status_code == 403
        assert "llmbattler votes import" in answer.text
