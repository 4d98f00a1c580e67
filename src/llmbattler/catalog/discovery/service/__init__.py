"""Read the catalog file, and sort found models into offered and waiting ones."""
