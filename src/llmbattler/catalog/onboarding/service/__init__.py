"""Find the step that a new site has reached, and store what was connected."""
