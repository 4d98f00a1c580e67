"""Sign-up, sign-in, sign-out, tokens for programs and one-time links."""
