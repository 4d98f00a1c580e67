"""What the ledger of model calls knows of people: how it is exported, cut loose and handed over."""
