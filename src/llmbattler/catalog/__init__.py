"""Which models this site offers: where they live, what they cost, how they are, and every call made to them."""
