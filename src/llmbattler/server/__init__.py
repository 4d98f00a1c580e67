"""The HTTP process: routers, lifespan, sockets."""
