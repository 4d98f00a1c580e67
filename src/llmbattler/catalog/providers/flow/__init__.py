"""What opens its own units of work: finding keys for calls, connection checks, master key rotation."""
