"""What may be spent in a day: limits, money set aside before each call, and who is told when it runs out."""
