"""The lines of the log: JSON, those about requests put together at little cost."""

import logging
import sys
from datetime import UTC, datetime
from typing import NamedTuple

import orjson
from pythonjsonlogger.orjson import OrjsonFormatter


class About(NamedTuple):
    """What a line about a request tells of it; no trace where it is in none."""

    request_id: str
    route: str
    method: str
    status: int
    waited_ms: float
    duration_ms: float
    request_bytes: int
    response_bytes: int
    trace_id: str | None = None
    span_id: str | None = None


# No line tells these, and each would be asked for with every record.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
if sys.version_info >= (3, 12):
    logging.logAsyncioTasks = False


class RequestRecord(logging.LogRecord):
    """A record about a request; what it tells are attributes of it, as those of any record."""

    def __init__(self, logger: str, about: About) -> None:
        super().__init__(logger, logging.INFO, "", 0, "request", None, None)
        vars(self).update(about._asdict())


class Lines(OrjsonFormatter):
    """Writes what the library's formatter does, which looks through all attributes of a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        if not isinstance(record, RequestRecord):
            return super().format(record)
        values = vars(record)
        line = {
            "level": record.levelname,
            "logger": record.name,
            "message": record.msg,
            **{name: values[name] for name in About._fields},
            "time": datetime.fromtimestamp(record.created, UTC),
        }
        return orjson.dumps(line).decode()
