"""The lines of the log: JSON, those about requests put together at little cost."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import orjson
from pythonjsonlogger.orjson import OrjsonFormatter

_FIELDS = (
    "request_id", "route", "method", "status", "waited_ms", "duration_ms", "request_bytes",
    "response_bytes",
    "trace_id", "span_id",
)  # fmt: skip


# No line tells these, and each would be asked for with every record.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
if sys.version_info >= (3, 12):
    logging.logAsyncioTasks = False


class AboutRequest(logging.LogRecord):
    """A record about a request, whose fields are attributes of it."""

    def __init__(self, logger: str, fields: dict[str, Any]) -> None:
        super().__init__(logger, logging.INFO, "", 0, "request", None, None)
        vars(self).update(fields)


class Lines(OrjsonFormatter):
    """Writes what the library's formatter does, which looks through all attributes of a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        if not isinstance(record, AboutRequest):
            return super().format(record)
        values = vars(record)
        line = {
            "level": record.levelname,
            "logger": record.name,
            "message": record.msg,
            **{name: values[name] for name in _FIELDS},
            "time": datetime.fromtimestamp(record.created, UTC),
        }
        return orjson.dumps(line).decode()
