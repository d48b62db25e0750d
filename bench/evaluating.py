"""What one `evaluate` costs the server, against a bare Flask view doing the same amount of JSON.

Both run under gunicorn with one worker; what is compared is the CPU time the worker spent for the
same number of requests, so the client's speed does not matter.
"""

import http.client
import json
import tempfile

from bench.serving import cpu_seconds, serving

REQUESTS = 4000
ROUNDS = 5
_HEADERS = {"Content-Type": "application/json"}
_BODY = json.dumps({"hand": ["Th", "Ts", "Td", "3c"]})


def _microseconds_a_request(port: int, worker: int, path: str) -> tuple[float, int]:
    """CPU time of the worker for one request, and the size of the answer in bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    size = 0
    before = cpu_seconds(worker)
    for _ in range(REQUESTS):
        connection.request("POST", path, _BODY, _HEADERS)
        response = connection.getresponse()
        size = len(response.read())
        if response.status != http.client.OK:
            raise RuntimeError(f"{path}: {response.status}")
    connection.close()
    return (cpu_seconds(worker) - before) / REQUESTS * 1e6, size


def main() -> None:
    """Measure both in turns, and print the medians and their ratio."""
    ours, bare = [], []
    path = "/v1/games/vinegret/evaluate"
    with (
        tempfile.TemporaryDirectory() as metrics,
        serving(
            *("--config", "service/gunicorn_conf.py"),
            ARBITER_WORKERS="1",
            ARBITER_PORT="PORT",
            ARBITER_METRICS_DIR=metrics,
        ) as running,
    ):
        port, (worker,) = running.port, running.workers
        _, size = _microseconds_a_request(port, worker, path)
        flask = ("--bind", "127.0.0.1:PORT", "--worker-class", "gthread", "--threads", "4")
        quiet = ("--no-control-socket", "--log-level", "error", "bench.bare:app")
        with serving(*flask, *quiet, BARE_BYTES=str(size)) as bare_one:
            bare_port, (bare_worker,) = bare_one.port, bare_one.workers
            _microseconds_a_request(bare_port, bare_worker, "/")
            for _ in range(ROUNDS):
                ours.append(_microseconds_a_request(port, worker, path)[0])
                bare.append(_microseconds_a_request(bare_port, bare_worker, "/")[0])
    ours_median, bare_median = sorted(ours)[ROUNDS // 2], sorted(bare)[ROUNDS // 2]
    print(f"evaluate, one hand      {ours_median:7.0f} µs of server CPU a request")
    print(f"bare Flask, same bytes  {bare_median:7.0f} µs of server CPU a request")
    print(f"ratio                   {ours_median / bare_median:7.2f}")
