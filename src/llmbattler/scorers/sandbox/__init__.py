"""Where code written by models runs: in the first sandbox that holds on this machine, or not at all."""

from .selection import SandboxStatus, describe_sandbox, open_sandbox

__all__ = ["SandboxStatus", "describe_sandbox", "open_sandbox"]
