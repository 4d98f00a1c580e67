"""Write the feature table of docs/connectors.md from the connectors. With --check, fail if anything changed."""

import sys
from pathlib import Path

from llmbattler.connectors.contract import Feature, Features, ReasoningEffort
from llmbattler.connectors.registry import GROUP
from llmbattler.core.plugins import load_plugin

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "connectors.md"
BEGIN, END = "<!-- features: begin (make docs writes this table) -->", "<!-- features: end -->"
CONNECTORS = ("openai", "anthropic", "google", "embedded", "demo")
YES, NO = "yes", "–"


def read_features(name: str) -> Features:
    features = getattr(load_plugin(GROUP, name), "features", None)
    assert isinstance(features, Features), f"{name} declares no features"  # noqa: S101 - a bug in a connector
    return features


def make_table(features: dict[str, Features]) -> str:
    lines = [f"| | {' | '.join(f'`{name}`' for name in features)} |", f"|---|{'---|' * len(features)}"]
    for feature in Feature:
        cells = [_make_cell(feature, declared) for declared in features.values()]
        lines.append(f"| {_make_title(feature)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _make_title(feature: Feature) -> str:
    name, _, detail = feature.value.partition(": ")
    if name == "usage":
        return f"usage: `{detail}`"
    return f"`{name}`: {detail}" if detail else name if feature is Feature.REFUSALS else f"`{name}`"


def _make_cell(feature: Feature, declared: Features) -> str:
    if feature not in declared.supported:
        return NO
    if feature is not Feature.REASONING_EFFORT:
        return YES
    missing = [effort for effort in ReasoningEffort if effort not in declared.reasoning_efforts]
    return f"{YES}, not {', '.join(f'`{effort}`' for effort in missing)}" if missing else YES


def insert_table(page: str, table: str) -> str:
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} has no lines {BEGIN!r} and {END!r}.")
    return f"{before}{begin}\n\n{table}\n\n{end}{after}"


def main(arguments: list[str]) -> int:
    page = PAGE.read_text()
    wanted = insert_table(page, make_table({name: read_features(name) for name in CONNECTORS}))
    if page == wanted:
        return 0
    PAGE.write_text(wanted)
    print(f"The feature table in {PAGE.relative_to(ROOT)} was out of date and has been regenerated. Commit it.")
    return 1 if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
