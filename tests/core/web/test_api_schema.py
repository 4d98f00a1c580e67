from typing import Any

import pytest
from fastapi import FastAPI

from llmbattler.core.errors import Conflict, NotFound
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.api_schema import merge_problem_responses
from llmbattler.core.web.problems import ANY_PROBLEM, MEDIA_TYPE, Problem, explain
from llmbattler.server.app import create_app

PROBLEM = "#/components/responses/Problem"


class SuiteNotFound(NotFound):
    """There is no such suite."""


class VersionNotFound(NotFound):
    """There is no such version."""


class Taken(Problem):
    by: str


@pytest.fixture
def described() -> dict[str, Any]:
    app = FastAPI(responses=ANY_PROBLEM)
    special = {409: {"model": Taken, "description": "Taken."}}

    @app.get("/plain")
    async def plain(number: int) -> int:
        return number

    @app.get("/suite", responses=explain([VersionNotFound, SuiteNotFound, Conflict]))
    async def suite() -> str:
        return ""

    @app.post("/name", status_code=201, responses={**explain(SuiteNotFound), **special})
    async def name() -> str:
        return ""

    return merge_problem_responses(app.openapi())


def responses(described: dict[str, Any], path: str, method: str = "get") -> dict[str, Any]:
    found: dict[str, Any] = described["paths"][path][method]["responses"]
    return found


def test_every_operation_can_answer_a_problem(described: dict[str, Any]) -> None:
    found = responses(described, "/plain")
    assert found.keys() == {"200", "default"}
    assert found["default"] == {"$ref": PROBLEM}
    content = described["components"]["responses"]["Problem"]["content"]
    assert content == {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    assert {"title", "status", "request_id"} <= set(described["components"]["schemas"]["Problem"]["required"])


def test_the_problems_of_an_operation_are_listed(described: dict[str, Any]) -> None:
    found = responses(described, "/suite")
    assert found.keys() == {"200", "default"}
    assert found["default"] == {
        "$ref": PROBLEM,
        "description": f"- 404: There is no such version. There is no such suite.\n- 409: {Conflict.__doc__}",
    }


def test_a_problem_with_fields_of_its_own_stays_under_its_status(described: dict[str, Any]) -> None:
    found = responses(described, "/name", "post")
    assert found.keys() == {"201", "409", "default"}
    assert found["409"]["content"] == {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Taken"}}}
    assert found["default"]["description"] == "- 404: There is no such suite.\n- 409: Taken."


def test_the_site_describes_problems_once_per_operation() -> None:
    described = create_app(Settings(discovery=False), Resources()).openapi()
    operations = [one for methods in described["paths"].values() for one in methods.values()]
    assert len(operations) > 100
    assert {one["responses"]["default"]["$ref"] for one in operations} == {PROBLEM}
    special = {
        one["operationId"]: status for one in operations for status in one["responses"] if status.startswith(("4", "5"))
    }
    assert special == {"change_suite_api_bench_suites__suite_id__put": "409"}
    vote = responses(described, "/api/battles/{battle_id}/vote", "post")["default"]["description"]
    assert [line[:6] for line in vote.splitlines()] == ["- 404:", "- 409:"]
