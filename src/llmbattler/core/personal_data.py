"""Mask personal data in texts: email addresses, phone and card numbers, IBANs, IP addresses.

Precision comes first, since a masked version number spoils a text: check digits, lengths and networks are verified.
Every pattern is bounded, so the time grows linearly with the text.
"""

import re
from collections.abc import Callable
from ipaddress import AddressValueError, IPv4Address, IPv6Address

EMAIL, PHONE, CARD, IBAN, ADDRESS = "[email]", "[phone]", "[card]", "[iban]", "[ip]"

_EMAIL = re.compile(
    r"(?<![\w.%+\-/@])(?!git@)[\w.%+\-]{1,64}@(?:[\w\-]{1,63}\.){1,8}(?!(?:png|jpe?g|gif|svg|webp)\b)[^\W\d_]{2,24}\b"
)
_IPV4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")
_IPV6 = re.compile(r"(?<![\w:.])[23][0-9A-Fa-f]{3}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])")
_CARD = re.compile(r"(?<![\w.,\-])(?:\d{4}([ \-])\d{4}\1\d{4}\1\d{4}|\d{4}([ \-])\d{6}\2\d{4,5}|\d{13,19})(?![\w])")
_IBAN = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?!\w)")
_PHONE = re.compile(
    r"(?<![\w+.])\+[1-9](?:[ ().\-/]{0,2}\d){8,14}(?![\w])"
    r"|(?<![\w(])\(\d{3}\) ?\d{3}-\d{4}(?![\w-])"
    r"|(?<![\w.\-])\d{3}-\d{3}-\d{4}(?![\w-])"
)
_CALLED = re.compile(
    r"(?P<before>\b(?:tel|telefon|telephone|phone|mobile|mobil|handy|fax|whatsapp|t[ée]l[ée]phone|tel[ée]fono)\b"
    r"(?: (?:number|nummer|no))?[.:]{0,2} {0,3})(?P<number>\(?\d(?:[ ()./\-]{0,2}\d){6,14})(?![\w])",
    re.IGNORECASE,
)

# Length of card numbers by their first digits.
_CARDS = (
    (re.compile(r"4"), {13, 16, 19}),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), {16}),
    (re.compile(r"3[47]"), {15}),
    (re.compile(r"30[0-5]|36|3[89]"), {14}),
    (re.compile(r"6011|64[4-9]|65|35"), {16}),
)
_IBAN_LENGTHS = {
    **dict.fromkeys(("NO",), 15),
    **dict.fromkeys(("BE",), 16),
    **dict.fromkeys(("DK", "FI", "NL", "FO", "GL"), 18),
    **dict.fromkeys(("MK", "SI"), 19),
    **dict.fromkeys(("AT", "BA", "EE", "KZ", "LT", "LU", "XK"), 20),
    **dict.fromkeys(("CH", "HR", "LI", "LV", "CR"), 21),
    **dict.fromkeys(("BG", "DE", "GB", "IE", "ME", "RS", "GE", "BH"), 22),
    **dict.fromkeys(("AE", "GI", "IL", "TL", "IQ"), 23),
    **dict.fromkeys(("AD", "CZ", "ES", "MD", "PK", "RO", "SA", "SE", "SK", "TN", "VG"), 24),
    **dict.fromkeys(("PT",), 25),
    **dict.fromkeys(("IS", "TR"), 26),
    **dict.fromkeys(("FR", "GR", "IT", "MC", "SM", "MR"), 27),
    **dict.fromkeys(("AL", "AZ", "CY", "DO", "GT", "HU", "LB", "PL", "SV", "BY"), 28),
    **dict.fromkeys(("BR", "EG", "PS", "QA", "UA"), 29),
    **dict.fromkeys(("JO", "KW", "MU"), 30),
    **dict.fromkeys(("MT", "SC"), 31),
}
_WELL_KNOWN_ADDRESSES = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "1.2.3.4"})
"""Public DNS resolvers and the usual example."""


def mask(text: str) -> str:
    """Replace personal data by a word in brackets."""
    if "@" in text:
        text = _EMAIL.sub(EMAIL, text)
    if not any(digit in text for digit in "0123456789"):
        return text
    text = _IBAN.sub(_checked(_is_iban, IBAN), text)
    text = _CARD.sub(_checked(_is_card, CARD), text)
    text = _PHONE.sub(PHONE, text)
    text = _CALLED.sub(rf"\g<before>{PHONE}", text)
    if ":" in text:
        text = _IPV6.sub(_checked(_is_public_v6, ADDRESS), text)
    return _IPV4.sub(_checked(_is_public_v4, ADDRESS), text)


def _checked(check: Callable[[str], bool], word: str) -> Callable[[re.Match[str]], str]:
    return lambda found: word if check(found[0]) else found[0]


def _is_card(text: str) -> bool:
    digits = re.sub(r"\D", "", text)
    known = any(start.match(digits) and len(digits) in lengths for start, lengths in _CARDS)
    return known and len(set(digits)) > 1 and _passes_luhn(digits)


def _passes_luhn(digits: str) -> bool:
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(int(digit) for digit in digits[::-2]) + sum(two - 9 * (two > 9) for two in doubled)) % 10 == 0  # noqa: PLR2004


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    if _IBAN_LENGTHS.get(plain[:2]) != len(plain):
        return False
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1


def _is_public_v4(text: str) -> bool:
    """True for public addresses, not for private networks or documentation."""
    try:
        return text not in _WELL_KNOWN_ADDRESSES and IPv4Address(text).is_global
    except AddressValueError:
        return False


def _is_public_v6(text: str) -> bool:
    try:
        return IPv6Address(text).is_global
    except AddressValueError:
        return False
