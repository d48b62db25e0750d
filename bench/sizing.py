"""How large an installation has to be: `python -m bench.sizing`, which needs wrk.

One worker (ARBITER_THREADS=4) is pinned to a core, wrk to the others: how many requests a second
it answers, how long they take, and how much CPU each costs. The last is what to reckon with, since
it does not suffer when the machine has other things to do. Questions of a kind are all different,
so that none is answered from memory. With a rate limit, as with keys or tracing, each goes the
ordinary way, which one line measures. Then the memory of an instance at rest, after all these
requests, while it answers batches of 100,000 hands, and with more workers.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import json
import os
import platform
import random
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.batches import batch
from bench.one_hand import NO_LIMIT, PATH, different
from bench.replaying import played
from bench.serving import Serving, arbiter, cpu_seconds, forget_peak, memory_mib, peak_mib
from bench.wrk import CONNECTIONS, cores, load
from evaluators.cards import Pack
from evaluators.catalogue import GAMES
from service.strict_json import MAX_CONTAINERS, MAX_MEMBERS

THREADS = 4
MANY_WORKERS = 4
HANDS = 100_000
LARGEST_BODIES = (1, 3)
"""In MiB; far larger ones may take longer than a worker may."""
_TYPE = "application/json"
_SITUATIONS = 5000
_DEALS = 200
_TABLES = 10
"""Each deal is asked about with the players of so many tables."""
_Question = tuple[str, str, list[str]]


def _pack(code: str) -> Pack:
    return next(game.pack for game in GAMES if game.code == code)


def _compared() -> Iterator[str]:
    """Two hands of four cards, shown at the end of a deal."""
    rng = random.Random(2)
    cards = [str(card) for card in _pack("vinegret").cards]
    for pool in range(_SITUATIONS):
        drawn = rng.sample(cards, 8)
        shown = [
            {"player": "a", "hand": "".join(drawn[:4])},
            {"player": "b", "hand": "".join(drawn[4:])},
        ]
        yield json.dumps({"hands": shown, "pool": pool % 50})


def _led_to() -> Iterator[str]:
    """A card is led to a hand of up to five."""
    rng = random.Random(3)
    cards = [str(card) for card in _pack("ecarte").cards]
    for _ in range(_SITUATIONS):
        led, *hand = rng.sample(cards, rng.randint(2, 6))
        situation = {
            "phase": "play",
            "hand": "".join(hand),
            "trump": rng.choice("cdhs"),
            "led": led,
        }
        yield json.dumps({"situation": situation})


def _records() -> list[str]:
    """Whole deals that were played by chance: more of them than a worker remembers."""
    whist = next(game for game in GAMES if game.code == "solo-whist")
    deals = [json.dumps(played(whist, number)) for number in range(_DEALS)]
    return [
        deal.replace('"player ', f'"table {table}, ') for table in range(_TABLES) for deal in deals
    ]


def _questions() -> list[_Question]:
    """What is asked, from the cheapest kind to the dearest: name, path and bodies, if by POST."""
    records = _records()
    claims = json.dumps([{"claim": "legal", "action": 0}])
    return [
        ("livez", "/livez", []),
        ("evaluate by GET", f"{PATH}?hand=ThTsTd3c", []),
        ("evaluate", PATH, different()),
        ("compare", "/v1/games/vinegret/compare", [*_compared()]),
        ("legal-moves", "/v1/games/ecarte/legal-moves", [*_led_to()]),
        (
            "position, a whole deal",
            "/v1/games/solo-whist/position",
            [f'{{"record": {record}}}' for record in records],
        ),
        (
            "adjudicate, the same",
            "/v1/games/solo-whist/adjudicate",
            [f'{{"record": {record}, "claims": {claims}}}' for record in records],
        ),
    ]


def _batch() -> str:
    """A batch as large as they may be, of hands drawn by chance."""
    return batch("vinegret", "lists", HANDS).decode()


def _lists(size: int) -> str:
    """As many lists as a body may hold, where a hand is expected."""
    return json.dumps({"hand": [[]] * min(size // 4, MAX_CONTAINERS - 2)})


def _fields(size: int) -> str:
    """As many fields as a body may hold, none of which there is, where cards are expected."""
    card = {f"{number:06x}": 0 for number in range(MAX_MEMBERS)}
    return json.dumps({"hand": [card] * (size // len(json.dumps(card) + ", "))})


def _ask(port: int, operation: str, body: str, expected: int) -> None:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        path = f"/v1/games/vinegret/{operation}"
        connection.request("POST", path, body, {"Content-Type": _TYPE})
        response = connection.getresponse()
        response.read()
        if response.status != expected:
            raise RuntimeError(f"{path}: {response.status}")


def _at_once(running: Serving, operation: str, body: str, expected: int) -> float:
    """The worker's peak, in MiB, while each of its threads is asked the same."""
    (worker,) = running.workers
    forget_peak(worker)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as clients:
        asked = [
            clients.submit(_ask, running.port, operation, body, expected) for _ in range(THREADS)
        ]
        for each in asked:
            each.result()
    return peak_mib(worker)


def _tell_load(
    running: Serving, question: _Question, cores: str, seconds: int, rounds: int
) -> None:
    name, path, bodies = question
    loads = [load(running, path, bodies, cores, seconds) for _ in range(rounds)]
    middle = sorted(loads, key=lambda load: load.cpu_microseconds)[rounds // 2]
    print(
        f"{name:24} {middle.requests_a_second:8.0f} {middle.half_within:8.1f}"
        f" {middle.most_within:8.1f} {middle.cpu_microseconds:8.0f}"
        f" {1e6 / middle.cpu_microseconds:13.0f}"
    )


def _tell_batch(running: Serving, rounds: int) -> None:
    (worker,) = running.workers
    costs = []
    hands = _batch()
    for _ in range(rounds):
        before = cpu_seconds(worker)
        _ask(running.port, "evaluate/batch", hands, http.client.OK)
        costs.append(cpu_seconds(worker) - before)
    cost = statistics.median(costs)
    print(f"batch of {HANDS:,} hands: {cost:.2f} s of CPU, {HANDS / cost:,.0f} hands/s a core")


def main() -> None:
    """Measure, and print figures with what they were taken on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=5, help="of each round of each question")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median is told")
    asked = parser.parse_args()
    own, others = cores()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {_busy()}")
    print(f"1 worker of {THREADS} threads pinned to a core, wrk on the others,")
    print(f"{CONNECTIONS} connections, median of {asked.rounds} rounds of {asked.seconds} s\n")
    head = ("question", "req/s", "p50 ms", "p99 ms", "µs CPU", "req/s a core")
    print("{:24} {:>8} {:>8} {:>8} {:>8} {:>13}".format(*head))
    questions = _questions()
    limited = ("evaluate, rate limits on", PATH, different())
    with (
        tempfile.TemporaryDirectory() as counts,
        arbiter(counts, 1, own, THREADS, ARBITER_RATE_LIMIT=NO_LIMIT) as running,
    ):
        _tell_load(running, limited, others, asked.seconds, asked.rounds)
    with tempfile.TemporaryDirectory() as counts, arbiter(counts, 1, own, THREADS) as running:
        at_rest = memory_mib(running)
        for question in questions:
            _tell_load(running, question, others, asked.seconds, asked.rounds)
        after_load = memory_mib(running)
        _tell_batch(running, asked.rounds)
        peak = _at_once(running, "evaluate/batch", _batch(), http.client.OK)
        after_batches = memory_mib(running)
        refused = [
            (what.__name__.strip("_"), size, _at_once(running, "evaluate", what(size << 20), 422))
            for what in (_lists, _fields)
            for size in LARGEST_BODIES
        ]
        written = sum(each.stat().st_size for each in Path(counts).glob("*.db")) / 2**20
    with (
        tempfile.TemporaryDirectory() as counts,
        arbiter(counts, MANY_WORKERS, None, THREADS) as running,
    ):
        for _, path, bodies in questions:
            load(running, path, bodies, others, asked.seconds)
        each_more = (memory_mib(running) - after_load) / (MANY_WORKERS - 1)
    print(f"\nmaster and worker (PSS)  {at_rest:5.0f} MiB at rest")
    print(f"                         {after_load:5.0f} MiB after these questions")
    print(f"                         {after_batches:5.0f} MiB after {THREADS} such batches at once")
    print(f"the worker meanwhile     {peak:5.0f} MiB at most (RSS)")
    for what, size, most in refused:
        print(f"{THREADS} bodies of {what:13} {most:5.0f} MiB at most, each body {size} MiB")
    print(f"each further worker      {each_more:5.0f} MiB after these questions (PSS)")
    print(f"files of the metrics     {written:5.1f} MiB")
    print(f"load now                 {_busy():>5}")


def _busy() -> str:
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
