"""Where code written by models runs: in the first sandbox that holds on this machine, or not at all."""

from .choosing import Standing, describe_sandbox, open_sandbox

__all__ = ["Standing", "describe_sandbox", "open_sandbox"]
