"""Files that people upload or the site creates, stored in a folder or in an S3-compatible bucket."""

from .contract import Storage, StorageRefused, StorageUnavailable, StoredFileMissing, make_key
from .factory import open_storage

__all__ = ["Storage", "StorageRefused", "StorageUnavailable", "StoredFileMissing", "make_key", "open_storage"]
