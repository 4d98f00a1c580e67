from llmbattler.core.measurements import Measurement
from llmbattler.core.web.metrics import REQUESTS, render_metrics


def test_a_counted_request_is_rendered_with_its_labels() -> None:
    line = b'llmbattler_http_requests_total{method="GET",route="/test-metrics",status="200"} 2.0'
    assert line not in render_metrics()
    for _ in range(2):
        REQUESTS.labels("GET", "/test-metrics", "200").inc()
    assert line in render_metrics()


def test_measurements_of_one_name_are_one_family() -> None:
    runs = [Measurement("runs", "Runs by status.", count, {"status": name}) for name, count in (("a", 1), ("b", 2))]
    shown = render_metrics(runs).decode()
    assert shown.count("# HELP llmbattler_runs Runs by status.") == 1
    assert 'llmbattler_runs{status="a"} 1.0' in shown
    assert 'llmbattler_runs{status="b"} 2.0' in shown
