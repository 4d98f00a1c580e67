"""Finding models: the catalog file, local servers, providers with a key, and providers added in the admin area."""
