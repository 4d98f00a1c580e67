"""What people own of the arena: how it is exported, erased and handed over."""
