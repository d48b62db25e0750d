"""Gunicorn's threaded worker, with what it lacks: draining, and problem documents of its own.

A request that gunicorn itself refuses (a broken request line, headers too large) never reaches the
application. It is answered here, in the same shape as every other error.
"""

import os
import socket
import threading
import uuid
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from service import metrics, problems
from service.health import draining
from service.json_answers import json_text
from service.languages import DEFAULT
from service.observation import ID_HEADER
from service.settings import read_settings


class Worker(ThreadWorker):
    """A threaded worker that says it is draining before it stops taking requests."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: not ready from now on, and a little later the usual graceful stop.

        The pause lets load balancers see that `/readyz` fails, so that none sends a request here
        when nobody takes it any more.
        """
        if draining.is_set():
            return
        draining.set()
        stop = super().handle_exit
        threading.Timer(_DRAIN_SECONDS, stop, (sig, frame)).start()


_DRAIN_SECONDS = read_settings(os.environ).drain_seconds
_CODES = {400: "bad-request", 500: "internal-error"}


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Answer a request that gunicorn refuses, in place of its own HTML."""
    del mesg  # may repeat what the client sent
    request_id = uuid.uuid4().hex
    code = _CODES.get(status_int, "http-error")
    body = json_text(
        problems.document(status_int, code, language=DEFAULT, request_id=request_id)
    ).encode()
    head = (
        f"HTTP/1.1 {status_int} {reason}\r\n"
        "Connection: close\r\n"
        f"Content-Type: {problems.MEDIA_TYPE}\r\n"
        f"Content-Language: {DEFAULT}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"{ID_HEADER}: {request_id}\r\n\r\n"
    )
    metrics.REQUESTS.labels(metrics.UNMATCHED, "other", str(status_int)).inc()
    util.write_nonblock(sock, head.encode("latin-1") + body)


util.write_error = write_problem
