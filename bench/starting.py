"""From the start of gunicorn to the first answer, and what each further worker takes."""

import contextlib
import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Iterator

from bench.one_hand import PATH, different
from bench.report import Row
from bench.serving import Serving, arbiter, bare, cpu_seconds, memory_mib

ROUNDS = 5
WORKERS = 4
_QUESTIONS = 4000


def _answers(running: Serving, method: str, path: str, body: str | None = None) -> bool:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", running.port)) as connection:
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False


def _start(server: contextlib.AbstractContextManager[Serving], *asked: str) -> tuple[float, float]:
    """Seconds until the first answer, and of CPU until then."""
    began = time.perf_counter()
    with server as running:
        while not _answers(running, *asked):
            time.sleep(0.002)
        took = time.perf_counter() - began
        return took, sum(map(cpu_seconds, [running.master, *running.workers]))


def _instance(workers: int) -> tuple[float, float]:
    """What an instance holds in MiB, at rest and after thousands of questions."""
    with tempfile.TemporaryDirectory() as folder, arbiter(folder, workers) as running:
        while not _answers(running, "GET", "/readyz"):
            time.sleep(0.01)
        time.sleep(1)
        rest = memory_mib(running)
        for body in different()[: _QUESTIONS * workers // WORKERS]:
            _answers(running, "POST", PATH, body)  # each on a new connection, for any worker
        return rest, memory_mib(running)


def measure() -> Iterator[Row]:
    """Start both in turns; then an instance of one worker and one of several."""
    ours, flask = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            ours.append(_start(arbiter(folder), "GET", "/readyz"))
        flask.append(_start(bare("bench.bare:app", 100), "POST", "/", json.dumps({})))
    for name, starts in (("ready", ours), ("a bare Flask application", flask)):
        took, cpu = map(statistics.median, zip(*starts, strict=True))
        yield Row(name, f"{took:.2f} s, {cpu:.2f} s of CPU")
    ratios = [
        tuple(a / b for a, b in zip(one, other, strict=True))
        for one, other in zip(ours, flask, strict=True)
    ]
    times, cpus = (statistics.median(each) for each in zip(*ratios, strict=True))
    yield Row("start to that of a bare Flask application", "time, ratio", times, at_most=1.5)
    yield Row("the same by CPU, which is not judged", "ratio", cpus)
    one, many = _instance(1), _instance(WORKERS)
    each = [(more - less) / (WORKERS - 1) for less, more in zip(one, many, strict=True)]
    yield Row("each further worker at rest", "MiB (PSS)", each[0], at_most=25)
    yield Row("each further worker after questions", "MiB (PSS)", each[1], at_most=25)
