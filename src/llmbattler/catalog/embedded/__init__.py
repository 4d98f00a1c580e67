"""The model that is included in the site, and the download of its weights."""
