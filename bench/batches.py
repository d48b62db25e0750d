"""100,000 hands in one request: from its start to the last byte of the answer, one worker.

The hands are drawn by chance. Wall time is told as the best of the rounds, since it suffers when
the machine has other things to do; CPU time is the worker's.
"""

import http.client
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from bench.beside import peers
from bench.report import Row
from bench.serving import Serving, arbiter, cpu_seconds, forget_peak, peak_mib
from evaluators.catalogue import GAMES

HANDS = 100_000
ROUNDS = 15
_ASKED: dict[str, tuple[int, dict[str, str]]] = {
    "vinegret": (4, {}),
    "ecarte": (5, {"trump": "h"}),
    "zhiletka": (3, {}),
    "solo-whist": (13, {"turned_suit": "c"}),
}
_LEAST = {
    ("vinegret", "texts"): 4_000_000,
    ("vinegret", "lists"): 1_200_000,
    ("ecarte", "texts"): 300_000,
    ("ecarte", "lists"): 300_000,
    ("zhiletka", "texts"): 300_000,
    ("zhiletka", "lists"): 300_000,
}


def batch(code: str, kind: str, hands: int = HANDS) -> bytes:
    """A question about so many hands, each one text or a list."""
    rng = random.Random(1)
    (game,) = (game for game in GAMES if game.code == code)
    size, more = _ASKED[code]
    cards = [str(card) for card in game.pack.cards]
    drawn: list[Any] = [rng.sample(cards, size) for _ in range(hands)]
    if kind == "texts":
        drawn = ["".join(hand) for hand in drawn]
    return json.dumps({"hands": drawn, **more}, separators=(",", ":")).encode()


def ask(running: Serving, path: str, body: bytes) -> tuple[float, bytes]:
    """One request on a connection of its own: seconds from its start to the last byte."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port)
    connection.connect()
    began = time.perf_counter()
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    took = time.perf_counter() - began
    connection.close()
    if response.status != http.client.OK:
        raise RuntimeError(f"{path}: {response.status}")
    return took, answer


def _least_cpu(work: Callable[[], object]) -> float:
    costs = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        costs.append(time.process_time() - began)
    return min(costs)


def measure() -> Iterator[Row]:
    """Ask for each game and form."""
    with tempfile.TemporaryDirectory() as folder, arbiter(folder) as running:
        (worker,) = running.workers
        peak = 0.0
        for code in _ASKED:
            for kind in ("texts", "lists"):
                body = batch(code, kind)
                path = f"/v1/games/{code}/evaluate/batch"
                ask(running, path, body)
                forget_peak(worker)
                before = cpu_seconds(worker)
                asked = [ask(running, path, body) for _ in range(ROUNDS)]
                cpu = (cpu_seconds(worker) - before) / ROUNDS
                peak = max(peak, peak_mib(worker))
                least = min(took for took, _ in asked)
                figure = f"{least * 1e3:.1f} ms, {cpu * 1e3:.1f} ms of CPU; hands a second"
                rate = HANDS / least
                yield Row(f"{code}, {kind}", figure, rate, _LEAST.get((code, kind)))
                if code == "vinegret":
                    yield from _ratios(kind, least, cpu, body, asked[0][1])
        yield Row("the worker's memory meanwhile", "MiB at most (RSS)", peak, at_most=400)


def _ratios(kind: str, least: float, cpu: float, body: bytes, answer: bytes) -> Iterator[Row]:
    """Against the floors and peers, by time from start to end and by CPU."""
    told = orjson.loads(answer)
    json_alone = _least_cpu(lambda: orjson.loads(body)) + _least_cpu(lambda: orjson.dumps(told))
    ranked = peers()["phevaluator"] * HANDS / 1e9
    target = kind == "texts"
    yield Row(
        f"vinegret, {kind}, to phevaluator",
        f"a hand over HTTP to {ranked / HANDS * 1e9:,.0f} ns in process",
        least / ranked,
        at_most=0.1 if target else None,
    )
    yield Row(
        f"vinegret, {kind}, to orjson",
        f"to loads and dumps of the same bytes, {json_alone * 1e3:.1f} ms",
        least / json_alone,
        at_most=4 if target else None,
    )
    yield Row(f"vinegret, {kind}, to orjson, by CPU", "the same", cpu / json_alone)
