import pytest

from llmbattler.migrations.procrastinate_sql import list_scripts

FIRST = "00.00.00_01_initial.sql"
LAST = "03.04.00_50_post_add_retry_failed_job_procedure.sql"


def test_two_ranges_of_scripts_together_are_the_whole() -> None:
    scripts = list_scripts(after=None, until=LAST)
    assert len(scripts) > 1
    assert "CREATE TABLE procrastinate_jobs" in scripts[0]
    assert [*list_scripts(after=None, until=FIRST), *list_scripts(after=FIRST, until=LAST)] == scripts
    assert list_scripts(after=LAST, until=LAST) == []


def test_an_unknown_migration_is_refused() -> None:
    with pytest.raises(LookupError, match="no-such"):
        list_scripts(after=None, until="99_no-such.sql")
