"""How gunicorn serves Card Arbiter: `gunicorn --config service/gunicorn_conf.py`."""

import fcntl
import gc
import os
import re
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from service import framing, tracing
from service.settings import IDLE_SECONDS, BadSettings, most_connections, read_settings

try:
    _settings = read_settings(os.environ)
except BadSettings as error:
    sys.exit(f"Card Arbiter does not start.\n{error}")
if _settings.otlp_endpoint and not tracing.is_installed():
    sys.exit(
        "Card Arbiter does not start.\nARBITER_OTLP_ENDPOINT: the packages that send spans are not "
        "installed; they are the extra `tracing`, pinned in requirements-tracing.lock."
    )


def _try_address(host: str, port: int) -> None:
    """Listen once, so that an address that cannot be had is told at once and by its setting."""
    try:
        (family, kind, _, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen(1)
    except socket.gaierror as error:
        sys.exit(f"Card Arbiter does not start.\nARBITER_HOST: {host}: {error.strerror}")
    except OSError as error:
        sys.exit(
            "Card Arbiter does not start.\n"
            f"ARBITER_HOST, ARBITER_PORT: cannot listen on {host}, port {port}: {error.strerror}"
        )


_OF_METRICS = re.compile(
    r"lock|(counter|gauge_[a-z]+|histogram|summary)_([0-9]+|departed)\.(db|new)"
)


def _leave_to_others(folder: Path) -> None:
    """Touch no folder that holds anything but counts, as `/etc` does."""
    for path in folder.iterdir():
        if not _OF_METRICS.fullmatch(path.name):
            sys.exit(
                "Card Arbiter does not start.\n"
                f"ARBITER_METRICS_DIR: {folder} has other things in it, as {path.name}; the counts "
                "need a folder of their own."
            )


# Metrics of all workers meet in these files. This must stand before anything imports
# prometheus_client, which looks for the variable once, on import.
_metrics = Path(_settings.metrics_dir)
if "prometheus_client" not in sys.modules:  # at start, not on a reload: workers are counting then
    try:
        _metrics.mkdir(parents=True, exist_ok=True)
        _leave_to_others(_metrics)
        # Held as long as any process of this instance lives: never closed.
        _lock = os.open(_metrics / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for _left_behind in _metrics.glob("*.*"):
            _left_behind.unlink()
    except BlockingIOError:
        sys.exit(
            "Card Arbiter does not start.\n"
            f"ARBITER_METRICS_DIR: another instance is using {_metrics}; each needs its own."
        )
    except OSError as error:
        sys.exit(f"Card Arbiter does not start.\nARBITER_METRICS_DIR: {error}")
    _try_address(_settings.host.strip("[]"), _settings.port)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics)

gc.disable()  # while the application is loaded, of which nothing is garbage
wsgi_app = "service.wsgi:app"
_is_bare_ipv6 = ":" in _settings.host and not _settings.host.startswith("[")
bind = f"{f'[{_settings.host}]' if _is_bare_ipv6 else _settings.host}:{_settings.port}"
worker_class = "service.worker.Worker"
workers = _settings.workers
threads = _settings.threads
worker_connections = most_connections()
preload_app = True
forwarded_allow_ips = ""  # nobody says by a header what only the operator can know …
forwarder_headers = ""  # … a proxy aside that ARBITER_TRUSTED_PROXIES trusts, which is ours to read
limit_request_line = framing.LONGEST_REQUEST_LINE
limit_request_fields = framing.MOST_HEADERS
limit_request_field_size = framing.LONGEST_HEADER
timeout = _settings.worker_seconds
keepalive = IDLE_SECONDS
sendfile = False  # a file is sent as everything else, without waiting for the client
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds
worker_tmp_dir = "/dev/shm"  # noqa: S108 - gunicorn's heartbeat file, in memory
control_socket_disable = True


class _NoAccessLog(Logger):
    """Gunicorn's own log, without the access log that it would put together for nobody."""

    def access(self, *_: Any) -> None:
        """The application writes the line of a request."""


logger_class = _NoAccessLog
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": "service.log_lines.Lines",
            "fmt": "%(levelname)s %(name)s %(message)s",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "timestamp": "time",
        }
    },
    "handlers": {
        "out": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stdout"}
    },
    "root": {"level": _settings.log_level.upper(), "handlers": ["out"]},
    "loggers": {
        "gunicorn.error": {
            "level": _settings.log_level.upper(),
            "handlers": ["out"],
            "propagate": False,
        },
    },
}


_BETWEEN_COLLECTIONS = 20_000
"""So many more objects than before let a worker look for garbage."""
_STOPS = {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}


def on_starting(_: Any) -> None:
    """Keep what tells a worker to stop until it can heed it.

    From the fork until it sets its own handlers, a worker would put such a signal in the queue of
    its parent's handler, of which it has a copy that nobody reads, and never stop.
    """
    os.register_at_fork(
        before=partial(signal.pthread_sigmask, signal.SIG_BLOCK, _STOPS),
        after_in_parent=partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, _STOPS),
    )


def pre_fork(_: Any, __: Any) -> None:
    """Let workers share what has been loaded.

    The garbage collector writes to whatever it looks at, so that a worker would soon have a copy of
    everything: what is there now it leaves alone.
    """
    gc.freeze()
    gc.enable()


def on_reload(_: Any) -> None:
    """Workers that are replaced need not drain."""
    from service.worker import note_reload  # noqa: PLC0415 - not before the wipe above

    note_reload()


def post_worker_init(_: Any) -> None:
    """What each worker does for itself: say how much it can do, and start to send spans.

    What a request leaves behind is hardly ever in cycles: the collector need not look so often.
    """
    gc.set_threshold(_BETWEEN_COLLECTIONS)
    from service import metrics  # noqa: PLC0415 - not before the wipe above

    metrics.CAPACITY.set(_settings.threads)
    if _settings.otlp_endpoint:
        tracing.start(_settings.otlp_endpoint)


def worker_exit(_: Any, __: Any) -> None:
    """Send what spans are left, at an orderly end."""
    if _settings.otlp_endpoint:
        tracing.stop()


_dead: set[int] = set()
"""The workers that have ended and whose counts are not added up yet."""


def child_exit(server: Any, worker: Any) -> None:
    """Count a dead worker, add up what it has counted, and forget what went on in it."""
    from service import departed, metrics  # noqa: PLC0415 - not before the wipe above

    metrics.WORKER_EXITS.inc()
    _dead.add(worker.pid)
    _dead.difference_update(server.WORKERS)  # one of them has its process id again
    try:
        departed.add_up(_metrics, _dead)
    except OSError as full:
        server.log.warning("Counts of workers that have ended are not added up yet: %s", full)
    else:
        _dead.clear()
