import re
from pathlib import Path

import pytest

from llmbattler import migrations
from llmbattler.core.db.schema_compatibility import ATTRIBUTE, list_compatible

REVISIONS = sorted((Path(migrations.__file__).parent / "versions").glob("[0-9]*.py"))
FIRST_THAT_DECLARES = 18


@pytest.mark.parametrize(
    ("line", "compatible"),
    [
        ([("c", None), ("b", "a"), ("a", None)], []),
        ([("c", "b"), ("b", None), ("a", None)], ["b"]),
        ([("c", "a"), ("b", "a"), ("a", None)], ["b", "a"]),
        # What one revision breaks stays broken, whatever the next one declares.
        ([("c", "a"), ("b", "b"), ("a", None)], ["b"]),
        ([("c", "b"), ("b", "a"), ("a", None)], ["b"]),
        ([("c", "unknown"), ("b", "a"), ("a", None)], []),
        ([("a", "a")], []),
    ],
)
def test_the_oldest_code_that_works_is_the_newest_that_a_revision_in_between_names(
    line: list[tuple[str, str | None]], compatible: list[str]
) -> None:
    assert list_compatible(line) == compatible


@pytest.mark.parametrize("path", REVISIONS, ids=lambda path: path.stem)
def test_every_new_revision_declares_the_oldest_code_that_works_with_it(path: Path) -> None:
    number = path.name[:4]
    declared = re.search(rf'^{ATTRIBUTE} = "(\d{{4}})"$', path.read_text(), re.MULTILINE)
    if int(number) >= FIRST_THAT_DECLARES:
        assert declared is not None, f"declare `{ATTRIBUTE}`, as CONTRIBUTING.md says"
    assert declared is None or declared[1] <= number
