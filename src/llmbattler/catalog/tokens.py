"""Estimate tokens from characters where a provider does not count them."""

CHARACTERS_PER_TOKEN = 4


def estimate_tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
