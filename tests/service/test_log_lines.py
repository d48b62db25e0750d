"""A line about a request is the one that the library's formatter would write."""

import json
import logging

import pytest
from pythonjsonlogger.orjson import OrjsonFormatter

from service.log_lines import AboutRequest, Lines
from service.observation import log_request

_SETTINGS = {
    "fmt": "%(levelname)s %(name)s %(message)s",
    "rename_fields": {"levelname": "level", "name": "logger"},
    "timestamp": "time",
}


def test_a_line_about_a_request(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "service.requests"):
        log_request(
            request_id="ä",
            route="/v1/games",
            method="GET",
            status=200,
            waited_ms=0.25,
            duration_ms=1.5,
            request_bytes=9,
            response_bytes=7,
            trace_id=None,
            span_id=None,
        )
    (record,) = caplog.records
    written = Lines(**_SETTINGS).format(record)  # type: ignore[arg-type]  # as logging hands them on
    assert isinstance(record, AboutRequest)
    ordinary = OrjsonFormatter(**_SETTINGS).format(record)  # type: ignore[arg-type]
    assert list(json.loads(written).items()) == list(json.loads(ordinary).items())
    assert written == ordinary


def test_any_other_line_is_the_librarys() -> None:
    record = logging.LogRecord("any", logging.ERROR, "", 0, "it %s", ("happened",), None)
    lines = [kind(**_SETTINGS).format(record) for kind in (Lines, OrjsonFormatter)]  # type: ignore[arg-type]
    assert lines[0] == lines[1]
