"""How runs and schedules can fail."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound, Unavailable


class RunNotFound(NotFound):
    """There is no such run here."""


class ScheduleNotFound(NotFound):
    """There is no such schedule here."""


class NotYourRun(Forbidden):
    """Only whoever started this run, and moderators, may change it."""


class NotYourSchedule(Forbidden):
    """Only whoever made this schedule, and moderators, may change it."""


class BadRun(Invalid):
    """This run cannot be started as it is."""


class NeedsSandbox(Unavailable):
    """This suite runs programs that models wrote, and this machine has no sandbox for them."""


class RunOver(Conflict):
    """This run has ended."""


class RunStillGoing(Conflict):
    """This run is still going; pause or cancel it first."""


class NothingFailed(Conflict):
    """Nothing failed in this run, so there is nothing to try again."""


class BudgetUsedUp(Conflict):
    """This run has used up its budget; raise it first."""


class BadCron(Invalid):
    """A schedule has five fields, in UTC: minute, hour, day of the month, month and day of the week."""


class WebhookNotTaken(Unavailable):
    """The webhook of a run was not taken."""
