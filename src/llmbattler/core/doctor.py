"""Checks of a site. Each finding says what is wrong and what to do about it."""

import asyncio
import shutil
from dataclasses import dataclass
from enum import StrEnum

from .data_dir import has_space
from .db import Database
from .db.engine import DatabaseAddress
from .db.migrate import find_drift, get_schema_state
from .db.orphans import find_orphans
from .db.schema_compatibility import SchemaState
from .errors import AppError, StartupProblem
from .secret_files import resolve_secret_key
from .settings import Profile, Settings

LOW_DISK_BYTES = 1_000_000_000


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    subject: str
    sentence: str
    advice: str = ""


def check_settings(settings: Settings) -> list[Finding]:
    """Check secrets, disk space and exposure, without the database."""
    findings = [_check_secret(settings), _check_space(settings)]
    if settings.profile is Profile.PRIVATE and settings.host not in {"127.0.0.1", "localhost", "::1"}:
        findings.append(
            Finding(
                Level.WARNING,
                "settings",
                f"The profile is private, but the site listens on {settings.host}.",
                "Everyone in that network can use it. Set PROFILE=public, or HOST=127.0.0.1 behind a proxy.",
            )
        )
    if settings.profile is Profile.PUBLIC and not settings.trusted_proxies:
        findings.append(
            Finding(
                Level.WARNING,
                "settings",
                "The profile is public, but no proxy is trusted.",
                "Behind a proxy all visitors share its address and limits. Set TRUSTED_PROXIES, for example 127.0.0.1.",
            )
        )
    return findings


def _check_secret(settings: Settings) -> Finding:
    try:
        resolve_secret_key(settings)
    except StartupProblem as problem:
        return Finding(Level.PROBLEM, "settings", str(problem), "Set SECRET_KEY as described.")
    return Finding(Level.OK, "settings", f"Read, profile {settings.profile.value}.")


def _check_space(settings: Settings) -> Finding:
    free = shutil.disk_usage(settings.data_dir).free
    if free < LOW_DISK_BYTES:
        return Finding(
            Level.WARNING if has_space(settings.data_dir) else Level.PROBLEM,
            "disk",
            f"{free // 1_000_000} MB are left for {settings.data_dir}.",
            "Free some space, or move DATA_DIR.",
        )
    return Finding(Level.OK, "disk", f"{free // 1_000_000_000} GB are free for {settings.data_dir}.")


async def check_database(database: Database) -> list[Finding]:
    """Check that the database is reachable and up to date and has no orphans."""
    try:
        await database.check()
    except AppError as problem:
        return [
            Finding(
                Level.PROBLEM, "database", problem.title, "Check DATABASE_URL and whether PostgreSQL is running there."
            )
        ]
    findings = [
        Finding(Level.OK, "database", "It responds."),
        await asyncio.to_thread(_check_schema, database.address),
    ]
    if findings[-1].level is Level.OK:
        findings.extend(await _check_orphans(database))
    return findings


_SCHEMA_FINDINGS = {
    SchemaState.OUTDATED: Finding(
        Level.PROBLEM,
        "schema",
        "It is older than this version.",
        "Run `llmbattler migrate`, or just start the site.",
    ),
    SchemaState.TOO_NEW: Finding(
        Level.PROBLEM,
        "schema",
        "It was upgraded by a newer llmbattler, and this version does not work with it.",
        "Install that version, or restore a backup made before the upgrade.",
    ),
    SchemaState.COMPATIBLE: Finding(
        Level.WARNING,
        "schema",
        "It was upgraded by a newer llmbattler, and this version still works with it.",
        "Install that version here, too.",
    ),
}


def _check_schema(address: DatabaseAddress) -> Finding:
    state = get_schema_state(address)
    if state is not SchemaState.CURRENT:
        return _SCHEMA_FINDINGS[state]
    drift = find_drift(address)
    if drift:
        return Finding(
            Level.WARNING,
            "schema",
            f"{len(drift)} things were changed by hand.",
            "Restore a backup, or undo: " + drift[0],
        )
    return Finding(Level.OK, "schema", "It is up to date.")


async def _check_orphans(database: Database) -> list[Finding]:
    async with database.unit() as session:
        orphans = await find_orphans(session)
    if not orphans:
        return [Finding(Level.OK, "rows", "Every reference between rows is valid.")]
    return [
        Finding(
            Level.WARNING,
            "rows",
            f"{found.count} rows in {found.column} refer to a missing row of {found.target}.",
            "They are skipped everywhere. Report a bug if the database was not changed by hand.",
        )
        for found in orphans
    ]
