"""Access to benchmarks: who may read, and who may create suites and runs."""

from typing import Annotated

from fastapi import Depends

from llmbattler.accounts.deps import Asker, Writer
from llmbattler.accounts.errors import NeedsSignIn
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources

from .rights import may_bench

__all__ = ["Bencher", "Reader", "check_bencher"]


def check_bencher(settings: Settings, asker: Visitor) -> None:
    """Check access in routes that hold no unit of work while they read a body; other routes take `Bencher`."""
    if not may_bench(settings, asker):
        raise NeedsSignIn


async def get_reader(resources: FromResources, asker: Asker) -> Visitor:
    check_bencher(resources.get(Settings), asker)
    return asker


async def get_bencher(_reader: Annotated[Visitor, Depends(get_reader)], writer: Writer) -> Visitor:
    return writer


Reader = Annotated[Visitor, Depends(get_reader)]
"""A visitor who may see suites, runs and results."""
Bencher = Annotated[Visitor, Depends(get_bencher)]
"""A visitor who may create suites and start runs, with a row in `accounts` to own them."""
