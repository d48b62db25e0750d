"""What one `evaluate` costs the server, against a bare Flask view doing the same amount of JSON.

Both run under gunicorn with one worker; what is compared is the CPU time the worker spent for the
same number of requests, so the client's speed does not matter.
"""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

REQUESTS = 4000
ROUNDS = 5
_BIN = Path(sys.executable).parent
_HEADERS = {"Content-Type": "application/json"}
_BODY = json.dumps({"hand": ["Th", "Ts", "Td", "3c"]})
_TICK = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def _serving(*arguments: str, **environment: str) -> Iterator[tuple[int, int]]:
    """A gunicorn with one worker; yields its port and the worker's process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(_BIN / "gunicorn"), *(each.replace("PORT", str(port)) for each in arguments)]
    environment = {name: each.replace("PORT", str(port)) for name, each in environment.items()}
    process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL)
    try:
        yield port, _worker_of(process.pid, port)
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(10)


def _worker_of(master: int, port: int) -> int:
    for _ in range(200):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
            if children:
                return int(children[0])
        time.sleep(0.05)
    raise RuntimeError("gunicorn did not start")


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def _microseconds_a_request(port: int, worker: int, path: str) -> tuple[float, int]:
    """CPU time of the worker for one request, and the size of the answer in bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    size = 0
    before = _cpu_seconds(worker)
    for _ in range(REQUESTS):
        connection.request("POST", path, _BODY, _HEADERS)
        response = connection.getresponse()
        size = len(response.read())
        if response.status != http.client.OK:
            raise RuntimeError(f"{path}: {response.status}")
    connection.close()
    return (_cpu_seconds(worker) - before) / REQUESTS * 1e6, size


def main() -> None:
    """Measure both in turns, and print the medians and their ratio."""
    ours, bare = [], []
    path = "/v1/games/vinegret/evaluate"
    with (
        tempfile.TemporaryDirectory() as metrics,
        _serving(
            *("--config", "service/gunicorn_conf.py"),
            ARBITER_WORKERS="1",
            ARBITER_PORT="PORT",
            ARBITER_METRICS_DIR=metrics,
        ) as (port, worker),
    ):
        _, size = _microseconds_a_request(port, worker, path)
        flask = ("--bind", "127.0.0.1:PORT", "--worker-class", "gthread", "--threads", "4")
        quiet = ("--no-control-socket", "--log-level", "error", "bench.bare:app")
        with _serving(*flask, *quiet, BARE_BYTES=str(size)) as (bare_port, bare_worker):
            _microseconds_a_request(bare_port, bare_worker, "/")
            for _ in range(ROUNDS):
                ours.append(_microseconds_a_request(port, worker, path)[0])
                bare.append(_microseconds_a_request(bare_port, bare_worker, "/")[0])
    ours_median, bare_median = sorted(ours)[ROUNDS // 2], sorted(bare)[ROUNDS // 2]
    print(f"evaluate, one hand      {ours_median:7.0f} µs of server CPU a request")
    print(f"bare Flask, same bytes  {bare_median:7.0f} µs of server CPU a request")
    print(f"ratio                   {ours_median / bare_median:7.2f}")
