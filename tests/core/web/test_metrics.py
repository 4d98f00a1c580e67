from llmbattler.core.web.metrics import REQUESTS, render_metrics


def test_a_counted_request_is_rendered_with_its_labels() -> None:
    line = b'llmbattler_http_requests_total{method="GET",route="/test-metrics",status="200"} 2.0'
    assert line not in render_metrics()
    for _ in range(2):
        REQUESTS.labels("GET", "/test-metrics", "200").inc()
    assert line in render_metrics()
