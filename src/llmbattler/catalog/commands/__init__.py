"""The commands about models, keys and budgets."""
