from tests.clients import AccountClient

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


async def test_an_error_in_the_catalog_file_is_reported(admin: AccountClient, resources: Resources) -> None:
    (resources.get(Settings).data_dir / "models.yaml").write_text("models:\n  - {name: without an id}\n")
    answer = await admin.post("/api/admin/discovery")
    assert (answer.status_code, answer.json()["detail"]) == (422, "models.yaml, line 2, models[0].id: is missing")


async def test_the_report_lists_the_providers_of_the_admin_area(admin: AccountClient) -> None:
    report = (await admin.post("/api/admin/discovery")).json()
    assert [(one["name"], one["found"], one["problem"]) for one in report["spots"]] == [("House", 3, None)]
    assert (report["warnings"], report["changed"], report["retired"]) == ([], [], [])
    assert len(report["waiting"]) == 3
