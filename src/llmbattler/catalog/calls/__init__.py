"""Calling a model: resolve key and address, reserve money, stream the answer, record the call."""
