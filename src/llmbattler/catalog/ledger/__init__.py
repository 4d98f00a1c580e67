"""The ledger of model calls: writing it in batches, and what follows from each call for health and spend."""
