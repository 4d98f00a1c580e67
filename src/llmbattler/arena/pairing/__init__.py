"""Which contestants meet in a battle."""
