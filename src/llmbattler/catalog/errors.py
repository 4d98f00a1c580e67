"""How the catalog can fail."""

from llmbattler.connectors.errors import BadKey
from llmbattler.core.errors import NotFound, StartupProblem, Unavailable


class ModelNotFound(NotFound):
    """This site has no such model."""


class KeyMissing(BadKey):
    """The key for this model is not set on the server."""


class DownloadFailed(Unavailable):
    """The weights could not be downloaded."""


class BadModelsFile(StartupProblem):
    """The catalog file cannot be used; the message names line and field."""
