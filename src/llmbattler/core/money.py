"""Amounts of money: dollars for people, millionths of a dollar in tables."""

from decimal import ROUND_HALF_UP, Decimal

MICRO = 1_000_000
CENT = 10_000


def to_micro(dollars: float | Decimal) -> int:
    return int((Decimal(str(dollars)) * MICRO).quantize(Decimal(1), ROUND_HALF_UP))


def to_dollars(micro: int) -> float:
    return micro / MICRO


def format_money(micro: int) -> str:
    """Format an amount with cents, or with more digits when there are fractions of a cent."""
    return f"${micro / MICRO:,.2f}" if micro % CENT == 0 else f"${Decimal(micro) / MICRO:,f}"
