import asyncio
from typing import Any, cast

import pytest

from llmbattler.catalog.flow import list_server_models, to_connector_error
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import ListedModel, Place
from llmbattler.connectors.errors import BrokenStream, ConnectorError, Refused, TimedOut

PLACE = Place("", "https://models.example/v1")


class FakeCaller:
    """Lists what it is given, or raises it."""

    def __init__(self, result: object, delay: float = 0) -> None:
        self._result = result
        self._delay = delay

    async def list_models(self, _connector: str, _place: Place) -> Any:
        await asyncio.sleep(self._delay)
        if isinstance(self._result, Exception):
            raise self._result
        return self._result


async def ask(result: object, delay: float = 0) -> object:
    caller = cast("Caller", FakeCaller(result, delay))
    return await list_server_models(caller, "openai", PLACE, seconds=0.05)


async def test_models_are_listed() -> None:
    assert await ask([ListedModel("a")]) == [ListedModel("a")]


@pytest.mark.parametrize(
    ("result", "delay", "error"),
    [
        (Refused(), 0, Refused),
        ([], 1, TimedOut),
        (["a", "b"], 0, BrokenStream),
        (None, 0, BrokenStream),
        (ZeroDivisionError(), 0, BrokenStream),
    ],
)
async def test_every_failure_is_a_connector_error(result: object, delay: float, error: type[ConnectorError]) -> None:
    with pytest.raises(error):
        await ask(result, delay)


def test_an_unexpected_exception_names_connector_and_type_but_not_its_text() -> None:
    error = to_connector_error("morse", ValueError("sk-secret"))
    assert str(error.detail) == "The connector 'morse' failed with ValueError."
