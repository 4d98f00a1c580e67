"""Coming in through a company's log-in, over OpenID Connect."""
