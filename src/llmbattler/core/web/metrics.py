"""Metrics for Prometheus."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from ..measurements import Measurement

PREFIX = "llmbattler_"
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter("llmbattler_http_requests", "Requests answered.", ["method", "route", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "llmbattler_http_request_seconds",
    "Time until the answer began.",
    ["route"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
OPEN = Gauge("llmbattler_http_open", "Requests and streams open now.", registry=REGISTRY)


def render_metrics(measurements: Iterable[Measurement] = ()) -> bytes:
    """Render what this process counted, and these measurements."""
    families: dict[str, GaugeMetricFamily] = {}
    for one in measurements:
        name = f"{PREFIX}{one.name}"
        family = families.setdefault(name, GaugeMetricFamily(name, one.description, labels=list(one.labels)))
        family.add_metric(list(one.labels.values()), one.value)
    return generate_latest(REGISTRY) + generate_latest(_Families(families.values()))


class _Families(Collector):
    def __init__(self, families: Iterable[GaugeMetricFamily]) -> None:
        self._families = families

    def collect(self) -> Iterable[GaugeMetricFamily]:
        return self._families
