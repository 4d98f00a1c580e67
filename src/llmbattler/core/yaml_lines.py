"""YAML with the line of each value, limited to plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

Path: TypeAlias = tuple[str | int, ...]

MAX_BYTES = 1_000_000
MAX_DEPTH = 20
_SAFE_TAGS = "tag:yaml.org,2002:"
_FOREIGN = ("python", "ruby", "java", "perl")


class YamlProblem(Exception):
    """Why a document cannot be read, with the line if known."""

    def __init__(self, sentence: str, line: int | None = None, path: Path = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line
        self.path = path


@dataclass(frozen=True, slots=True)
class Document:
    value: object
    lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int | None:
        """Return the line of this value, or of the nearest enclosing value in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


def read_yaml(content: bytes) -> Document:
    """Parse one document of plain lists, mappings and values."""
    if len(content) > MAX_BYTES:
        raise YamlProblem(f"the file is larger than {MAX_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise YamlProblem("the file is not UTF-8", content[: error.start].count(b"\n") + 1) from None
    try:
        _check_events(text)
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlProblem(f"not valid YAML: {error.problem}", mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise YamlProblem(f"not valid YAML: {error}") from None
    lines: dict[Path, int] = {}
    value = _build(root, (), lines) if root is not None else None
    return Document(value, lines)


def _check_events(text: str) -> None:
    """Check the events before building values, since a small file could expand to a large one."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise YamlProblem("aliases (`*name`) are not supported; write the value out", line)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise YamlProblem(f"nested more than {MAX_DEPTH} levels deep", line)
        tag = getattr(event, "tag", None)
        if tag is not None and (not tag.startswith(_SAFE_TAGS) or tag[len(_SAFE_TAGS) :].startswith(_FOREIGN)):
            raise YamlProblem(f"the tag `{tag.replace(_SAFE_TAGS, '!!')}` is not allowed; only plain values are", line)


def _build(node: yaml.Node, path: Path, lines: dict[Path, int]) -> object:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _build_mapping(node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_build(entry, (*path, number), lines) for number, entry in enumerate(node.value)]
    try:
        value: Any = yaml.SafeLoader("").construct_object(node)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise YamlProblem(f"`{str(node.value)[:40]}` cannot be read", node.start_mark.line + 1, path) from error
    return value


def _build_mapping(node: yaml.MappingNode, path: Path, lines: dict[Path, int]) -> dict[str, object]:
    built: dict[str, object] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlProblem("a name must be a word", line, path)
        key = str(key_node.value)
        if key in built:
            raise YamlProblem("is given twice", line, (*path, key))
        lines[(*path, key)] = line
        built[key] = _build(value_node, (*path, key), lines)
    return built


def format_path(path: Path) -> str:
    """`models[1].base_url`."""
    spelled = ""
    for part in path:
        spelled += f"[{part}]" if isinstance(part, int) else f".{part}" if spelled else part
    return spelled
