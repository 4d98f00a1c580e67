"""`llmbattler jobs`: the long jobs of all slices that have not ended, such as runs."""

from rich.markup import escape

from llmbattler.core.commands import console, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.long_jobs import LongJob, list_long_jobs
from llmbattler.core.money import format_money
from llmbattler.core.resources import Resources


def jobs() -> None:
    """List long jobs that have not ended, such as runs. Look here before you stop a site."""

    async def work(resources: Resources) -> list[LongJob]:
        async with resources.get(Database).unit() as session:
            return await list_long_jobs(session)

    found = run_on_site(work)
    if not found:
        console.print("No long job is running or paused.")
        return
    table = ConsoleTable("Job", "Kind", prose("Title"), "State", number("Done"), number("Cost"), "Started (UTC)")
    for job in found:
        cost = "" if job.cost_micro_usd is None else format_money(job.cost_micro_usd)
        done = f"{job.done:,} of {job.total:,}"
        started = f"{job.started_at:%Y-%m-%d %H:%M}"
        table.add_row(job.id, job.kind, escape(job.title), job.state, done, cost, started)
    console.print(table)
