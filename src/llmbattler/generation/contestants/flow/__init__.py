"""Asking contestants, and checking that stored ids still belong to one."""

from .answers import Reply, ask, read_reply, stream_answer

__all__ = ["Reply", "ask", "read_reply", "stream_answer"]
