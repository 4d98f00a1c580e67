"""The boards over HTTP."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from llmbattler.catalog import service as catalog
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.deps import Boards
from llmbattler.ratings.estimation.bradley_terry import BothBad
from tests.arena.vote_counts.ballots import ballot, put
from tests.ratings.conftest import count, offers

pytestmark = pytest.mark.usefixtures("voted")


async def ask(client: httpx.AsyncClient, path: str, **query: Any) -> Any:
    response = await client.get(path, params=query)
    assert response.status_code == 200, response.text
    return response.json()


def ids(board: Any) -> list[str]:
    return [row["model_id"] for row in board["leaderboard"]]


async def test_a_board_has_the_names_of_the_users_documents(client: httpx.AsyncClient) -> None:
    board = await ask(client, "/api/leaderboard")
    row = board["leaderboard"][0]
    assert row.keys() >= {
        "rank", "model_id", "model_name", "elo_score", "elo_ci", "vote_count", "win_rate", "organization", "license"
    }  # fmt: skip
    assert board["metadata"].keys() >= {"total_models", "total_votes", "last_updated", "board", "categories"}
    assert isinstance(row["elo_score"], int)
    few = await ask(client, "/api/leaderboard", min_votes=100_000)
    assert (len(few["leaderboard"]), few["metadata"]["rated_models"]) == (0, 4), "hidden ones are counted"
    assert ids(board) == ["dog", "cat", "bee", "ant"]
    assert row["rank"] == row["rank_low"] <= row["rank_high"]
    assert row["ci_low"] < row["elo_score"] < row["ci_high"]
    assert board["metadata"]["total_votes"] * 2 == sum(row["vote_count"] for row in board["leaderboard"])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"sort_by": "elo_score"}, ["dog", "cat", "bee", "ant"]),
        ({"sort_by": "elo_score", "order": "asc"}, ["ant", "bee", "cat", "dog"]),
        ({"sort_by": "model_name"}, ["ant", "bee", "cat", "dog"]),
        ({"sort_by": "price"}, ["ant", "cat", "bee", "dog"]),
        ({"sort_by": "price", "order": "desc"}, ["bee", "cat", "ant", "dog"]),
        ({"sort_by": "organization"}, ["bee", "ant", "cat", "dog"]),
        ({"sort_by": "score"}, ["dog", "cat", "bee", "ant"]),
        ({"sort_by": "Name"}, ["ant", "bee", "cat", "dog"]),
        ({"category": "Overall"}, ["dog", "cat", "bee", "ant"]),
        ({"category": "TEXT"}, ["dog", "cat", "bee", "ant"]),
        ({"q": "ACME"}, ["bee", "ant"]),
        ({"q": "be ac"}, ["bee"]),
        ({"q": "nobody"}, []),
        ({"organization": "Acme", "license": "MIT"}, ["ant"]),
        ({"min_votes": 100_000}, []),
    ],
)
async def test_searching_filtering_sorting(
    client: httpx.AsyncClient, query: dict[str, Any], expected: list[str]
) -> None:
    assert ids(await ask(client, "/api/leaderboard", **query)) == expected


async def test_sorting_by_votes_is_sorting_by_their_number(client: httpx.AsyncClient) -> None:
    by_votes = await ask(client, "/api/leaderboard", sort_by="votes")
    assert ids(by_votes) == ids(await ask(client, "/api/leaderboard", sort_by="vote_count"))
    assert (await client.get("/api/leaderboard", params={"sort_by": "beauty"})).status_code == 422


@pytest.mark.parametrize("word", ["Coding", "CODING", "coding", " coding "])
async def test_a_category_is_written_in_any_case(client: httpx.AsyncClient, word: str) -> None:
    assert (await ask(client, "/api/leaderboard", category=word))["metadata"]["board"] == "category:coding"


async def test_a_category_may_have_spaces_and_dashes(client: httpx.AsyncClient) -> None:
    for word in ("Creative Writing", "creative-writing"):
        board = await ask(client, "/api/leaderboard", category=word)
        assert board["metadata"]["board"] == "category:creative_writing"


@pytest.mark.parametrize(
    "query", [{"category": "poetry"}, {"category": "category:poetry"}, {"board": "category:poetry"}]
)
async def test_an_unknown_category_is_named_with_all_known_ones(
    client: httpx.AsyncClient, query: dict[str, str]
) -> None:
    answer = await client.get("/api/leaderboard", params=query)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert answer.json()["title"] == "There is no such category."
    assert "overall, coding, math, creative_writing" in answer.json()["detail"]


async def test_every_board_that_is_listed_can_be_opened(client: httpx.AsyncClient) -> None:
    boards = (await ask(client, "/api/leaderboard"))["metadata"]["boards"]
    assert {board["board"] for board in boards} == {
        "overall", "last_30_days", "side_by_side", "category:coding", "category:math", "category:hard", "language:de",
        "language:en", "usage",
    }  # fmt: skip
    assert boards[0]["kind"] == "overall"
    for board in boards:
        opened = await ask(client, "/api/leaderboard", board=board["board"])
        assert opened["metadata"]["total_votes"] == board["total_votes"] > 0


async def test_a_category_is_short_for_its_board(client: httpx.AsyncClient) -> None:
    short = await ask(client, "/api/leaderboard", category="coding")
    assert short == await ask(client, "/api/leaderboard", board="category:coding")
    assert short["metadata"]["label"] == "Coding"
    assert await ask(client, "/api/leaderboard", category="language:de") == await ask(
        client, "/api/leaderboard", board="language:de"
    )


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"board": "nothing"}, 404),
        ({"board": "judge:nobody"}, 404),
        ({"board": "import:nothing"}, 404),
        ({"board": "side_by_side", "style_control": "true"}, 404),
        ({"board": "overall\0"}, 422),
        ({"sort_by": "luck"}, 422),
        ({"min_votes": -1}, 422),
        ({"unknown": 1}, 422),
    ],
)
async def test_what_does_not_exist_is_said(client: httpx.AsyncClient, query: dict[str, Any], status: int) -> None:
    response = await client.get("/api/leaderboard", params=query)
    assert response.status_code == status, response.text
    assert response.json()["type"].endswith(("not-found", "invalid"))


async def test_a_board_without_votes_is_empty(client: httpx.AsyncClient) -> None:
    board = await ask(client, "/api/leaderboard", board="category:vision")
    assert (board["leaderboard"], board["metadata"]["total_votes"]) == ([], 0)


async def test_an_unchanged_board_is_not_sent_again(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    first = await client.get("/api/leaderboard")
    again = await client.get("/api/leaderboard", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    await put(database, ballot("ant", "dog", "left_better"))
    await count(database)
    resources.get(Boards).invalidate()  # what the live channel does
    changed = await client.get("/api/leaderboard", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


async def test_history_shows_the_minute(client: httpx.AsyncClient) -> None:
    history = await ask(client, "/api/leaderboard/history")
    assert [line["model_id"] for line in history["lines"]] == ["dog", "cat", "bee", "ant"]
    (point,) = history["lines"][0]["points"]
    assert point["ci_low"] < point["elo_score"] < point["ci_high"]
    assert point["online_elo"] > 1500
    one = await ask(client, "/api/leaderboard/history", models=["ant"], at="2100-01-01T00:00:00Z")
    assert [line["model_id"] for line in one["lines"]] == ["ant"]
    assert len(one["lines"][0]["points"]) == 1
    before = await ask(client, "/api/leaderboard/history", models=["ant"], at="2000-01-01T00:00:00Z")
    assert before["lines"][0]["points"] == []


@pytest.mark.parametrize("at", ["2100-01-01T00:00:00", "2100-01-01", "9999-12-31T23:59:59-14:00"])
async def test_a_time_without_a_zone_is_one_in_utc(client: httpx.AsyncClient, at: str) -> None:
    history = await ask(client, "/api/leaderboard/history", models=["ant"], at=at)
    assert len(history["lines"][0]["points"]) == 1
    assert (await ask(client, "/api/leaderboard/history", models=["ant"], since=at))["lines"][0]["points"] == []


async def test_a_long_history_is_thinned_and_ends_now(client: httpx.AsyncClient, database: Database) -> None:
    async with database.unit() as session:
        copies = "INSERT INTO model_stats_history SELECT board, at - i * interval '1 minute', total_votes, rows, facts "
        these = "FROM model_stats_history, generate_series(1, 899) AS i WHERE board = 'overall'"
        await session.execute(text(copies + these))
    newest = await ask(client, "/api/leaderboard/history", models=["ant"], at="2100-01-01T00:00:00Z")
    (line,) = (await ask(client, "/api/leaderboard/history", models=["ant", "ant"]))["lines"]
    assert len(line["points"]) == 300
    assert line["points"][-1] == newest["lines"][0]["points"][0]
    nobody = await ask(client, "/api/leaderboard/history", models=["nobody"])
    assert nobody["lines"] == [{"model_id": "nobody", "model_name": "nobody", "points": []}]


async def test_predictions_are_those_of_the_sites_own_ratings(client: httpx.AsyncClient, resources: Resources) -> None:
    """Where `both_bad` pulls down, two models are as far apart as the board says."""
    boards = resources.get(Boards)

    async def predict() -> tuple[Any, Any]:
        cells = (await ask(client, "/api/leaderboard/matrix", models=["ant", "dog"]))["cells"]
        return cells[0]["predicted"], (await ask(client, "/api/models/dog/versus/ant"))["boards"][0]["predicted"]

    plain, plain_versus = await predict()
    assert plain == plain_versus
    boards.rules = replace(boards.rules, both_bad=BothBad.GROUNDED)
    grounded, grounded_versus = await predict()
    assert grounded == grounded_versus != plain


async def test_two_models_head_to_head(client: httpx.AsyncClient) -> None:
    versus = await ask(client, "/api/models/dog/versus/ant")
    overall = versus["boards"][0]
    assert (overall["board"], versus["a"]["model_name"], versus["b"]["model_name"]) == ("overall", "Dog", "Ant")
    assert overall["record"]["wins"] > overall["record"]["losses"]
    assert overall["observed"]["low"] < overall["observed"]["value"] < overall["observed"]["high"]
    assert overall["predicted"]["value"] > 0.5
    assert versus["votes_to_separate"] == 0
    back = await ask(client, "/api/models/ant/versus/dog")
    assert back["boards"][0]["record"]["losses"] == overall["record"]["wins"]
    assert back["boards"][0]["predicted"]["value"] == pytest.approx(1 - overall["predicted"]["value"])


@pytest.mark.parametrize(("path", "status"), [("dog/versus/dog", 422), ("dog/versus/cow", 404), ("cow/ratings", 404)])
async def test_models_that_cannot_be_compared(client: httpx.AsyncClient, path: str, status: int) -> None:
    assert (await client.get(f"/api/models/{path}")).status_code == status


async def test_all_pairs(client: httpx.AsyncClient) -> None:
    matrix = await ask(client, "/api/leaderboard/matrix")
    assert [model["model_id"] for model in matrix["models"]] == ["dog", "cat", "bee", "ant"]
    assert len(matrix["cells"]) == 6
    assert all(cell["predicted"]["value"] >= 0.5 for cell in matrix["cells"])
    few = await ask(client, "/api/leaderboard/matrix", models=["ant", "dog"])
    assert [(cell["a"], cell["b"]) for cell in few["cells"]] == [("dog", "ant")]


async def test_everything_of_one_model(client: httpx.AsyncClient) -> None:
    found = await ask(client, "/api/models/dog/ratings")
    assert found["boards"][0]["board"] == "overall"
    assert {"category:coding", "language:de"} <= {board["board"] for board in found["boards"]}
    assert {one["model_id"] for one in found["opponents"]} == {"ant", "bee", "cat"}


async def test_v20_a_retired_model_stays_on_the_board_and_says_so(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    async with database.unit() as session:
        await catalog.sync_catalog(session, offers=[offer for offer in offers() if offer.model_id != "dog"])
    resources.get(Boards).invalidate()
    board = await ask(client, "/api/leaderboard")
    assert board["leaderboard"][0]["model_id"] == "dog"
    assert board["leaderboard"][0]["status"] == "retired"


async def test_v21_a_maker_of_many_variants_can_take_none_back(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    """Nobody sees the best of many: each variant has a row of its own, which stays when it is withdrawn or returns."""
    variants = [replace(offers()[0], model_id=f"ant-{number}", name=f"Ant {number}") for number in range(12)]

    async def offer_and_read(*offered: OfferedModel) -> dict[str, Any]:
        async with database.unit() as session:
            await catalog.sync_catalog(session, offers=[*offers(), *offered])
        resources.get(Boards).invalidate()
        return {row["model_id"]: row for row in (await ask(client, "/api/leaderboard"))["leaderboard"]}

    await offer_and_read(*variants)
    for number, variant in enumerate(variants):
        words = ["left_better"] * (number + 1) + ["right_better"] * (len(variants) - number)
        await put(database, *(ballot(variant.model_id, "cat", word) for word in words))
    await count(database)
    before = await offer_and_read(*variants)
    names = {variant.model_id for variant in variants}
    assert names < before.keys()
    assert {before[name]["organization"] for name in names} == {"Acme"}
    withdrawn = await offer_and_read(variants[-1])
    back = await offer_and_read(*variants)
    for name, row in before.items():
        status = "retired" if name in names - {variants[-1].model_id} else row["status"]
        assert withdrawn[name] == {**row, "status": status}
        assert back[name] == row
    for name in names:
        assert (await ask(client, f"/api/models/{name}/ratings"))["boards"][0]["board"] == "overall"


async def test_a_delayed_board_shows_the_past(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    boards = resources.get(Boards)
    boards.rules = boards.rules.__class__(delay=timedelta(hours=1))
    assert (await ask(client, "/api/leaderboard"))["leaderboard"] == []
    listed = (await ask(client, "/api/leaderboard"))["metadata"]["boards"]
    assert [(one["board"], one["total_votes"]) for one in listed] == [("overall", 0)]


async def test_a_delay_hides_todays_votes_in_every_comparison(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_counts SET day = (now() AT TIME ZONE 'UTC')::date"))
    first, second = ids(await ask(client, "/api/leaderboard"))[:2]
    wanted = ("/api/leaderboard/matrix", f"/api/models/{first}/versus/{second}", f"/api/models/{first}/ratings")
    matrix, versus, model = [await ask(client, path) for path in wanted]
    assert matrix["cells"]
    assert versus["boards"]
    assert model["boards"]
    boards = resources.get(Boards)
    boards.rules = boards.rules.__class__(delay=timedelta(hours=1))
    matrix, versus, model = [await ask(client, path) for path in wanted]
    assert matrix["cells"] == []
    assert (versus["boards"], versus["votes_to_separate"], versus["a"]["vote_count"]) == ([], None, 0)
    assert (model["boards"], model["opponents"]) == ([], [])


async def test_a_delay_shows_the_votes_of_days_before(
    client: httpx.AsyncClient, database: Database, resources: Resources
) -> None:
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_counts SET day = (now() AT TIME ZONE 'UTC')::date - 3"))
    first, second = ids(await ask(client, "/api/leaderboard"))[:2]
    path = f"/api/models/{first}/versus/{second}"
    now = [one for one in (await ask(client, path))["boards"] if one["board"] == "overall"]
    boards = resources.get(Boards)
    boards.rules = boards.rules.__class__(delay=timedelta(days=1))
    assert (await ask(client, path))["boards"] == now
