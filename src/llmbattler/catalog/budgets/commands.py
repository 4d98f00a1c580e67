"""`llmbattler budget`: daily limits, spend, and reconciliation with the ledger."""

from typing import Annotated

import typer
from rich.markup import escape

from llmbattler.accounts.people.service import people
from llmbattler.accounts.service import audit
from llmbattler.core.commands import console, fail, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, number
from llmbattler.core.db import Database, Session
from llmbattler.core.money import format_money, to_micro
from llmbattler.core.resources import Resources

from .schemas import LARGEST_USD, BudgetIn, BudgetsOut
from .service import limits
from .service.limits import ALL_MEMBERS, SITE_SUBJECT, VISITORS, BudgetKey, BudgetScope
from .service.reconciliation import Difference, reconcile

app = typer.Typer(name="budget", help="Daily budgets: show, set, remove, check.", no_args_is_help=True)

CHECKED_DAYS = 31

_Scope = Annotated[BudgetScope, typer.Argument(help="site, member or provider.")]
_Subject = Annotated[
    str,
    typer.Argument(
        help="An email address or account id, `*` (each member) or `visitors` (together); a provider's host. "
        "Not for the site."
    ),
]


@app.command()
def show() -> None:
    """Show all limits and today's spend (UTC)."""

    async def work(resources: Resources) -> BudgetsOut:
        async with resources.get(Database).unit() as session:
            return await limits.show_budgets(session)

    found = run_on_site(work)
    console.print(f"Spent today ({found.day}, UTC): {_money(found.site.spent_usd)}")
    if not found.budgets:
        console.print("There are no budgets. Set one with `llmbattler budget set site --limit 10`.")
        return
    table = ConsoleTable("Budget", *map(number, ("Limit a day", "Spent", "Reserved", "Share", "Warns at")), "")
    for one in found.budgets:
        table.add_row(
            escape(f"{one.scope} {one.subject}"),
            _money(one.limit_usd),
            _money(one.spent_usd),
            _money(one.reserved_usd),
            "" if one.share is None else f"{one.share:.0%}",
            f"{one.warn_at:.0%}",
            "" if one.enabled else "off",
        )
    console.print(table)


def _money(dollars: float) -> str:
    return format_money(to_micro(dollars))


@app.command("set")
def set_one(
    scope: _Scope,
    subject: _Subject = SITE_SUBJECT,
    limit: Annotated[float, typer.Option(min=0, max=LARGEST_USD, help="Dollars a day.")] = ...,  # type: ignore[assignment]
    warn_at: Annotated[float, typer.Option(min=0.01, max=1, help="Warn admins at this share of the limit.")] = 0.8,
    off: Annotated[bool, typer.Option("--off", help="Keep it, but do not enforce it.")] = False,
) -> None:
    """Set or change a daily limit."""
    wanted = parse_options(BudgetIn, limit_usd=limit, warn_at=warn_at, enabled=not off)

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            key = await _find_key(session, scope, subject)
            await limits.set_budget(session, actor=audit.COMMAND_LINE, key=key, wanted=wanted)

    run_on_site(work)
    console.print(f"{_name(scope, subject)} may spend {_money(limit)} a day{' (switched off)' if off else ''}.")


@app.command()
def remove(scope: _Scope, subject: _Subject = SITE_SUBJECT) -> None:
    """Remove a limit."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            key = await _find_key(session, scope, subject)
            await limits.remove_budget(session, actor=audit.COMMAND_LINE, key=key)

    run_on_site(work)
    console.print(f"{_name(scope, subject)} no longer has a limit.")


async def _find_key(session: Session, scope: BudgetScope, subject: str) -> BudgetKey:
    """Read a budget key; a member may be named by email address, as in `llmbattler users`."""
    if scope is BudgetScope.MEMBER and subject not in {ALL_MEMBERS, VISITORS}:
        subject = await people.find_person(session, who=subject)
    return limits.parse_key(scope, subject)


def _name(scope: BudgetScope, subject: str) -> str:
    return "The site" if scope is BudgetScope.SITE else f"The {scope} {escape(subject)}"


@app.command()
def check(
    days: Annotated[int, typer.Option(min=1, max=400, help="Number of days, with today.")] = CHECKED_DAYS,
) -> None:
    """Recompute the spend from the ledger, and correct differences."""

    async def work(resources: Resources) -> list[Difference]:
        async with resources.get(Database).unit() as session:
            return await reconcile(session, days=days)

    differences = run_on_site(work)
    for one in differences:
        console.print(f"{one.day} {escape(str(one.key))}: {format_money(one.stored)}, now {format_money(one.ledger)}")
    if differences:
        what = "One sum was" if len(differences) == 1 else f"{len(differences)} sums were"
        fail(f"{what} different from the ledger and corrected.")
    console.print("The spend agrees with the ledger.")
