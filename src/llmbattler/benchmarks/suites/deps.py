"""Access to benchmarks: who may read, and who may create suites and runs."""

from typing import Annotated

from fastapi import Depends

from llmbattler.accounts.deps import Asker, Writer
from llmbattler.accounts.errors import NeedsSignIn
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources

from .rights import may_write_benchmarks

__all__ = ["BenchmarkWriter", "Reader", "check_access"]


def check_access(settings: Settings, asker: Visitor) -> None:
    """Check access in routes that hold no unit of work while they read a body; other routes take `BenchmarkWriter`."""
    if not may_write_benchmarks(settings, asker):
        raise NeedsSignIn


async def get_reader(resources: FromResources, asker: Asker) -> Visitor:
    check_access(resources.get(Settings), asker)
    return asker


async def get_writer(_reader: Annotated[Visitor, Depends(get_reader)], writer: Writer) -> Visitor:
    return writer


Reader = Annotated[Visitor, Depends(get_reader)]
"""A visitor who may see suites, runs and results."""
BenchmarkWriter = Annotated[Visitor, Depends(get_writer)]
"""A visitor who may create suites and start runs, with a row in `accounts` to own them."""
