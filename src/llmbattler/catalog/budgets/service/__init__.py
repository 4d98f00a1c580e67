"""Set limits, reserve money, settle calls, reconcile with the ledger."""
