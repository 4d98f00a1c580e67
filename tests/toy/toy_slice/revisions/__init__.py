"""The revisions of the toy slice, a branch of their own."""
