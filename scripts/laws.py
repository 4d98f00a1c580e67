"""Check the import laws: those in pyproject.toml, and Law 2 for every slice and room, generated from one template.

`[tool.laws]` in pyproject.toml has the template and the order of the rooms. A folder that is not placed there fails.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "llmbattler"
Contract = dict[str, Any]


class Unplaced(Exception):
    """A folder has no place among its siblings, or a place names no folder."""


class Laws:
    """The template of Law 2, and the packages that it is applied to."""

    def __init__(
        self, source: Path, template: Sequence[str], rooms: Mapping[str, Sequence[str]], free: Sequence[str]
    ) -> None:
        self._source = source
        self._template = template
        self._rooms = rooms
        self._free = set(free)
        self._names = {name.strip() for layer in template for name in layer.split("|")}

    def contracts(self) -> list[Contract]:
        """Return one contract for the files of each slice and room, and one for the order of its rooms."""
        return [contract for folder in self._packages() for contract in self._contracts_of(folder)]

    def _packages(self) -> Iterator[Path]:
        for folder in sorted(path.parent for path in self._source.rglob("__init__.py")):
            parts = folder.relative_to(self._source).parts
            if parts and parts[0] not in self._free:
                yield folder

    def _contracts_of(self, folder: Path) -> Iterator[Contract]:
        name = ".".join(folder.relative_to(self._source).parts)
        rooms = self._list_rooms(folder)
        placed = list(self._rooms.get(name, ()))
        if sorted(_flatten(placed)) != sorted(rooms):
            raise Unplaced(f"The folders of {name} are {rooms}, but [tool.laws.rooms] in pyproject.toml has {placed}.")
        if layers := self._list_layers(folder, rooms):
            yield {
                "name": f"Law 2: inside {name}",
                "type": "layers",
                "containers": [f"{PACKAGE}.{name}"],
                "layers": layers,
            }
        if len(rooms) > 1:
            yield {
                "name": f"Law 2: rooms of {name}",
                "type": "layers",
                "containers": [f"{PACKAGE}.{name}"],
                "layers": placed,
            }

    def _list_rooms(self, folder: Path) -> list[str]:
        return sorted(path.parent.name for path in folder.glob("*/__init__.py") if path.parent.name not in self._names)

    def _list_layers(self, folder: Path, rooms: Sequence[str]) -> list[str]:
        """Fill the template with the modules of the folder. All other modules are pure and share the layer `*`."""
        there = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/__init__.py")
        }
        there -= {"__init__", *rooms}
        pure = " : ".join(sorted(there - self._names))
        layers = []
        for layer in self._template:
            found = [name for name in (part.strip() for part in layer.split("|")) if name in there]
            if layer == "*" and pure:
                layers.append(pure)
            elif found:
                layers.append(" | ".join(found))
        return layers


def _flatten(layers: Sequence[str]) -> list[str]:
    return [name.strip() for layer in layers for name in layer.replace("|", ":").split(":")]


def read_laws(project: Path) -> dict[str, Any]:
    """Return the complete configuration for import-linter: written contracts and generated ones."""
    tools = tomllib.loads((project / "pyproject.toml").read_text())["tool"]
    written = tools["importlinter"]
    laws = tools["laws"]
    generated = Laws(project / "src" / PACKAGE, laws["template"], laws["rooms"], laws["free"]).contracts()
    return {**written, "contracts": [*written["contracts"], *generated]}


def write_config(laws: Mapping[str, Any]) -> str:
    """Write TOML; strings, lists and booleans look the same in JSON."""
    lines = ["[tool.importlinter]", *(f"{key} = {json.dumps(laws[key])}" for key in laws if key != "contracts")]
    for contract in laws["contracts"]:
        lines += ["", "[[tool.importlinter.contracts]]", *(f"{key} = {json.dumps(contract[key])}" for key in contract)]
    return "\n".join([*lines, ""])


def main(arguments: list[str]) -> int:
    try:
        laws = read_laws(ROOT)
    except Unplaced as problem:
        print(problem)
        return 1
    config = ROOT / ".tools" / "import-laws.toml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(write_config(laws))
    return subprocess.run(
        [ROOT / ".venv/bin/lint-imports", "--config", config, *arguments], cwd=ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
