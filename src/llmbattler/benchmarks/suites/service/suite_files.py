"""Writes a suite as YAML, and its samples as JSON lines."""

import json
import re
from dataclasses import dataclass
from typing import Any

import yaml

from llmbattler.core.yaml_lines import MAX_BYTES

from ..datasets.records import LoadedDataset
from ..schemas import FilePart

_OTHER_LINE_ENDINGS = re.compile("[\r\x85\u2028\u2029]")
INLINE_BYTES = MAX_BYTES * 3 // 4
"""Samples up to this size are part of the suite's file; larger ones are a separate file."""


@dataclass(frozen=True, slots=True)
class SuiteFile:
    name: str
    content: bytes
    has_samples: bool = False


def write_file(name: str, spec: dict[str, Any], loaded: LoadedDataset, part: FilePart) -> SuiteFile:
    """Write the suite as YAML, or its samples as JSON lines."""
    records = [{column: one[column] for column in loaded.columns if column in one} for one in loaded.records]
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()
    beside = f"{name}.jsonl"
    if part is FilePart.SAMPLES:
        return SuiteFile(beside, lines, has_samples=True)
    if len(lines) <= INLINE_BYTES:
        whole = write_yaml(spec, {"samples": records}).encode()
        # Indentation can make multi-line texts several times larger.
        if len(whole) <= MAX_BYTES:
            return SuiteFile(f"{name}.yaml", whole, has_samples=True)
    return SuiteFile(f"{name}.yaml", write_yaml(spec, {"path": beside, "format": "plain"}).encode())


def write_yaml(spec: dict[str, Any], source: dict[str, Any]) -> str:
    """Write the suite with its samples last, since people rarely read them."""
    dataset = spec.get("dataset", {})
    # The stored samples are already chosen and ordered. What decides about choices and ids stays, since repeating it
    # changes nothing.
    kept = {name: dataset[name] for name in ("where", "shuffle_choices", "fields") if name in dataset}
    ordered = {name: value for name, value in spec.items() if name != "dataset"}
    return yaml.dump(
        {**ordered, "dataset": {**kept, **source}}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120
    )


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as block literals."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - signature of the base class
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # Line ends other than "\n" survive only in double quotes, where they are escaped.
    style = '"' if _OTHER_LINE_ENDINGS.search(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _write_text)
