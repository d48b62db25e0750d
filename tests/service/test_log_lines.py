"""A line about a request is the one that the library's formatter would write."""

import json
import logging

from pythonjsonlogger.orjson import OrjsonFormatter

from service.log_lines import About, Lines, RequestRecord

_SETTINGS = {
    "fmt": "%(levelname)s %(name)s %(message)s",
    "rename_fields": {"levelname": "level", "name": "logger"},
    "timestamp": "time",
}


def test_a_line_about_a_request() -> None:
    about = About(
        request_id="ä",
        route="/v1/games",
        method="GET",
        status=200,
        waited_ms=0.25,
        duration_ms=1.5,
        request_bytes=9,
        response_bytes=7,
    )
    record = RequestRecord("any", about)
    usual = logging.LogRecord("any", logging.INFO, "", 0, "request", None, None)
    vars(usual).update(about._asdict(), created=record.created)
    written = Lines(**_SETTINGS).format(record)  # type: ignore[arg-type]  # as logging hands them on
    ordinary = OrjsonFormatter(**_SETTINGS).format(usual)  # type: ignore[arg-type]
    assert list(json.loads(written).items()) == list(json.loads(ordinary).items())
    assert written == ordinary


def test_any_other_line_is_the_librarys() -> None:
    record = logging.LogRecord("any", logging.ERROR, "", 0, "it %s", ("happened",), None)
    lines = [kind(**_SETTINGS).format(record) for kind in (Lines, OrjsonFormatter)]  # type: ignore[arg-type]
    assert lines[0] == lines[1]
