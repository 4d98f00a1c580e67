"""Components against a search that follows one arrow at a time."""

import numpy as np
from numpy.typing import NDArray

from llmbattler.ratings.estimation.connectivity import components, groups, strong_components


def reaches(arrows: NDArray[np.bool_], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        fresh = [other for other in range(len(arrows)) if arrows[node, other] and other not in seen]
        seen.update(fresh)
        waiting.extend(fresh)
    return seen


def test_components_are_those_of_a_plain_search() -> None:
    chance = np.random.default_rng(1)
    for _ in range(200):
        size = int(chance.integers(1, 9))
        arrows = chance.random((size, size)) < 0.2
        strong, weak = strong_components(arrows), components(arrows)
        for i in range(size):
            for j in range(size):
                both = j in reaches(arrows, i) and i in reaches(arrows, j)
                assert (strong[i] == strong[j]) == both
                assert (weak[i] == weak[j]) == (j in reaches(arrows | arrows.T, i))


def test_a_back_edge_makes_one_strong_component() -> None:
    arrows = np.zeros((3, 3), dtype=np.bool_)
    arrows[0, 1] = arrows[1, 2] = True
    assert strong_components(arrows).tolist() == [0, 1, 2]
    arrows[2, 0] = True
    assert strong_components(arrows).tolist() == [0, 0, 0]


def test_two_components_are_each_strongly_connected() -> None:
    arrows = np.zeros((4, 4), dtype=np.bool_)
    arrows[0, 2] = arrows[2, 0] = arrows[1, 3] = arrows[3, 1] = True
    assert strong_components(arrows).tolist() == components(arrows).tolist()
    assert [group.tolist() for group in groups(components(arrows))] == [[0, 2], [1, 3]]


def test_an_empty_graph_has_no_components() -> None:
    assert groups(components(np.zeros((0, 0), dtype=np.bool_))) == []
