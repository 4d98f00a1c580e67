"""Procrastinate's own migrations, applied as revisions of ours."""

from importlib import resources


def list_scripts(*, after: str | None, until: str) -> list[str]:
    """Give the SQL of Procrastinate's migrations in order, up to and including the named one.

    Released migrations never change, so a revision that names its last one does the same for ever.
    """
    folder = resources.files("procrastinate.sql.migrations")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    if until not in names:
        raise LookupError(f"Procrastinate has no migration {until!r}.")
    wanted = [name for name in names if name <= until and (after is None or name > after)]
    return [(folder / name).read_text(encoding="utf-8") for name in wanted]
