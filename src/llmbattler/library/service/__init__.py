"""What can be done with stored images, one file per concern."""
