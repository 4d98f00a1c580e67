"""Ask a model server which models it lists."""

import asyncio
from collections.abc import Sequence

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import ListedModel, Place
from llmbattler.connectors.errors import BrokenStream, ConnectorError, TimedOut
from llmbattler.core.logs import get_logger

_log = get_logger(__name__)


async def list_server_models(caller: Caller, connector: str, place: Place, *, seconds: float) -> Sequence[ListedModel]:
    """List the models of a server. Every failure is a `ConnectorError`, whatever a plug-in raises."""
    try:
        async with asyncio.timeout(seconds):
            return _check_list(await caller.list_models(connector, place))
    except ConnectorError:
        raise
    except TimeoutError:
        raise TimedOut from None
    except Exception as problem:
        raise to_connector_error(connector, problem) from problem


def _check_list(listed: Sequence[object]) -> list[ListedModel]:
    models = [model for model in listed if isinstance(model, ListedModel)]
    if len(models) != len(listed):
        raise TypeError("The connector listed something other than models.")
    return models


def to_connector_error(connector: str, problem: Exception) -> BrokenStream:
    """Log an unexpected exception of a connector plug-in and convert it to a failure of its models."""
    _log.error("a connector raised an unexpected exception", connector=connector, exc_info=problem)
    return BrokenStream(f"The connector {connector!r} failed with {type(problem).__name__}.")
