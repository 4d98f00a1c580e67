"""Sandboxes for code written by models. The first backend that passes the escape probe is used, or none."""

from .selection import SandboxStatus, describe_sandbox, open_sandbox

__all__ = ["SandboxStatus", "describe_sandbox", "open_sandbox"]
