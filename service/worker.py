"""The worker that serves: draining, and problem documents of its own.

A request that is refused before the application (a broken request line, headers too large, one
that does not come in time) never reaches it. It is answered here, in the same shape as every other
error.
"""

import logging
import mmap
import os
import signal
import socket
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from gunicorn import util

from service import access, caching, metrics, observation, problems
from service.connections import PatientWorker
from service.health import draining
from service.json_answers import json_text
from service.languages import DEFAULT
from service.repeating import KnownHeaders
from service.settings import read_settings

_DRAIN_SECONDS = read_settings(os.environ).drain_seconds
_reloads = mmap.mmap(-1, 1)
"""How often the master has been reloaded, modulo 256; all processes see it."""


def note_reload() -> None:
    """Tell the workers there are that others take their place."""
    _reloads[0] = (_reloads[0] + 1) % 256


class Worker(PatientWorker):
    """A threaded worker that says it is draining before it stops taking requests."""

    def init_signals(self) -> None:
        """Set the handlers, then let through what the fork has kept back."""
        self._born_after = _reloads[0]
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT})

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: not ready from now on, and a little later the usual graceful stop.

        The pause lets load balancers see that `/readyz` fails, so that none sends a request here
        when nobody takes it any more. After a reload others take it at this very address, which is
        as ready as before.
        """
        if draining.is_set():
            return
        if _reloads[0] != self._born_after:
            super().handle_exit(sig, frame)
            return
        draining.set()
        if _DRAIN_SECONDS == 0:
            super().handle_exit(sig, frame)
        signal.signal(signal.SIGALRM, super().handle_exit)
        signal.alarm(_DRAIN_SECONDS)

    def notify(self) -> None:
        """Tell gunicorn that it lives, and the metrics when it drains.

        Not in the signal's handler: that may have interrupted the very code that counts.
        """
        super().notify()
        if draining.is_set():
            metrics.DRAINING.set(1)

    def is_parent_alive(self) -> bool:
        """Take the end of the master for a SIGTERM; the usual way ends the loop from within."""
        if not draining.is_set() and not super().is_parent_alive():
            self.handle_exit(signal.SIGTERM, None)
        return True

    def load_wsgi(self) -> None:
        """Load the application, and tell it of a request that is refused already.

        Gunicorn then heeds a `Connection: close` that it answers with.
        """
        super().load_wsgi()
        application = self.wsgi

        def closing(environ: Any, start_response: Callable[..., Any]) -> Any:
            environ[problems.REFUSED] = environ["gunicorn.socket"].refused

            def start(*answer: Any) -> Any:
                status, headers, *_ = answer
                if isinstance(headers, KnownHeaders):
                    # Gunicorn looks at each header, and would find what it found before.
                    written = start_response(status, headers.own)
                    start_response.__self__.headers[:0] = headers.known  # type: ignore[attr-defined]  # gunicorn's
                    return written
                if ("Connection", "close") in headers:
                    start_response.__self__.force_close()  # type: ignore[attr-defined]  # gunicorn's
                return start_response(*answer)

            return application(environ, start)

        self.wsgi = closing

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT or SIGQUIT: stop at once, whatever is going on.

        Gunicorn's own way waits for requests that are being read, and for a lock of the thread pool
        that the very code it interrupts may hold.
        """
        del sig, frame
        os._exit(0)


_CODES = {
    400: "bad-request",
    408: "too-slow",
    414: "address-too-long",
    431: "headers-too-large",
    500: "internal-error",
}


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Answer a request whose head cannot be read, in place of gunicorn's own HTML."""
    del reason, mesg  # not always that of the status; may repeat what the client sent
    request_id = uuid.uuid4().hex
    code = _CODES.get(status_int, "http-error")
    body = json_text(problems.document(status_int, code, language=DEFAULT, request_id=request_id))
    headers = {
        "Date": util.http_date(),
        "Connection": "close",
        "Content-Type": problems.MEDIA_TYPE,
        "Content-Language": DEFAULT,
        "Content-Length": len(body),
        "Cache-Control": caching.NEVER,
        observation.ID_HEADER: request_id,
        **access.HARDENING,
    }
    head = f"HTTP/1.1 {status_int} {HTTPStatus(status_int).phrase}\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in headers.items()
    )
    metrics.REQUESTS.labels(metrics.UNMATCHED, "other", str(status_int)).inc()
    observation.log_request(
        request_id=request_id,
        route=metrics.UNMATCHED,
        method="other",
        status=status_int,
        duration_ms=None,
        request_bytes=None,
        response_bytes=len(body),
        trace_id=None,
        span_id=None,
    )
    util.write_nonblock(sock, f"{head}\r\n".encode("latin-1") + body)


_REPEATING = ("Invalid request from ", "Ignored premature client disconnection")


def _repeats_nothing(record: logging.LogRecord) -> bool:
    """Whether a line of gunicorn's log is free of what a client sent, which may be cards."""
    return not record.getMessage().startswith(_REPEATING)


util.write_error = write_problem
logging.getLogger("gunicorn.error").addFilter(_repeats_nothing)
