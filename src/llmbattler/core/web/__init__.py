"""HTTP for all slices: problems, middleware, dependencies, health, live socket, files of the web app."""
