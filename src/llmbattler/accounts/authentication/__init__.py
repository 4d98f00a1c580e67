"""Coming in and going out: signing up, signing in, tokens for programs, links that work once."""
