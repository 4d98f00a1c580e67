import json
from pathlib import Path

from tests.processes import running


def test_a_new_folder_then_a_site_that_ran(data_dir: Path) -> None:
    there = {"DATA_DIR": str(data_dir)}
    with running("doctor", **there) as before:
        assert before.wait() == 1
        assert "llmbattler migrate" in "".join(before.said)
    with running("migrate", **there) as migrate:
        assert migrate.wait() == 0
    with running("doctor", "--json", **there) as after:
        assert after.wait() == 0, after.said
    findings = json.loads("".join(after.said).partition("[")[1] + "".join(after.said).partition("[")[2])
    assert {finding["subject"] for finding in findings} == {
        "settings", "disk", "sandbox", "database", "schema", "rows", "backups", "models", "contestants", "votes"
    }  # fmt: skip


def test_an_unreachable_database_is_a_finding_and_not_a_crash(data_dir: Path) -> None:
    there = {
        "DATA_DIR": str(data_dir),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "SECRET_KEY": "8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab91",
    }
    with running("doctor", **there) as doctor:
        assert doctor.wait() == 1
        assert "Traceback" not in "".join(doctor.said)
        assert "database" in "".join(doctor.said)
