"""Errors about stored suites, versions and datasets."""

from llmbattler.core.errors import Conflict, Forbidden, NotFound
from llmbattler.core.versions import errors as versions


class SuiteNotFound(NotFound):
    """This suite does not exist."""


class VersionNotFound(versions.VersionNotFound):
    """This suite has no such version."""


class DatasetNotFound(NotFound):
    """This dataset does not exist; upload the file again."""


class SampleNotFound(NotFound):
    """The dataset has no sample at this position."""


class SuiteExists(Conflict):
    """A suite with this name already exists; choose another name or add a version to that suite."""


class NotYourSuite(Forbidden):
    """Only the owner of this suite and moderators may change it."""


class IncludedSuite(Forbidden):
    """Built-in suites cannot be changed; save this one under another name."""
