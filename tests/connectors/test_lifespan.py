from pathlib import Path

import pytest

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Params
from llmbattler.connectors.errors import Unreachable
from llmbattler.connectors.lifespan import open_connectors
from llmbattler.connectors.ticker import Ticker
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

from .callers import ASK, MODEL, place, read, text_of


async def test_opens_the_caller_and_closes_its_connections(tmp_path: Path, provider: ScriptedProvider) -> None:
    resources = Resources()
    resources.add(Settings, Settings(data_dir=tmp_path, port=0, discovery=False))
    provider.script(MODEL, Script(text="Yes."))
    async with open_connectors(resources):
        caller = resources.get(Caller)
        assert text_of(await read(caller.stream("openai", place(provider), ASK))) == "Yes."
        assert isinstance(resources.get(Ticker), Ticker)
    with pytest.raises(Unreachable, match="is closed"):
        await read(caller.stream("openai", place(provider), ASK, Params(), None))
