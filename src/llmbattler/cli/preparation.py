"""What processes that stay do before anything else."""

from llmbattler.core.data_dir import prepare_data_dir
from llmbattler.core.logs import configure_logs, hide_secret
from llmbattler.core.secret_files import resolve_secret_key
from llmbattler.core.settings import Settings, read_settings


def prepare_process() -> Settings:
    """Read the settings, configure logs, and check the data folder and the secret."""
    settings = read_settings()
    configure_logs(settings)
    prepare_data_dir(settings.data_dir)
    hide_secret(resolve_secret_key(settings).decode())
    return settings
