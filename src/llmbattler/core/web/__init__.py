"""The HTTP side of every slice: problems, middleware, dependencies, health, live socket, the web app's files."""
