"""What the site publishes of people's texts: without personal data, and without what looks like a key."""

from llmbattler.core.logs import mask_known_secrets
from llmbattler.core.personal_data import mask as mask_people


def mask(text: str) -> str:
    return mask_known_secrets(mask_people(text))
