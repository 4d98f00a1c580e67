"""What other slices may use of the classification."""

from .categories import CATEGORIES, Turn, categorize

__all__ = ["CATEGORIES", "Turn", "categorize"]
