"""A slice of another package: toys that people own. Nothing in llmbattler knows of it."""
