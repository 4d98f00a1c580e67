"""Connected components of the graph of wins: ratings are finite only within a strongly connected one."""

import numpy as np

from .arrays import Flags, Index


def components(linked: Flags) -> Index:
    """Label each node with its weakly connected component; labels follow the order of their first node."""
    return _labels(linked | linked.T)


def strong_components(beats: Flags) -> Index:
    """Label each node with its strongly connected component."""
    return _labels(beats)


def groups(labels: Index) -> list[Index]:
    """The nodes of each label, in order."""
    return [np.flatnonzero(labels == label) for label in range(int(labels.max(initial=-1)) + 1)]


def _labels(arrows: Flags) -> Index:
    labels = np.full(len(arrows), -1, dtype=np.intp)
    found = 0
    for node in range(len(arrows)):
        if labels[node] < 0:
            labels[_reached(arrows, node) & _reached(arrows.T, node)] = found
            found += 1
    return labels


def _reached(arrows: Flags, start: int) -> Flags:
    reached = np.zeros(len(arrows), dtype=np.bool_)
    reached[start] = True
    frontier = np.array([start])
    while frontier.size:
        fresh = arrows[frontier].any(axis=0) & ~reached
        reached |= fresh
        frontier = np.flatnonzero(fresh)
    return reached
