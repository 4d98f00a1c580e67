"""How numbers are written in a language: the decimal mark, separators of thousands, and words such as million."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Locale:
    """How a language writes numbers."""

    decimal: str
    groups: str
    """Separators of thousands besides spaces and apostrophes, which no language uses for decimals."""
    scales: Mapping[str, int]
    """Words that multiply the number before them, in lowercase."""


_CJK = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "만": 10**4, "억": 10**8}
_INDIAN = {"lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7}
_SCALES: dict[str, dict[str, int]] = {
    "en": {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "k": 10**3, **_INDIAN},
    "de": {"tausend": 10**3, "million": 10**6, "millionen": 10**6, "mio": 10**6, "milliarde": 10**9}
    | {"milliarden": 10**9, "mrd": 10**9, "billion": 10**12, "billionen": 10**12},
    "fr": {"mille": 10**3, "million": 10**6, "millions": 10**6, "milliard": 10**9, "milliards": 10**9},
    "es": {"mil": 10**3, "millón": 10**6, "millones": 10**6},
    "pt": {"mil": 10**3, "milhão": 10**6, "milhões": 10**6},
    "it": {"mila": 10**3, "milione": 10**6, "milioni": 10**6, "miliardo": 10**9, "miliardi": 10**9},
    "nl": {"duizend": 10**3, "miljoen": 10**6, "miljard": 10**9},
    "sv": {"tusen": 10**3, "miljon": 10**6, "miljoner": 10**6, "miljard": 10**9, "miljarder": 10**9},
    "pl": {"tys": 10**3, "tysięcy": 10**3, "tysiące": 10**3, "mln": 10**6, "miliony": 10**6, "milionów": 10**6},
    "ru": {"тыс": 10**3, "тысяч": 10**3, "тысячи": 10**3, "тысяча": 10**3, "млн": 10**6, "миллион": 10**6}
    | {"миллиона": 10**6, "миллионов": 10**6, "млрд": 10**9, "миллиард": 10**9, "миллиардов": 10**9},
    "tr": {"bin": 10**3, "milyon": 10**6, "milyar": 10**9},
    "id": {"ribu": 10**3, "juta": 10**6, "miliar": 10**9},
    "hi": {"हज़ार": 10**3, "हजार": 10**3, "लाख": 10**5, "करोड़": 10**7},
}
_DOT_GROUPS = [
    "de",
    "es",
    "it",
    "pt",
    "nl",
    "da",
    "id",
    "tr",
    "el",
    "vi",
    "ro",
    "hr",
    "sr",
    "sl",
    "bs",
    "mk",
    "ca",
    "gl",
    "eu",
    "is",
]
_SPACE_GROUPS = [
    "fr",
    "ru",
    "uk",
    "be",
    "pl",
    "cs",
    "sk",
    "hu",
    "bg",
    "sv",
    "nb",
    "nn",
    "no",
    "fi",
    "et",
    "lv",
    "lt",
    "ka",
    "hy",
    "kk",
    "uz",
    "az",
    "sq",
]
_POINT = [
    "en",
    "zh",
    "ja",
    "ko",
    "th",
    "he",
    "hi",
    "bn",
    "ta",
    "te",
    "mr",
    "gu",
    "kn",
    "ml",
    "pa",
    "or",
    "as",
    "ur",
    "ne",
    "si",
    "my",
    "km",
    "lo",
    "sw",
    "am",
    "yo",
    "ig",
    "ha",
    "zu",
    "xh",
    "so",
    "ms",
    "tl",
    "fil",
    "ga",
    "cy",
    "mt",
    "mn",
    "ar",
    "fa",
    "ps",
    "ku",
    "bo",
]
_POINT_REGIONS = ["es-mx", "es-us", "es-419", "es-pr", "es-gt", "es-hn", "es-sv", "es-ni", "es-do", "es-pa", "es-pe"]
_SWISS = ("de-ch", "de-li", "it-ch")


def find_locale(language: str | None) -> Locale:
    """How a language writes numbers, by a tag such as `de` or `es-MX`.

    English without a language. In an unknown one `1.500` and `1,500` have two readings.
    """
    tag = (language or "en").lower().replace("_", "-")
    base = tag.partition("-")[0]
    scales = _SCALES.get(base, _SCALES["en"] if base in _POINT else {}) | _CJK
    if tag in _SWISS:
        return Locale(".", "", scales)
    if base in _POINT or tag in _POINT_REGIONS:
        return Locale(".", ",", scales)
    if base in _DOT_GROUPS:
        return Locale(",", ".", scales)
    return Locale("," if base in _SPACE_GROUPS else "", "", scales)
