"""The first steps of a new site: connect a provider, pick models, first battle."""
