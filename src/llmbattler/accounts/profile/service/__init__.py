"""What people change about themselves, and everything of theirs as a file."""
