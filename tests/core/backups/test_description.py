from datetime import UTC, datetime

import pytest

from llmbattler.core.backups.description import FORMAT, PARTS, Description, Part, decode, encode, is_name, make_name
from llmbattler.core.backups.errors import BackupBroken, BackupNewer

MOMENT = datetime(2026, 11, 18, 3, 30, tzinfo=UTC)


def describe(**changes: object) -> Description:
    given: dict[str, object] = {
        "format": FORMAT,
        "version": "1.0",
        "made_at": MOMENT,
        "revisions": ["0001"],
        "rows": {"votes": 3},
        "files": 0,
        "parts": [Part(name, 5, "00") for name in PARTS],
    }
    return Description(**{**given, **changes})  # type: ignore[arg-type]


def test_a_description_is_read_as_it_was_written() -> None:
    assert decode(encode(describe())) == describe()
    assert describe().size == 5 * len(PARTS)


def test_a_newer_format_is_told_from_a_damaged_one() -> None:
    with pytest.raises(BackupNewer):
        decode(b'{"format": 2, "all": "else is unknown"}')
    for content in (b"", b"{}", b'{"format": 1}', encode(describe(parts=[]))):
        with pytest.raises(BackupBroken):
            decode(content)


def test_names_sort_by_time_and_are_no_paths() -> None:
    name = make_name(MOMENT)
    assert is_name(name)
    assert name.startswith("llmbattler-20261118T033000Z-")
    assert not is_name("../llmbattler-20261118T033000Z-0000")
    assert not is_name(f"{name}.part")
