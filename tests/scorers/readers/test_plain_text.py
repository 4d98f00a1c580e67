import pytest

from llmbattler.scorers.readers.plain_text import simplify


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10⁻² m²", "10^{-2} m^{2}"),
        ("1½ and ¾", "1 1/2 and 3/4"),
        ("−7 – 8", "-7 - 8"),
        ("४२ ٤٢ ４２", "42 42 42"),
        ("1\u202f000", "1 000"),
        (r"\(\textbf{\text{B}}\)", "B"),
        (r"$2\frac{1}{3}$", "$2 1/3"),
        (r"$x = \frac{1}{3}$", "x = 1/3"),
        (r"\tfrac12", "1/2"),
        (r"1\,000 \cdot 90^\circ \$5 5\%", "1000 × 90° $5 5%"),
        ("1{,}000", "1,000"),
        ("**42** `x` __y__ *z*", "42 x y z"),
        ("10**3 2*3", "10^3 2*3"),
        ("## Answer: ==19==", "Answer: ==19"),
        ("~~41~~ 42", " 42"),
        ("<answer>3</answer><b>4</b>", "\nAnswer: 3\n4"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_markup_becomes_plain_text(text: str, plain: str) -> None:
    assert simplify(text) == plain
