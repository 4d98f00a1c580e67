from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as some

from llmbattler.arena.integrity.voter_links import MAX_LINKED_VOTERS, Origin, link_voters

origins = some.lists(
    some.builds(
        Origin,
        some.sampled_from("abcdefgh"),
        some.none() | some.sampled_from(["1", "2", "3"]),
        some.none() | some.sampled_from(["I", "II"]),
        some.just(1),
    )
)


def test_the_same_network_links_and_links_on() -> None:
    found = link_voters(
        [
            Origin("a", "1", "I", 1),
            Origin("b", "2", "I", 1),
            Origin("b", "9", None, 1),
            Origin("c", "9", None, 1),
            Origin("d", "5", "V", 3),
            Origin("e", None, None, 1),
        ]
    )
    assert found.groups == (("a", "b", "c"), ("d",), ("e",))
    assert found.crowds == ()


def test_a_university_is_not_one_person_but_a_shared_admin_in_it_may_be() -> None:
    students = [Origin(f"s{number:03}", f"admin {number // 2}", "campus", 1) for number in range(MAX_LINKED_VOTERS + 2)]
    found = link_voters(students)
    assert [len(group) for group in found.groups] == [2] * (MAX_LINKED_VOTERS // 2 + 1)
    assert found.crowds == (tuple(f"s{number:03}" for number in range(MAX_LINKED_VOTERS + 2)),)
    assert len(link_voters(students[:MAX_LINKED_VOTERS]).groups) == 1


@given(origins)
def test_everybody_is_in_one_group_with_all_who_share_a_place(rows: list[Origin]) -> None:
    groups = link_voters(rows).groups
    assert sorted(voter for group in groups for voter in group) == sorted({row.voter for row in rows})
    of = {voter: group for group in groups for voter in group}
    for place in ("address", "network"):
        for key in {getattr(row, place) for row in rows} - {None}:
            together = [row.voter for row in rows if getattr(row, place) == key]
            assert all(of[one] == of[other] for one, other in pairwise(together))


@given(origins)
def test_the_order_of_votes_does_not_matter(rows: list[Origin]) -> None:
    assert link_voters(rows) == link_voters(rows[::-1])
