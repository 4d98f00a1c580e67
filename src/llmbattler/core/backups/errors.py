"""Why a backup cannot be made or restored. Nothing has been changed when one of these is raised."""

from ..errors import Conflict, Invalid, NotFound


class BackupNotFound(NotFound):
    """There is no such backup."""


class BackupIncomplete(Conflict):
    """This backup is incomplete: it was interrupted before its end, or parts of it were deleted. Choose another one."""


class BackupBroken(Conflict):
    """This backup is damaged: it is not what was written. Choose another one."""


class BackupNewer(Conflict):
    """This backup was made by a newer version of llmbattler. Install that version, or choose an older backup."""


class BackupCheckFailed(Conflict):
    """The new backup could not be restored into an empty database, so it was not stored."""


class NothingToBackUp(Conflict):
    """This database has no tables of llmbattler. Check DATA_DIR or DATABASE_URL."""


class NotEnoughSpace(Conflict):
    """There is not enough space on the disk for a backup and its check."""


class InsideCheckout(Invalid):
    """A backup contains secrets and must not be inside a checkout of llmbattler. Choose another folder."""


class BadPlace(Invalid):
    """The place of the backups cannot be used."""


class SiteNotEmpty(Conflict):
    """This site already has data. To replace all of it by the backup, add --replace."""


class SiteRunning(Conflict):
    """A server, worker or command of this site is running. Stop all of them first: `llmbattler stop`."""


class PassphraseWrong(Invalid):
    """The secrets in this backup are encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with."""


class SecretsDiffer(Conflict):
    """The secrets in the settings are not those of this backup; `llmbattler restore --secrets-to FILE` writes those."""
