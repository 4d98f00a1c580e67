from uuid import UUID, uuid4

import httpx
import pytest


async def test_the_grid_is_filtered_and_paged(client: httpx.AsyncClient, run_id: UUID) -> None:
    grid = (await client.get(f"/api/bench/runs/{run_id}/samples?filter=wrong")).json()
    assert [row["position"] for row in grid["rows"]] == [1]
    page = (await client.get(f"/api/bench/runs/{run_id}/samples")).json()
    assert len(page["rows"]) == 50
    rest = (await client.get(f"/api/bench/runs/{run_id}/samples", params={"cursor": page["next_cursor"]})).json()
    assert ([row["position"] for row in rest["rows"]], rest["next_cursor"]) == (list(range(50, 60)), None)


async def test_a_sample_is_shown_with_its_answers(client: httpx.AsyncClient, run_id: UUID) -> None:
    sample = (await client.get(f"/api/bench/runs/{run_id}/samples/1")).json()
    assert [(one["key"], one["outcome"]) for one in sample["answers"]] == [("alpha", "wrong")]


@pytest.mark.parametrize("path", ["/samples", "/samples/0"])
async def test_an_unknown_run_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(f"/api/bench/runs/{uuid4()}{path}")).status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/samples/60", 404),
        ("/samples/-1", 422),
        ("/samples/99999999999", 422),
        ("/samples?filter=odd", 422),
        ("/samples?limit=1000", 422),
        ("/samples?cursor=x", 422),
        ("/samples?line=gamma", 404),
        ("/samples?other=1", 422),
        ("/samples?search=%00", 200),
        ("/samples?tag=%00", 422),
    ],
)
async def test_invalid_parameters_are_refused(client: httpx.AsyncClient, run_id: UUID, path: str, status: int) -> None:
    assert (await client.get(f"/api/bench/runs/{run_id}{path}")).status_code == status
