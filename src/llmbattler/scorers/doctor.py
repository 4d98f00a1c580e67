"""Whether code of models can run here."""

from llmbattler.core.doctor import Finding, Level
from llmbattler.core.resources import Resources

from .sandbox import describe_sandbox


async def examine_sandbox(_resources: Resources) -> list[Finding]:
    standing = await describe_sandbox()
    level = Level.WARNING if standing.sandbox is None else Level.OK
    return [Finding(level, "sandbox", standing.sentence, standing.advice)]
