"""Starting, listing and changing runs."""
