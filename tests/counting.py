"""What the service has counted, as its metrics tell it."""

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families


def counted(client: FlaskClient, metric: str, **labels: str) -> float:
    """The value of a counter, 0 before it was counted."""
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            if sample.name == f"{metric}_total" and sample.labels == labels:
                return sample.value
    return 0
