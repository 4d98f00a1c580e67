"""What a suite is: its specification, its samples, and the errors in its content."""
