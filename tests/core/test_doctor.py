from pathlib import Path

import psycopg

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.doctor import Finding, Level, check_database, check_settings
from llmbattler.core.settings import Settings


def _levels(findings: list[Finding]) -> dict[str, Level]:
    return {finding.subject: finding.level for finding in findings}


def test_good_settings_are_fine(tmp_path: Path) -> None:
    assert _levels(check_settings(Settings(data_dir=tmp_path))) == {"settings": Level.OK, "disk": Level.OK}


def test_a_private_site_that_listens_to_the_network_is_worth_a_word(tmp_path: Path) -> None:
    findings = check_settings(Settings(data_dir=tmp_path, host="0.0.0.0"))  # noqa: S104
    assert findings[-1].level is Level.WARNING
    assert "PROFILE" in findings[-1].advice


def test_a_public_site_that_trusts_no_proxy_is_worth_a_word(tmp_path: Path) -> None:
    findings = check_settings(Settings(data_dir=tmp_path, profile="public"))
    assert findings[-1].level is Level.WARNING
    assert "TRUSTED_PROXIES" in findings[-1].advice
    findings = check_settings(Settings(data_dir=tmp_path, profile="public", trusted_proxies="127.0.0.1"))
    assert _levels(findings) == {"settings": Level.OK, "disk": Level.OK}


def test_a_missing_secret_is_a_problem(tmp_path: Path) -> None:
    findings = check_settings(Settings(data_dir=tmp_path, DATABASE_URL="postgresql://h/db"))
    assert _levels(findings)["settings"] is Level.PROBLEM


async def test_a_healthy_database(database: Database) -> None:
    levels = _levels(await check_database(database))
    assert levels == {"database": Level.OK, "schema": Level.OK, "rows": Level.OK}


async def test_orphans_are_counted_and_named(database: Database, address: DatabaseAddress) -> None:
    with psycopg.connect(address.url) as connection:
        connection.execute(
            "INSERT INTO model_health (change_id, model_id, state, first) "
            "VALUES (gen_random_uuid(), 'nobody', 'down', true)"
        )
    rows = (await check_database(database))[-1]
    assert rows.level is Level.WARNING
    assert rows.sentence == "1 rows in model_health.model_id refer to a missing row of models.model_id."


async def test_changes_by_hand_are_noticed(database: Database, address: DatabaseAddress) -> None:
    with psycopg.connect(address.url) as connection:
        connection.execute("ALTER TABLE models ADD COLUMN extra int")
    assert _levels(await check_database(database))["schema"] is Level.WARNING


async def test_an_old_schema_says_what_to_run(settings: Settings, empty_address: DatabaseAddress) -> None:
    database = Database(empty_address, settings)
    schema = (await check_database(database))[-1]
    assert schema.level is Level.PROBLEM
    assert "llmbattler migrate" in schema.advice
    await database.close()


async def test_an_absent_database_is_a_problem(settings: Settings) -> None:
    database = Database(DatabaseAddress.parse("postgresql://nobody@127.0.0.1:1/none"), settings)
    assert _levels(await check_database(database)) == {"database": Level.PROBLEM}
    await database.close()
