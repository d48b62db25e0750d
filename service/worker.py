"""The worker that serves: draining, and what it tells the application of a request."""

import logging
import mmap
import os
import signal
import time
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from gunicorn import util

from service import count_files, metrics, observation, problems
from service.connections import PatientWorker
from service.health import draining
from service.refusing import write_refusal
from service.repeating import KnownHeaders
from service.settings import read_settings
from service.sockets import Socket

_date_of = lru_cache(maxsize=1)(util.http_date)
_SETTINGS = read_settings(os.environ)
_DRAIN_SECONDS, _MOST_BODY = _SETTINGS.drain_seconds, _SETTINGS.max_body_bytes
_MOST_DIGITS = 18
"""No body has a length of more of them."""
_reloads = mmap.mmap(-1, 1)
"""How often the master has been reloaded, modulo 256; all processes see it."""


def _http_date(timestamp: float | None = None) -> str:
    """As gunicorn's own, which puts the same text together again for each answer."""
    return _date_of(int(time.time() if timestamp is None else timestamp))


util.http_date = _http_date


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
        if count_files.want_to_come_home():
            metrics.CAPACITY.inc(0)  # though nobody may ask anything

    def is_parent_alive(self) -> bool:
        """Take the end of the master for a SIGTERM; the usual way ends the loop from within."""
        if not draining.is_set() and not super().is_parent_alive():
            self.handle_exit(signal.SIGTERM, None)
        return True

    def load_wsgi(self) -> None:
        """Load the application, and tell it what only the worker knows of a request.

        Gunicorn then heeds a `Connection: close` that it answers with, and asks it what to answer
        where it refuses a request itself.
        """
        super().load_wsgi()
        application = self.wsgi

        def closing(environ: Any, start_response: Callable[..., Any]) -> Any:
            sock: Socket = environ["gunicorn.socket"]
            environ[problems.REFUSED] = sock.refused
            environ[observation.WAITED] = sock.waited
            environ[observation.AT_ONCE] = sock.at_once
            if environ["SERVER_PROTOCOL"] > "HTTP/1.1":  # which nobody speaks: answered as 1.1
                environ["SERVER_PROTOCOL"] = "HTTP/1.1"
                start_response.__self__.req.version = (1, 1)  # type: ignore[attr-defined]  # gunicorn's
            if _wants_end(environ):
                start_response.__self__.force_close()  # type: ignore[attr-defined]

            def start(*answer: Any) -> Any:
                status, headers, *_ = answer
                if isinstance(headers, KnownHeaders):
                    # Gunicorn looks at each header, and would find what it found before.
                    written = start_response(status, headers.own)
                    start_response.__self__.headers[:0] = headers.known  # type: ignore[attr-defined]  # gunicorn's
                    return written
                if sock.refused or ("Connection", "close") in headers or _has_more(environ):
                    start_response.__self__.force_close()  # type: ignore[attr-defined]  # gunicorn's
                return start_response(*answer)

            return application(environ, start)

        self.wsgi = closing
        util.write_error = partial(write_refusal, application)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT or SIGQUIT: stop at once, whatever is going on.

        Gunicorn's own way waits for requests that are being read, and for a lock of the thread pool
        that the very code it interrupts may hold.
        """
        del sig, frame
        os._exit(0)


def _wants_end(environ: dict[str, Any]) -> bool:
    """Whether `close` is one of several options of `Connection`; alone, gunicorn heeds it."""
    options = environ.get("HTTP_CONNECTION", "")
    return "," in options and "close" in {each.strip().lower() for each in options.split(",")}


def _has_more(environ: dict[str, Any]) -> bool:
    """Whether more has been announced than is taken, or there are chunks nobody has asked for."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return getattr(environ["wsgi.input"].reader, "parser", None) is not None
    length = environ.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and (len(length) > _MOST_DIGITS or int(length) > _MOST_BODY)


_REPEATING = ("Invalid request from ", "Ignored premature client disconnection")


def _repeats_nothing(record: logging.LogRecord) -> bool:
    """Whether a line of gunicorn's log is free of what a client sent, which may be cards."""
    return not record.getMessage().startswith(_REPEATING)


logging.getLogger("gunicorn.error").addFilter(_repeats_nothing)
