"""What can go wrong with suites."""

from llmbattler.core.errors import Conflict, Forbidden, NotFound
from llmbattler.core.versions import errors as versions


class SuiteNotFound(NotFound):
    """There is no such suite."""


class VersionNotFound(versions.VersionNotFound):
    """This suite has no such version."""


class DatasetNotFound(NotFound):
    """These samples are not here; upload the file again."""


class SampleNotFound(NotFound):
    """The dataset has no sample at this place."""


class SuiteExists(Conflict):
    """There is a suite of this name already; choose another, or make a new version of that one."""


class NotYourSuite(Forbidden):
    """Only whoever made this suite, and moderators, may change it."""


class IncludedSuite(Forbidden):
    """This suite comes with llmbattler and stays as it is; save it under another name to change it."""
