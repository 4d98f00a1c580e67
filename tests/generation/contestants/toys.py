"""A kind of contestants of another package: installed for a test, found through the manifest of that package."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from llmbattler.generation.contestants.kinds import load_kinds

MODEL = "toy-engine"
"""The catalog model that every toy asks, twice for each answer."""

SLICE = '''
"""Toys: each drafts an answer with a catalog model and then asks the model again."""

from dataclasses import dataclass

from llmbattler.connectors.contract import Finish, Message
from llmbattler.core.manifests import Manifest
from llmbattler.generation.contestants.flow import read_reply
from llmbattler.generation.contestants.service import (
    AnswerPlan, Contestant, ContestantKind, Description, find_contestants, sum_finishes,
)

TOYS = {"toy:x@1": "Toy X, first", "toy:x@2": "Toy X, second"}
LABELS = {"toy:x@stable": "toy:x@2", "toy:x": "toy:x@2"}
PRIVATE = {"toy:secret@1": "m_owner"}
GONE = set()


@dataclass(frozen=True, kw_only=True, eq=False)
class Toy(Contestant):
    engine: Contestant

    def plan(self, messages, params=None):
        return AnswerPlan(self.engine.plan(messages, params).calls * 2)

    async def answer(self, messages, params, context):
        inner = context.inner(self.id)
        first = await read_reply(self.engine.answer(messages, params, inner.part(0)))
        again = [*messages, Message.assistant(first.text), Message.user(f"{self.id}: once more")]
        async for delta in self.engine.answer(again, params, inner.part(1)):
            if isinstance(delta, Finish):
                delta = sum_finishes([first.end, delta], first_token_ms=first.total_ms)
            yield delta


class Toys(ContestantKind):
    name = "toy"

    async def find(self, session, ids):
        engine = (await find_contestants(session, ids=["toy-engine"])).get("toy-engine")
        known = {**TOYS, **dict.fromkeys(PRIVATE, "Secret toy")}
        return {
            one: Toy(id=one, kind="toy", name=known[one], organization="Toy works", drawable=one in TOYS, engine=engine)
            for one in ids
            if one in known and one not in GONE and engine is not None
        }

    async def resolve(self, session, names, asker):
        found = {name: LABELS.get(name, name) for name in names}
        usable = {one for one in [*TOYS, *PRIVATE] if PRIVATE.get(one, asker) == asker or asker is None}
        return {name: one for name, one in found.items() if one in usable - GONE}

    async def describe(self, session, ids):
        return await self.find(session, ids)

    async def list_offered(self, session, asker):
        offered = [*TOYS, *(one for one, owner in PRIVATE.items() if owner == asker)]
        return list((await self.find(session, offered)).values())

    async def list_drawable(self, session):
        return list((await self.find(session, list(TOYS))).values())

    async def list_known(self, session):
        return [Description(id=one, kind="toy", name=name, organization="Toy works") for one, name in TOYS.items()]


KIND = Toys()
manifest = Manifest(name="toys", after=("generation",), contestant_kinds=("toy_contestants:KIND",))
'''


def install_toys(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Install the package as a plug-in is: with an entry point that names its manifest."""
    sys.modules.pop("toy_contestants", None)
    load_kinds.cache_clear()
    facts = folder / "toy_contestants-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-contestants\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[llmbattler.slices]\ntoys = toy_contestants:manifest\n")
    (folder / "toy_contestants.py").write_text(SLICE)
    monkeypatch.syspath_prepend(str(folder))
    return import_module("toy_contestants")
