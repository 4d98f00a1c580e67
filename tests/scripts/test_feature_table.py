"""The feature table of docs/connectors.md is what the connectors declare."""

import pytest
from tests.scripts.checkouts import load

from llmbattler.connectors.contract import Feature, Features, ReasoningEffort

feature_table = load("feature_table")

ALL = Features(frozenset(Feature), frozenset(ReasoningEffort))
SOME = Features(frozenset({Feature.CHOICES, Feature.REASONING_EFFORT}), frozenset({ReasoningEffort.HIGH}))


def test_the_table_in_the_docs_is_up_to_date() -> None:
    declared = {name: feature_table.read_features(name) for name in feature_table.CONNECTORS}
    page = feature_table.PAGE.read_text()
    assert feature_table.insert_table(page, feature_table.make_table(declared)) == page, "Run `make docs`."


def test_a_row_for_each_feature_and_a_column_for_each_connector() -> None:
    header, rule, *rows = feature_table.make_table({"all": ALL, "some": SOME}).splitlines()
    assert (header, rule) == ("| | `all` | `some` |", "|---|---|---|")
    assert len(rows) == len(Feature)
    assert "| `n` | yes | yes |" in rows
    assert "| `logprobs` | yes | – |" in rows
    assert "| `response_format`: JSON schema | yes | – |" in rows
    assert "| usage: `cached_tokens` | yes | – |" in rows
    missing = ", ".join(f"`{effort}`" for effort in ReasoningEffort if effort is not ReasoningEffort.HIGH)
    assert f"| `reasoning_effort` | yes | yes, not {missing} |" in rows


def test_only_the_text_between_the_markers_changes() -> None:
    page = f"before\n{feature_table.BEGIN}\nold\n{feature_table.END}\nafter\n"
    assert feature_table.insert_table(page, "new") == (
        f"before\n{feature_table.BEGIN}\n\nnew\n\n{feature_table.END}\nafter\n"
    )
    with pytest.raises(ValueError, match="has no lines"):
        feature_table.insert_table("no markers", "new")
