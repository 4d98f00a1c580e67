from llmbattler.scorers.judges.quotes import LONGEST, RULES, draw_boundary, quote


def test_every_request_has_a_word_of_its_own() -> None:
    assert len({draw_boundary() for _ in range(100)}) == 100


def test_a_quotation_stands_between_its_boundaries() -> None:
    assert quote("answer", "so", "w0rd") == "[[w0rd begin answer]]\nso\n[[w0rd end]]"


def test_a_long_text_loses_its_middle_and_says_so() -> None:
    text = "a" * LONGEST + "b" * LONGEST
    quoted = quote("answer", text, "w0rd")
    assert f"[[w0rd left out: {LONGEST} characters]]" in quoted
    assert quoted.count("a") > quoted.count("b") > 1_000
    assert len(quoted) < LONGEST + 200


def test_the_rules_name_the_boundary() -> None:
    assert RULES.format(boundary="w0rd").count("w0rd") >= 3
