"""What the database hears of a turn, from its opening to its last word."""
