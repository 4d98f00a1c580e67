"""How the catalog can fail."""

from llmbattler.connectors.errors import BadKey, ConnectorError, FailureKind
from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound, StartupProblem, Unavailable


class ModelNotFound(NotFound):
    """This site has no such model."""


class KeyMissing(BadKey):
    """The key for this model is not set on the server."""


class KeyUnreadable(BadKey):
    """The stored key cannot be decrypted: the master key changed, or the key was entered for another address."""


class OwnKeyUnreadable(KeyUnreadable):
    """Your own key for this provider can no longer be used; enter it again in your settings, or remove it there."""


class KeyOutOfReach(ConnectorError):
    """The stored key could not be read from the database."""

    kind = FailureKind.UNAVAILABLE


class ModelExists(Conflict):
    """A model with this id exists already; ids are never reused, because votes refer to them."""


class ModelAnswered(Conflict):
    """This model has answered already: retire it and add another, so that its votes stay with it."""


class FoundModelNotFound(NotFound):
    """Discovery has found no such model."""


class BadCatalogText(Invalid):
    """This catalog file cannot be used; the detail names line and field."""


class ProviderNotFound(NotFound):
    """This site has no such provider."""


class ProviderExists(Conflict):
    """A provider with this id exists already."""


class ProviderInUse(Conflict):
    """Models still use this provider; retire them first."""


class KeyNeeded(Invalid):
    """Enter the key again: it may only be sent to the address for which it was entered."""


class KeyNotFound(NotFound):
    """There is no key to remove."""


class OwnKeysClosed(Forbidden):
    """This provider does not allow members' own keys."""


class DownloadFailed(Unavailable):
    """The weights could not be downloaded."""


class BadModelsFile(StartupProblem):
    """The catalog file cannot be used; the message names line and field."""


class BadKeyText(Invalid):
    """This is not a key: it contains spaces or characters that cannot be sent."""


class NamedElsewhere(Conflict):
    """This model comes from the catalog file or discovery; change it there, or add another in the admin area."""
