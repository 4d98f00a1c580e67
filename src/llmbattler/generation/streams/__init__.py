"""Answers in flight: any number of streams that every process can follow or stop."""
