import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.personal_data import mask


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Write to jane.doe+news@mail.example.co.uk, please.", "Write to [email], please."),
        ("müller@straße.de wrote", "[email] wrote"),
        ("<a href='mailto:bob@corp.io'>", "<a href='mailto:[email]'>"),
        ("Call +49 171 1234567 today", "Call [phone] today"),
        ("+1 (415) 555-2671", "[phone]"),
        ("(415) 555-2671 or 415-555-2671", "[phone] or [phone]"),
        ("Tel.: 030/1234567.", "Tel.: [phone]."),
        ("my phone number 0171 1234567", "my phone number [phone]"),
        ("Card 4111 1111 1111 1111, thanks", "Card [card], thanks"),
        ("378282246310005 or 3782-822463-10005", "[card] or [card]"),
        ("+49 171 1234567 4111 1111 1111 1111 DE89370400440532013000", "[phone] [card] [iban]"),
        ("IBAN DE89 3704 0044 0532 0130 00.", "IBAN [iban]."),
        ("GB82WEST12345698765432", "[iban]"),
        ("from 93.184.216.34:443", "from [ip]:443"),
        ("at 2606:4700:4700::1111 now", "at [ip] now"),
    ],
)
def test_masks_what_identifies_somebody(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "No personal data at all.",
        "git@github.com:org/repo.git",
        "icon@2x.png and npm install foo@1.2.3",
        "@app.route('/') def index(): pass",
        "127.0.0.1, 192.168.1.20, 10.0.0.1 and 0.0.0.0",
        "version 1.2.3.4 and v10.20.30.40 and 256.1.1.1",
        "8.8.8.8 is a resolver",
        "4111 1111 1111 1112 fails Luhn",
        "0000000000000000 and 1234567890123456",
        "3.14159265358979323846264338327950288",
        "2 + 12345678 = 12345680",
        "DE89 3704 0044 0532 0130 01 fails the check",
        "XY12 ABCD EFGH IJKL MNOP",
        "std::vector<int>::iterator at 12:34:56",
        "2026-11-15T07:38:13 and 2026-11-15",
        "ISBN 978-3-16-148410-0, 1,000,000,000,000,000",
        "The order number is 415-55-2671.",
    ],
)
def test_leaves_the_rest_alone(text: str) -> None:
    assert mask(text) == text


def test_an_address_at_the_end_of_a_sentence_is_masked() -> None:
    assert mask("It came from 93.184.216.34.") == "It came from [ip]."


@pytest.mark.parametrize(
    "unit", ["a", "1", "1 ", "1-", "a.", "a@", "@", "+1", "1.1.", "2001:", "::", "AB12 ", "tel 1", "(1", "%+-"]
)
def test_takes_time_in_proportion_to_the_text(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    started = time.perf_counter()
    mask(text)
    assert time.perf_counter() - started < 3


@given(st.text())
def test_never_fails_and_masks_once(text: str) -> None:
    assert mask(mask(text)) == mask(text)
