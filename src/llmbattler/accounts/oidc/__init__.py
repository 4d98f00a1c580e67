"""Sign-in through a company's OpenID Connect provider."""
