from llmbattler.core.versions.hashes import hash_content, write_canonical


def test_equal_content_has_one_hash_whatever_the_order_of_keys() -> None:
    assert hash_content({"a": 1, "b": [True, None]}) == hash_content({"b": [True, None], "a": 1})
    assert hash_content({"a": 1}) != hash_content({"a": "1"})
    assert len(hash_content("")) == 64


def test_canonical_json_is_compact_and_keeps_letters() -> None:
    assert write_canonical({"b": "é", "a": [1, 2]}) == '{"a":[1,2],"b":"é"}'
