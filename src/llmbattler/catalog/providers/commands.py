"""`llmbattler keys`: the keys of providers, read from a prompt or from standard input, never from an argument."""

import sys
from typing import Annotated

import typer
from pydantic import SecretStr
from rich.markup import escape

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.settings import read_policy
from llmbattler.core.commands import console, errors, fail, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ..errors import ProviderNotFound
from .flow.connection_checks import check_provider
from .flow.master_key import rotate_master_key
from .key_encryption import KeyState, Rotation
from .schemas import SHORTEST_KEY, ConnectionChange, ProviderChange, ProviderIn, ProvidersOut, VerdictOut
from .service import providers
from .service.providers import Rules

app = typer.Typer(name="keys", help="Providers and their keys: set, list, remove, test, rotate.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="PROVIDER", help="Id of the provider, such as `openai`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_STATES = {
    KeyState.NONE: "[dim]no key[/dim]",
    KeyState.READY: "[green]ready[/green]",
    KeyState.UNREADABLE: "[red]cannot be decrypted: another master key[/red]",
    KeyState.OTHER_ADDRESS: "[red]entered for another address[/red]",
}


def _rules(resources: Resources) -> Rules:
    return Rules(resources.get(Vault), read_policy(resources.get(Settings)))


@app.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """List the providers and the state of their keys; never the keys."""

    async def work(resources: Resources) -> ProvidersOut:
        async with resources.get(Database).unit() as session:
            return await providers.list_providers(session, vault=resources.get(Vault))

    found = run_on_site(work)
    if as_json:
        console.print_json(found.model_dump_json())
        return
    table = ConsoleTable("ID", prose("Name"), "Connector", prose("Address"), "Key", prose("State"), number("Models"))
    for one in found.providers:
        hint = f"…{one.key_hint}" if one.key_hint else ""
        facts = (one.provider_id, one.name, one.connector, one.base_url, hint)
        table.add_row(*(escape(fact) for fact in facts), _STATES[one.key_state], str(one.models))
    console.print(table if found.providers else "There are no providers. Add one with `llmbattler keys set`.")
    if not found.master_key:
        console.print("[yellow]This site cannot store keys until MASTER_KEY or MASTER_KEY_FILE is set.[/yellow]")


@app.command("set")
def set_key(
    provider: Id,
    base_url: Annotated[str, typer.Option(help="Address of the provider; needed for a new one.")] = "",
    connector: Annotated[str, typer.Option(help="The connector: openai, anthropic, google …")] = "",
    name: Annotated[str, typer.Option(help="What people see. Default: the id.")] = "",
) -> None:
    """Store the key of a provider, read from a prompt or from standard input, and add the provider if it is new."""
    key = _read_key()
    change = parse_options(ProviderChange, name=name, connector=connector, base_url=base_url, key=key)
    wanted = None
    if base_url:
        wanted = parse_options(
            ProviderIn, provider_id=provider, name=name or provider, connector=connector, base_url=base_url, key=key
        )

    async def work(resources: Resources) -> bool:
        rules = _rules(resources)
        async with resources.get(Database).unit() as session:
            try:
                await providers.edit_provider(
                    session, actor=COMMAND_LINE, provider_id=provider, change=change, rules=rules
                )
            except ProviderNotFound:
                pass
            else:
                return False
            if wanted is None:
                fail(f"This site has no provider {provider!r}; give its address with --base-url.")
            await providers.add_provider(session, actor=COMMAND_LINE, wanted=wanted, rules=rules)
            return True

    fresh = run_on_site(work)
    console.print(f"{'Added' if fresh else 'Changed'}: {escape(provider)}. The key is stored and not shown again.")


def _read_key() -> SecretStr:
    given = typer.prompt("Key", hide_input=True) if sys.stdin.isatty() else sys.stdin.readline()
    key = given.strip()
    if len(key) < SHORTEST_KEY:
        fail(f"A key has at least {SHORTEST_KEY} characters; nothing was stored.")
    return SecretStr(key)


@app.command("remove")
def remove_key(
    provider: Id,
    whole: Annotated[bool, typer.Option("--provider", help="Remove the provider too, with all keys for it.")] = False,
) -> None:
    """Remove the site's key of a provider."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            if whole:
                await providers.remove_provider(session, actor=COMMAND_LINE, provider_id=provider)
            else:
                await providers.remove_key(session, actor=COMMAND_LINE, provider_id=provider)

    run_on_site(work)
    console.print("Removed.")


@app.command("test")
def test_provider(provider: Id) -> None:
    """Test the connection to a provider with its key."""

    async def work(resources: Resources) -> VerdictOut:
        with errors.status("Connecting…"):
            return await check_provider(
                resources.get(Database),
                resources.get(Caller),
                provider_id=provider,
                change=ConnectionChange(),
                rules=_rules(resources),
            )

    verdict = run_on_site(work)
    console.print(f"{verdict.result.value}: {verdict.message}")
    if verdict.result != "ok":
        raise typer.Exit(1)


@app.command()
def rotate() -> None:
    """Rotate the master key: encrypt every stored key with a new one."""

    async def work(resources: Resources) -> Rotation:
        return await rotate_master_key(resources.get(Database), resources.get(Vault), actor=COMMAND_LINE)

    done = run_on_site(work)
    console.print(f"{done.sealed} keys are encrypted with the new master key.")
    if done.unreadable:
        fail(f"{done.unreadable} keys cannot be decrypted with any master key of this site; enter them again.")
