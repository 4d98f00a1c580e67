"""Blocks give what whole matrices give."""

import numpy as np
import pytest

from llmbattler.ratings.estimation.linear import applied, invert, product


@pytest.mark.parametrize("size", [1, 64, 65, 150, 300])
def test_blocks_agree_with_the_whole(size: int) -> None:
    chance = np.random.default_rng(size)
    root = chance.normal(size=(size, size + 5))
    matrix = root @ root.T / size + 0.1 * np.eye(size)
    assert np.allclose(product(matrix, root), matrix @ root, rtol=1e-12, atol=1e-12)
    assert np.allclose(invert(matrix) @ matrix, np.eye(size), atol=1e-9)
    assert np.allclose(applied(matrix, root[:, 0]), matrix @ root[:, 0])
