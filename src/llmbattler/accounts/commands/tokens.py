"""`llmbattler tokens`: see and revoke personal API tokens. Only their owners can make them, on the settings page."""

from typing import Annotated
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.core.commands import console, run_on_site
from llmbattler.core.console_table import ConsoleTable, names, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from ..people.service import people
from ..profile.schemas import TokensListOut
from ..profile.service import profile
from ..service.audit import COMMAND_LINE

app = typer.Typer(name="tokens", help="Personal API tokens.", no_args_is_help=True)


@app.command("list")
def list_tokens(who: Annotated[str, typer.Argument(help="An email address or an account id.")]) -> None:
    """Show a person's tokens."""

    async def work(resources: Resources) -> TokensListOut:
        async with resources.get(Database).unit() as session:
            account_id = await people.find_person(session, who=who)
            return await profile.list_tokens(session, account_id=account_id)

    table = ConsoleTable("Token", prose("Name"), "Begins with", names("Scopes"), "Last used", "Expires")
    for token in run_on_site(work).tokens:
        used = f"{token.last_used_at:%Y-%m-%d %H:%M}" if token.last_used_at else "never"
        expires = f"{token.expires_at:%Y-%m-%d}" if token.expires_at else "never"
        table.add_row(str(token.token_id), escape(token.name), token.hint, ", ".join(token.scopes), used, expires)
    console.print(table)


@app.command()
def revoke(token: Annotated[UUID, typer.Argument(help="The id that `tokens list` shows.")]) -> None:
    """Revoke a token."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            await profile.revoke_token(session, actor=COMMAND_LINE, token_id=token)

    run_on_site(work)
    console.print("Revoked.")
