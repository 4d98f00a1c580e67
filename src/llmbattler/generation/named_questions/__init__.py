"""Questions that a person sent to named contestants; their votes on the same question are no longer blind."""
