"""Ask contestants, and check stored ids."""

from .answers import Reply, ask, read_reply, stream_answer

__all__ = ["Reply", "ask", "read_reply", "stream_answer"]
