"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

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


def render_metrics() -> bytes:
    return generate_latest(REGISTRY)
