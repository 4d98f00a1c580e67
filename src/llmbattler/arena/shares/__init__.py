"""Read-only links to battles, and shared battles as examples."""
