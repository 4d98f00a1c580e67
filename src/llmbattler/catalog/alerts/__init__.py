"""Alerts for admins: shown in the admin area and sent to a webhook."""
