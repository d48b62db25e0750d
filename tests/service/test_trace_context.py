"""`traceparent` (W3C Trace Context) in the log: valid ids are noted, anything else is ignored."""

import logging

import pytest
from flask.testing import FlaskClient

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
VALID = [
    f"00-{TRACE}-{SPAN}-01",
    f"00-{TRACE}-{SPAN}-00",
    f"00-{TRACE}-{SPAN}-ff",
    f"01-{TRACE}-{SPAN}-01",
    f"cc-{TRACE}-{SPAN}-01-what-a-later-version-may-add",
]
INVALID = [
    "",
    "x",
    f"00-{'0' * 32}-{SPAN}-01",
    f"00-{TRACE}-{'0' * 16}-01",
    f"00-{TRACE.upper()}-{SPAN}-01",
    f"00-{TRACE}-{SPAN.upper()}-01",
    f"00-{TRACE[1:]}-{SPAN}-01",
    f"00-{TRACE}0-{SPAN}-01",
    f"00-{TRACE}-{SPAN[1:]}-01",
    f"00-{TRACE}-{SPAN}0-01",
    f"00-{TRACE}-{SPAN}-1",
    f"00-{TRACE}-{SPAN}",
    f"00-{TRACE}-{SPAN}-01-more",
    f"ff-{TRACE}-{SPAN}-01",
    f"0-{TRACE}-{SPAN}-01",
    f"00_{TRACE}_{SPAN}_01",
    f"00-{'g' * 32}-{SPAN}-01",
    f"00-{TRACE}-{SPAN}-01, 00-{TRACE}-{SPAN}-01",
    "9" * 8000,
]


def logged(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, path: str, headers: dict[str, str]
) -> tuple[object, object]:
    """The ids of the trace and the span in the only line there is about a request."""
    with caplog.at_level(logging.DEBUG):
        client.get(path, headers=headers)
    (record,) = caplog.records
    return vars(record)["trace_id"], vars(record)["span_id"]


@pytest.mark.parametrize("path", ["/v1/games", "/livez", "/nothing"])
@pytest.mark.parametrize("given", VALID)
def test_ids_that_a_request_brings_are_noted(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, path: str, given: str
) -> None:
    assert logged(client, caplog, path, {"traceparent": given}) == (TRACE, SPAN)


@pytest.mark.parametrize("given", INVALID)
def test_what_is_no_valid_header_is_ignored(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, given: str
) -> None:
    assert logged(client, caplog, "/v1/games", {"traceparent": given}) == (None, None)


def test_without_the_header_there_is_no_trace(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    assert logged(client, caplog, "/v1/games", {"tracestate": "a=b"}) == (None, None)


def test_what_else_a_caller_says_of_its_trace_is_not_looked_at(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"traceparent": VALID[0], "tracestate": "9d8d7d6d=,,=" + "x" * 600}
    assert logged(client, caplog, "/v1/games", headers) == (TRACE, SPAN)
