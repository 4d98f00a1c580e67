"""Finding dishonest voters, and excluding their votes."""
