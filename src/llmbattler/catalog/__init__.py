"""The models that this site offers: address, price, health, keys, budgets, and the ledger of all calls."""
