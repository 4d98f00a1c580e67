from typing import Any

import httpx


async def test_the_description_of_the_api_names_the_fields_of_a_conflict(client: httpx.AsyncClient) -> None:
    described: dict[str, Any] = (await client.get("/openapi.json")).json()
    answer = described["paths"]["/api/bench/suites/{suite_id}"]["put"]["responses"]["409"]
    assert answer["description"] == "Somebody else saved a newer version while you were editing."
    problem = described["components"]["schemas"]["EditConflictProblem"]
    assert "conflict" in problem["required"]
    assert {"base", "theirs", "yours", "merged"} <= set(described["components"]["schemas"]["ThreeWayOut"]["required"])
