"""What other slices may use of the classification."""

from .categories import CATEGORIES, Turn, categorize
from .language import LANGUAGES, detect_language

__all__ = ["CATEGORIES", "LANGUAGES", "Turn", "categorize", "detect_language"]
