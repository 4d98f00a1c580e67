"""Failures of schedules."""

from llmbattler.core.errors import Forbidden, Invalid, NotFound


class ScheduleNotFound(NotFound):
    """This schedule does not exist."""


class NotYourSchedule(Forbidden):
    """Only the person who created this schedule and moderators can change it."""


class BadCron(Invalid):
    """A schedule needs five fields, in UTC: minute, hour, day of the month, month and day of the week."""
