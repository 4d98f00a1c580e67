from llmbattler.arena.identity.names import Names
from llmbattler.core.text.phrases import tokens

NAMES = Names(("zz-alpha-7b", "ZebraChat"), ("Zz Labs",))


def _find(text: str) -> dict[str, bool]:
    return {name.key: name.maker for _, _, name in NAMES.find(tokens(text))}


def test_names_are_found_with_any_separator_and_in_any_case() -> None:
    for text in ("zz-alpha-7b", "ZZ Alpha 7B", "zz_alpha_7b", "zz alpha7b"):
        assert "zzalpha7b" in _find(text), text
    assert _find("zebra chat") == {"zebrachat": False}
    assert _find("by ZZ LABS") == {"zzlabs": True}


def test_names_match_whole_words_only() -> None:
    assert _find("zebrachatty") == {}
    assert set(NAMES.inside("xzebrachatx")) == {"zebrachat"}
    assert set(NAMES.inside("xzebrachatx", whole=True)) == set()


def test_a_made_up_id_is_distinctive_and_an_everyday_word_is_not() -> None:
    by_key = {name.key: name for _, _, name in NAMES.find(tokens("zz-alpha-7b and claude"))}
    assert by_key["zzalpha7b"].distinctive
    assert not by_key["zzalpha7b"].public
    assert by_key["claude"].everyday
    assert by_key["claude"].person
