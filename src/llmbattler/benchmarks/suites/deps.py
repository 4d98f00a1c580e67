"""Who may see and who may make benchmarks."""

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
    """For routes that hold no unit while they read a body; the others take `Bencher`."""
    if not may_bench(settings, asker):
        raise NeedsSignIn


async def get_reader(resources: FromResources, asker: Asker) -> Visitor:
    check_bencher(resources.get(Settings), asker)
    return asker


async def get_bencher(_reader: Annotated[Visitor, Depends(get_reader)], writer: Writer) -> Visitor:
    return writer


Reader = Annotated[Visitor, Depends(get_reader)]
"""Somebody who may see suites, runs and results."""
Bencher = Annotated[Visitor, Depends(get_bencher)]
"""Somebody who may make suites and start runs; has a row in `accounts`, so that things can be theirs."""
