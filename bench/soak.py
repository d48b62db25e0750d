"""Minutes of full load on one instance: memory, open files and threads stay as they are.

`python -m bench.soak 10` ends with 1 if they do not.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any

from evaluators.catalogue import GAMES
from evaluators.chance import Source
from tests.faults.questions import Question, all_questions
from tests.live.processes import workers
from tests.records.playing import NAMES, play
from tests.serving import Server, serve

_CLIENTS = 8
_SECONDS_BETWEEN_SAMPLES = 5
_WARM_UP = 0.25
"""This part of the time is not judged: allocators and caches fill."""
_MOST_MEMORY = 4 * 1024
"""KiB by which a worker's memory may grow in ten minutes, by the slope of its samples."""
_MOST_FILES = 2
"""Open files, or threads, by which a worker may grow in ten minutes."""
_DEALS = 4
"""Random deals of each ruleset and kind of chance."""
_HEADERS = {"Content-Type": "application/json"}


Deals = list[tuple[str, dict[str, Any]]]
"""Records, each with its game's code."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One worker at one moment."""

    seconds: float
    memory: int
    """KiB; what it shares with others counts in part (PSS)."""
    files: int
    threads: int


def _fields(path: str) -> dict[str, int]:
    lines = (line.partition(":") for line in Path(path).read_text().splitlines())
    return {
        name: int(words[0])
        for name, _, value in lines
        if (words := value.split())[:1] and words[0].isdigit()
    }


def _sample(pid: int, seconds: float) -> Sample:
    return Sample(
        seconds,
        _fields(f"/proc/{pid}/smaps_rollup")["Pss"],
        len(list(Path(f"/proc/{pid}/fd").iterdir())),
        _fields(f"/proc/{pid}/status")["Threads"],
    )


class Load:
    """Clients that ask without a pause, old questions and new ones in turn."""

    def __init__(self, port: int, known: list[Question], deals: Deals) -> None:
        self._port = port
        self._known = known
        self._deals = deals
        self._stop = Event()
        self._clients = [Thread(target=self._ask_on, args=[n]) for n in range(_CLIENTS)]
        self.asked = [0] * _CLIENTS
        self.wrong: list[str] = []

    def start(self) -> None:
        """Begin."""
        for client in self._clients:
            client.start()

    def stop(self) -> None:
        """End, and wait until all is answered."""
        self._stop.set()
        for client in self._clients:
            client.join()

    def _ask_on(self, number: int) -> None:
        rng = random.Random(number)
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        for new in _new_questions(rng, self._deals):
            if self._stop.is_set():
                break
            known = rng.choice(self._known)
            self._ask(connection, known.method, known.path, known.body, known)
            self._ask(connection, *new, None)
            self.asked[number] += 2
        connection.close()

    def _ask(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: bytes,
        known: Question | None,
    ) -> None:
        connection.request(method, path, body, known.headers if known else _HEADERS)
        response = connection.getresponse()
        answer = response.read()
        right = (known.status, known.answer) if known else (response.status, answer)
        if (
            response.status >= HTTPStatus.INTERNAL_SERVER_ERROR
            or (response.status, answer) != right
        ):
            self.wrong.append(f"{method} {path} {body[:300]!r}: {response.status} {answer[:300]!r}")


def _deals() -> Deals:
    """Random deals to their end."""
    rng = random.Random(1)
    return [
        (game.code, {**play(game, ruleset.resolve({}), source, rng).record, "ruleset": ruleset.id})
        for game in GAMES
        for ruleset in game.rulesets
        for source in Source
        for _ in range(_DEALS)
    ]


def _new_questions(rng: random.Random, deals: Deals) -> Iterator[tuple[str, str, bytes]]:
    """Questions of which hardly any is put twice: what is kept of each would be seen."""
    while True:
        game = rng.choice(GAMES)
        path = f"/v1/games/{game.code}"
        cards = [str(card) for card in game.pack.cards]
        hands = [rng.sample(cards, rng.randint(1, 6)) for _ in range(200)]
        yield "GET", f"{path}/evaluate?hand={''.join(hands[0])}", b""
        yield "POST", f"{path}/evaluate", json.dumps({"hand": hands[1]}).encode()
        yield "POST", f"{path}/evaluate/batch", json.dumps({"hands": hands}).encode()
        yield "POST", f"{path}/compare", rng.randbytes(rng.randint(0, 300))
        yield "POST", f"{path}/{rng.random()}", json.dumps({f"{rng.random()}": 1}).encode()
        yield "POST", f"{path}/settle", json.dumps({f"{rng.random()}": hands[:5]}).encode()
        for operation in ("position", "legal-moves", "adjudicate"):
            code, record = rng.choice(deals)
            claims = [{"claim": "illegal", "action": 0}] if operation == "adjudicate" else None
            asked = json.dumps({"record": record, **({"claims": claims} if claims else {})})
            for name in NAMES:  # nobody of that name has been here before
                asked = asked.replace(f'"{name}"', f'"{name} {rng.getrandbits(64)}"')
            yield "POST", f"/v1/games/{code}/{operation}", asked.encode()


def _watch(server: Server, load: Load, seconds: float) -> dict[int, list[Sample]]:
    """Samples of every worker while the load goes on; prints a row of all of them a minute."""
    seen: dict[int, list[Sample]] = {pid: [] for pid in workers(server)}
    print("| minute | requests | memory of each worker, MiB | open files | threads |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    began, minute = time.monotonic(), 0
    while (passed := time.monotonic() - began) < seconds:
        for pid, samples in seen.items():
            samples.append(_sample(pid, passed))
        if passed >= minute * 60:
            last = [samples[-1] for samples in seen.values()]
            memory = " ".join(f"{each.memory / 1024:.1f}" for each in last)
            files, threads = (
                " ".join(str(count) for count in counts)
                for counts in zip(*((each.files, each.threads) for each in last), strict=True)
            )
            print(f"| {minute} | {sum(load.asked)} | {memory} | {files} | {threads} |", flush=True)
            minute += 1
        time.sleep(_SECONDS_BETWEEN_SAMPLES)
    return seen


def _growth(samples: list[Sample], name: str) -> float:
    """What a worker gains in ten minutes, by the slope of its samples after the warm-up."""
    judged = samples[int(len(samples) * _WARM_UP) :]
    values = [getattr(sample, name) for sample in judged]
    line = statistics.linear_regression([sample.seconds for sample in judged], values)
    return line.slope * 600


def main(minutes: float) -> bool:
    """Whether all was flat, and every answer right."""
    known, deals = all_questions(), _deals()
    with serve() as server:
        load = Load(server.port, known, deals)
        load.start()
        try:
            seen = _watch(server, load, minutes * 60)
        finally:
            load.stop()
        same = workers(server) == list(seen)
    print(f"\n{sum(load.asked)} requests, {sum(load.asked) / minutes / 60:.0f} a second; ", end="")
    print(f"{len(load.wrong)} answered wrong or with 5xx; workers the same: {same}")
    print(*load.wrong[:5], sep="\n", end="")
    flat = True
    for pid, samples in seen.items():
        growths = {name: _growth(samples, name) for name in ("memory", "files", "threads")}
        flat &= growths["memory"] < _MOST_MEMORY
        flat &= max(growths["files"], growths["threads"]) < _MOST_FILES
        told = f"{growths['memory']:+.0f} KiB, {growths['files']:+.1f} open files"
        print(f"worker {pid}, in ten minutes: {told}, {growths['threads']:+.1f} threads")
    print(f"allowed: {_MOST_MEMORY:+} KiB, {_MOST_FILES:+} open files, {_MOST_FILES:+} threads")
    return flat and same and not load.wrong


if __name__ == "__main__":
    sys.exit(not main(float(sys.argv[1])))
