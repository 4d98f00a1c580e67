"""`serve` runs in a process of its own; `test_embedded.py` starts it for real."""

import os

import pytest

from llmbattler.connectors.builtin.llama_server import count_threads


@pytest.mark.parametrize(("processors", "threads"), [(None, 1), (1, 1), (2, 1), (4, 2), (64, 4)])
def test_half_of_the_processors(monkeypatch: pytest.MonkeyPatch, processors: int | None, threads: int) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert count_threads() == threads
