"""Masks personal data and keys in texts that the site publishes."""

from llmbattler.core.logs import mask_known_secrets
from llmbattler.core.personal_data import mask as mask_people


def mask(text: str) -> str:
    return mask_known_secrets(mask_people(text))
