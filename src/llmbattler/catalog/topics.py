"""Live topics and names of deferred jobs."""

from llmbattler.core.jobs import JobName
from llmbattler.core.live import Topic

MODELS_TOPIC = Topic("models")
"""The models that this site offers; the id is a model or `all`."""
PROBE_HEALTH = JobName("catalog.probe_health")
