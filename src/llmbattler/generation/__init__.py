"""Answers in flight: streams that any process can follow or stop, contestants, classification, response cache."""
