"""Share links, and shared battles as examples."""
