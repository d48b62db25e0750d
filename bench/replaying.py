"""Whole deals as records: what an action costs, and a request for where a deal stands at its end.

pokerkit, too, keeps a state that checks every action, and OpenSpiel's rules are C++. Ours are
replayed from records as callers write them, each action read first. CPU time of the whole deal,
shuffles and all, divided by its actions.
"""

import http.client
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.beside import peers
from bench.report import Row
from bench.serving import Serving, arbiter, cpu_seconds
from evaluators.catalogue import GAMES, deals_of
from evaluators.game import Amounts, Game
from evaluators.record import Position

DEALS = 40
ROUNDS = 7
_MOST_ACTIONS = 400


def played(game: Game, number: int) -> dict[str, Any]:
    """A seeded deal that was played at random to its end, as callers write records."""
    rng = random.Random(number)
    deals = deals_of(game)
    players = tuple(f"player {seat}" for seat in range(game.players[1]))
    actions: list[dict[str, object]] = []
    while True:
        record = {"players": players, "seed": f"deal {number}", "actions": tuple(actions)}
        *_, position = deals.replay(deals.form(**record), game.rulesets[0].options)
        if position.finished or len(actions) == _MOST_ACTIONS:
            return record
        actions.append(_action(position, rng))


def _action(position: Position, rng: random.Random) -> dict[str, object]:
    legal = position.legal()
    kind = rng.choice(sorted({move.action for move in legal}))
    move = rng.choice([move for move in legal if move.action == kind])
    amount = {"amount": 1} if isinstance(move.amount, Amounts) else {}
    return {"player": position.turn, **move.written(), **amount}


def _replay(game: Game, records: list[Any]) -> None:
    deals, options = deals_of(game), game.rulesets[0].options
    for record in records:
        for _ in deals.replay(record, options):
            pass


def _best(work: Callable[[], object]) -> float:
    """The least CPU time of several rounds, in microseconds."""
    return min(_spent(work) for _ in range(ROUNDS))


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1e6


def _ask(running: Serving, game: Game, records: list[dict[str, Any]]) -> tuple[float, float]:
    """Milliseconds of a request for a whole deal, none asked twice: the median, and of CPU."""
    (worker,) = running.workers
    connection = http.client.HTTPConnection("127.0.0.1", running.port)
    before = cpu_seconds(worker)
    times = []
    for record in records:
        began = time.perf_counter()
        body = json.dumps({"record": record})
        path = f"/v1/games/{game.code}/position"
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        times.append((time.perf_counter() - began) * 1e3)
        if response.status != http.client.OK:
            raise RuntimeError(f"{path}: {response.status}")
    connection.close()
    return statistics.median(times), (cpu_seconds(worker) - before) / len(records) * 1e3


def measure() -> Iterator[Row]:
    """Replay deals of each game in process, and ask for them over HTTP."""
    poker, spiel = peers()["pokerkit"] / 1e3, peers()["open_spiel"] / 1e3
    yield Row("pokerkit, an action", f"{poker:.1f} µs of CPU")
    yield Row("OpenSpiel's euchre, an action", f"{spiel:.2f} µs of CPU")
    with tempfile.TemporaryDirectory() as folder, arbiter(folder) as running:
        for game in GAMES:
            written = [played(game, number) for number in range(DEALS)]
            records = [deals_of(game).form(**record) for record in written]
            actions = sum(len(record["actions"]) for record in written)
            each = _best(partial(_replay, game, records)) / actions
            figure = f"{each:.1f} µs of CPU an action, {actions / DEALS:.0f} actions a deal"
            yield Row(f"{game.code} to pokerkit", figure, each / poker, at_most=0.1)
            yield Row(f"{game.code} to OpenSpiel", "the same", each / spiel, at_most=10)
            took, cpu = _ask(running, game, written)
            figure = f"ms, {cpu:.1f} of CPU"
            yield Row(f"{game.code}, position of a whole deal over HTTP", figure, took, at_most=3)
