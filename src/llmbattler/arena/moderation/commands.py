"""`llmbattler moderation`: the moderation queue and the word list."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.accounts.service import blocks
from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.core.commands import console, fail, run_on_site
from llmbattler.core.console_table import ConsoleTable, prose
from llmbattler.core.db import Database, Session
from llmbattler.core.resources import Resources

from .schemas import PHRASE_CHARS, Category, FlagOut, FlagsIn, FlagStatus, WordAction, WordIn
from .service import flags, word_list

app = typer.Typer(
    name="moderation", help="Moderation: flags, hidden battles, blocked visitors, word list.", no_args_is_help=True
)

T = TypeVar("T")
FlagId = Annotated[UUID, typer.Argument(help="The id shown by `llmbattler moderation list`.")]
AccountId = Annotated[str, typer.Argument(metavar="VISITOR", help="The id shown in the admin area: v_…")]


def _in_one_unit(work: Callable[[Session], Awaitable[T]]) -> T:
    async def run(resources: Resources) -> T:
        async with resources.get(Database).unit() as session:
            return await work(session)

    return run_on_site(run)


@app.command("list")
def list_flags(
    status: Annotated[FlagStatus, typer.Option(help="Which flags to show.")] = FlagStatus.OPEN,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many to show, newest first.")] = 30,
) -> None:
    """Show flags by status."""
    found = _in_one_unit(lambda session: flags.list_flags(session, wanted=FlagsIn(status=status, limit=limit)))
    if not found.flags:
        console.print(f"No flag is {status}.")
        return
    table = ConsoleTable("Flag", "Category", "Where", "By", "Shared", prose("Excerpt"))
    for flag in found.flags:
        shared = "yes" if flag.shared else "no"
        table.add_row(str(flag.flag_id), flag.category, flag.where, flag.source, shared, escape(flag.excerpt))
    console.print(table)


Decision = Callable[..., Awaitable[FlagOut]]


def _decide(decision: Decision, flag_id: UUID, sentence: str) -> None:
    _in_one_unit(lambda session: decision(session, actor=COMMAND_LINE, flag_id=flag_id))
    console.print(sentence)


@app.command()
def hide(flag_id: FlagId) -> None:
    """Hide the battle of a flag from the public."""
    _decide(flags.hide, flag_id, "The battle is hidden from the public.")


@app.command()
def keep(flag_id: FlagId) -> None:
    """Keep the battle of a flag public."""
    _decide(flags.keep, flag_id, "The battle stays public.")


@app.command()
def restore(flag_id: FlagId) -> None:
    """Undo a decision."""
    _decide(flags.restore, flag_id, "The flag is open again.")


@app.command()
def words() -> None:
    """Show the word list."""
    found = _in_one_unit(word_list.list_words)
    if not found.words:
        console.print("The word list is empty. See `llmbattler moderation add --help`.")
        return
    table = ConsoleTable(prose("Word"), "Category", "Action", "Id")
    for word in found.words:
        table.add_row(escape(word.phrase), word.category, word.action, str(word.word_id))
    console.print(table)


@app.command()
def add(
    phrase: Annotated[str, typer.Argument(help="A word or a phrase.")],
    category: Annotated[Category, typer.Option(help="The category of its flags.")] = Category.OTHER,
    action: Annotated[WordAction, typer.Option(help="Flag it, or refuse prompts with it.")] = WordAction.FLAG,
) -> None:
    """Add a word to the list."""
    if not 0 < len(phrase) <= PHRASE_CHARS:
        fail(f"A phrase has 1 to {PHRASE_CHARS} characters.")
    wanted = WordIn(phrase=phrase, category=category, action=action)
    word = _in_one_unit(lambda session: word_list.add_word(session, actor=COMMAND_LINE, wanted=wanted))
    console.print(f"{escape(word.phrase)} was added to the list: {word.action}, {word.category}.")


@app.command()
def remove(
    word_id: Annotated[UUID, typer.Argument(metavar="ID", help="The id shown by `llmbattler moderation words`.")],
) -> None:
    """Remove a word from the list."""
    _in_one_unit(lambda session: word_list.remove_word(session, actor=COMMAND_LINE, word_id=word_id))
    console.print("The word was removed.")


@app.command()
def block(account_id: AccountId) -> None:
    """Stop a visitor from starting battles, voting, uploading and sharing."""
    _in_one_unit(lambda session: blocks.block(session, actor=COMMAND_LINE, account_id=account_id))
    console.print("This visitor is blocked.")


@app.command()
def unblock(account_id: AccountId) -> None:
    """Unblock a visitor."""
    _in_one_unit(lambda session: blocks.unblock(session, actor=COMMAND_LINE, account_id=account_id))
    console.print("This visitor is no longer blocked.")
