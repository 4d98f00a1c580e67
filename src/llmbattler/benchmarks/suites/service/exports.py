"""A suite as a file that can be read again: here, on another site, by a person."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import yaml

from llmbattler.core.db import Session
from llmbattler.core.yaml_lines import MAX_BYTES

from ..datasets.records import Loaded
from ..schemas import FilePart
from .datasets import load_stored_dataset
from .suites import get_version

_ODD_LINE_ENDS = re.compile("[\r\x85\u2028\u2029]")
INLINE_BYTES = MAX_BYTES * 3 // 4
"""Samples stand in the suite's file where they are no larger than this, else in a file beside it."""


@dataclass(frozen=True, slots=True)
class SuiteFile:
    name: str
    content: bytes


async def export_suite(session: Session, *, suite_id: UUID, number: int | None, part: FilePart) -> SuiteFile:
    suite, version = await get_version(session, suite_id=suite_id, number=number)
    loaded = await load_stored_dataset(session, dataset_id=version.dataset_id)
    # A second and more for many samples, in which others get their turn.
    return await asyncio.to_thread(_write_part, suite.name, version.spec, loaded, part)


def _write_part(name: str, spec: dict[str, Any], loaded: Loaded, part: FilePart) -> SuiteFile:
    records = [{column: one[column] for column in loaded.columns if column in one} for one in loaded.records]
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()
    beside = f"{name}.jsonl"
    if part is FilePart.SAMPLES:
        return SuiteFile(beside, lines)
    if len(lines) <= INLINE_BYTES:
        whole = write_yaml(spec, {"samples": records}).encode()
        # Texts of many lines are indented, and may take several times the room.
        if len(whole) <= MAX_BYTES:
            return SuiteFile(f"{name}.yaml", whole)
    return SuiteFile(f"{name}.yaml", write_yaml(spec, {"path": beside, "format": "plain"}).encode())


def write_yaml(spec: dict[str, Any], source: dict[str, Any]) -> str:
    """The suite with its samples last: they are what people look at least."""
    dataset = spec.get("dataset", {})
    fields = {"fields": dataset["fields"]} if "fields" in dataset else {}
    ordered = {name: value for name, value in spec.items() if name != "dataset"}
    return yaml.dump(
        {**ordered, "dataset": {**fields, **source}}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120
    )


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - as the base class has it
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # Line ends other than "\n" survive between double quotes only, where they are spelled out.
    style = '"' if _ODD_LINE_ENDS.search(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _write_text)
