"""A suite as a file that can be read again: here, on another site, by a person."""

import json
import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import yaml

from llmbattler.core.db import Session
from llmbattler.core.yaml_lines import MAX_BYTES

from .keeping import load_stored
from .schemas import FilePart
from .service import get_version

_ODD_LINE_ENDS = re.compile("[\r\x85\u2028\u2029]")
INLINE_BYTES = MAX_BYTES * 3 // 4
"""Samples stand in the suite's file where they are no larger than this, else in a file beside it."""


@dataclass(frozen=True, slots=True)
class SuiteFile:
    name: str
    content: bytes


async def export_suite(session: Session, *, suite_id: UUID, number: int | None, part: FilePart) -> SuiteFile:
    suite, version = await get_version(session, suite_id=suite_id, number=number)
    loaded = await load_stored(session, dataset_id=version.dataset_id)
    records = [{name: one[name] for name in loaded.columns if name in one} for one in loaded.records]
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
    beside = f"{suite.name}.jsonl"
    if part is FilePart.SAMPLES:
        return SuiteFile(beside, lines.encode())
    whole = len(lines.encode()) <= INLINE_BYTES
    source = {"samples": records} if whole else {"path": beside, "format": "plain"}
    return SuiteFile(f"{suite.name}.yaml", write_yaml(version.spec, source).encode())


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
