"""What admins do with models: list, add, edit, accept, import and export."""
