"""Share links, and the examples made of shared battles."""
