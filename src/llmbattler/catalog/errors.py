"""How the catalog can fail."""

from llmbattler.connectors.errors import BadKey, ConnectorError, FailureKind
from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound, StartupProblem, Unavailable


class ModelNotFound(NotFound):
    """This site has no such model."""


class KeyMissing(BadKey):
    """The key for this model is not set on the server."""


class KeyUnreadable(BadKey):
    """The stored key cannot be read: the master key is another one, or the key was entered for another address."""


class OwnKeyUnreadable(KeyUnreadable):
    """Your own key for this provider cannot be used any more; enter it again in your settings, or remove it there."""


class KeyOutOfReach(ConnectorError):
    """The stored key could not be fetched from the database."""

    kind = FailureKind.UNAVAILABLE


class ModelExists(Conflict):
    """There is a model with this id already; ids are never used again, because votes carry them."""


class ModelAnswered(Conflict):
    """This model has answered already: retire it and add another, so that its votes stay with what was voted on."""


class FoundModelNotFound(NotFound):
    """Discovery has found no such model."""


class BadCatalogText(Invalid):
    """This catalog cannot be used; the detail names line and field."""


class ProviderNotFound(NotFound):
    """This site has no such provider."""


class ProviderExists(Conflict):
    """There is a provider with this id already."""


class ProviderInUse(Conflict):
    """Models still use this provider; retire them first."""


class KeyNeeded(Invalid):
    """Please enter the key again: it may only be sent to the address for which it was entered."""


class KeyNotFound(NotFound):
    """There is no key to remove."""


class OwnKeysClosed(Forbidden):
    """This provider takes no keys of members."""


class DownloadFailed(Unavailable):
    """The weights could not be downloaded."""


class BadModelsFile(StartupProblem):
    """The catalog file cannot be used; the message names line and field."""


class BadKeyText(Invalid):
    """This is no key: it holds spaces or characters that cannot be sent."""


class NamedElsewhere(Conflict):
    """The catalog file or discovery says where this model is; change it there, or add another at the admin area."""
