"""Record calls and probes, and export, erase and move the calls of a person."""
