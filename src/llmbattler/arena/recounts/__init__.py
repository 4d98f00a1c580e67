"""Applies decisions about voters to their votes and to the boards, in a job."""
