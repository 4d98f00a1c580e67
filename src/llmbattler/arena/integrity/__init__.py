"""Looking for dishonest voters, and keeping their votes off the boards."""
