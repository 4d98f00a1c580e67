"""The models as an admin handles them: add, edit, pause, retire, weigh, accept, import and export."""
