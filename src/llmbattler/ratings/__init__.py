"""How good each contestant is by the votes cast, with the uncertainty that remains."""
