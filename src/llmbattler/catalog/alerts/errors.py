"""How alerts can fail."""

from llmbattler.core.errors import NotFound, Unavailable


class AlertNotFound(NotFound):
    """This alert does not exist."""


class WebhookFailed(Unavailable):
    """The webhook did not accept the alert; it will be sent again."""
