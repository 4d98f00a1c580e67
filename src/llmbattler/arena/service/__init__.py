"""Services of battles and sessions, one file for each noun."""
