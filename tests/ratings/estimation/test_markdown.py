"""What counts as style, and that counting stays linear."""

import time

import pytest

from llmbattler.ratings.estimation.markdown import Features, measure


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", Features(0, 0, 0, 0)),
        ("plain words", Features(10, 0, 0, 0)),
        ("# Title\n\n## Part\n\n#hashtag", Features(20, 2, 0, 0)),
        ("- one\n* two\n+ three\n  - four\n1. five\n12) six\n1.5 is no item", Features(42, 0, 6, 0)),
        ("**bold** and __also__ and *not* and a**b", Features(34, 0, 0, 2)),
        ("**a *nested* b**", Features(14, 0, 0, 1)),
        ("snake__case__name and 2 ** 3 ** 4", Features(27, 0, 0, 0)),
        ("你好，世界", Features(5, 0, 0, 0)),
        ("before\n```python\n# no header\n- no item\n```\nafter", Features(11, 0, 0, 0)),
        ("~~~\n```\n# still code\n~~~\n# header", Features(7, 1, 0, 0)),
        ("````\n```\n# code\n````\nx", Features(1, 0, 0, 0)),
        ("- item\n  ```\n  **no**\n  ```", Features(5, 0, 1, 0)),
        ("```\n# never closed", Features(0, 0, 0, 0)),
        ("use `**kwargs**` here", Features(7, 0, 0, 0)),
        ("`` a ` b `` c", Features(1, 0, 0, 0)),
        ("a lone ` tick", Features(10, 0, 0, 0)),
    ],
)
def test_style_is_counted_outside_code(text: str, found: Features) -> None:
    assert measure(text) == found


@pytest.mark.parametrize(
    "piece",
    ["`", "` `` ", "*", "**", "**a", "** a *", "__", "_a__", "#", "- ", "1.", "```\n", "~", " ", "\n", "> ", "9"],
)
def test_no_text_takes_long(piece: str) -> None:
    """Four times the text takes at most ten times as long, whatever is repeated; a square would take sixteen.

    Half a second on top for the garbage collector, which looks at whatever else this process holds.
    """
    small, large = piece * (100_000 // len(piece)), piece * (400_000 // len(piece))
    assert _work(large) < 10 * _work(small) + 0.5


def _work(text: str) -> float:
    """Of this process alone, and the best of three: others may be busy too."""
    found = []
    for _ in range(3):
        started = time.process_time()
        measure(text)
        found.append(time.process_time() - started)
    return min(found)
