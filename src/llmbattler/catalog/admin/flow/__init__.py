"""What admins do that calls model servers: test a model, run discovery, check the catalog."""
