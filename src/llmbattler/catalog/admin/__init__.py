"""Models in the admin area: add, edit, pause, retire, set weights, accept, test, import and export."""
