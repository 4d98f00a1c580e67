"""Failures of runs."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound, Unavailable


class RunNotFound(NotFound):
    """This run does not exist."""


class NotYourRun(Forbidden):
    """Only the person who started this run and moderators can change it."""


class BadRun(Invalid):
    """This run cannot be started as it is."""


class NeedsSandbox(Unavailable):
    """This suite runs code written by models, and this machine has no sandbox for it."""


class RunOver(Conflict):
    """This run has ended."""


class RunStillGoing(Conflict):
    """This run is still running. Pause or cancel it first."""


class NothingFailed(Conflict):
    """Nothing failed in this run, so there is nothing to retry."""


class BudgetUsedUp(Conflict):
    """This run has used up its budget. Raise the budget first."""


class WebhookNeedsAccount(Forbidden):
    """Only people with an account can set a webhook. Sign in, or leave the webhook empty."""


class WebhookForAdmins(Forbidden):
    """Only an admin can set this webhook, because its owner may use internal addresses."""


class WebhookNotTaken(Unavailable):
    """The webhook of a run did not accept the message."""
