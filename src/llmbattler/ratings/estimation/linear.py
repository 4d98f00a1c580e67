"""Matrix algebra in small blocks, because BLAS gives large ones to several threads.

Then the last bits would depend on the number of cores, and a fit of a hundred models took 560 ms instead of 3 ms on a
machine whose cores were busy. Sums of products elsewhere in this slice avoid BLAS for the same reason.
"""

import numpy as np

from .arrays import Floats

BLOCK = 64
"""OpenBLAS multiplies up to 64 × 64 × 64 on the calling thread."""


def product(left: Floats, right: Floats) -> Floats:
    if max(left.shape + right.shape) <= BLOCK:
        return left @ right
    result = np.zeros((left.shape[0], right.shape[1]))
    for rows in _blocks(left.shape[0]):
        for columns in _blocks(right.shape[1]):
            for inner in _blocks(left.shape[1]):
                result[rows, columns] += left[rows, inner] @ right[inner, columns]
    return result


def applied(matrix: Floats, vector: Floats) -> Floats:
    result: Floats = (matrix * vector).sum(axis=1)
    return result


def invert(matrix: Floats) -> Floats:
    """Invert a symmetric positive definite matrix by recursive halving."""
    size = len(matrix)
    if size <= BLOCK:
        return np.linalg.inv(matrix).astype(np.float64, copy=False)
    half = size // 2
    upper, side, lower = matrix[:half, :half], matrix[:half, half:], matrix[half:, half:]
    upper_inverse = invert(upper)
    across = product(upper_inverse, side)
    corner = invert(lower - product(side.T, across))
    edge = -product(across, corner)
    result = np.empty_like(matrix)
    result[:half, :half] = upper_inverse - product(edge, across.T)
    result[:half, half:] = edge
    result[half:, :half] = edge.T
    result[half:, half:] = corner
    return result


def _blocks(size: int) -> list[slice]:
    return [slice(start, start + BLOCK) for start in range(0, size, BLOCK)]
