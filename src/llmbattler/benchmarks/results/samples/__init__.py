"""The samples of a run with what became of them: queries for the grid and the page of one sample."""
