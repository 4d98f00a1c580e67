"""Doctor check: whether code written by models can run on this machine."""

from llmbattler.core.doctor import Finding, Level
from llmbattler.core.resources import Resources

from .selection import describe_sandbox


async def examine_sandbox(_resources: Resources) -> list[Finding]:
    status = await describe_sandbox()
    level = Level.WARNING if status.sandbox is None else Level.OK
    return [Finding(level, "sandbox", status.sentence, status.advice)]
