"""Limits for uploads."""

from datetime import timedelta

MAX_IMAGE_BYTES = 10_000_000
IMAGES_PER_DAY = 500
UNSENT_IMAGES_KEPT = timedelta(hours=24)
