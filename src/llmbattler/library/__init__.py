"""Stored images: uploads are re-encoded, kept as files, attached to battles, and deleted with them."""
