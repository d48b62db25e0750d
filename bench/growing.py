"""How cost grows with size: linearly, where its logarithm over that of the size has a slope of 1.

In process, with all that a request passes, in CPU time. What a request costs however small it is is
measured and taken off. The plots are written beside this file.
"""

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from bench.batches import batch
from bench.report import Row
from bench.svg import plot
from service.app import create_app
from service.even_hands import FEWEST
from service.repeating import LARGEST
from service.settings import read_settings

ROUNDS = 21
_FOLDER = Path(__file__).parent
_HANDS = (1000, 3000, 10_000, 30_000, 100_000)
_ACTIONS = (10, 30, 100, 300, 1000)
Points = list[tuple[float, float]]
"""Sizes, and what each cost in microseconds."""


def _record(actions: int) -> dict[str, Any]:
    """A betting that goes on and on: each raises by one."""
    players = ["anna", "boris"]
    deal = [
        {"action": "deal", "player": "anna", "cards": "ThTs"},
        {"action": "deal", "player": "boris", "cards": "9h9s"},
    ]
    betting: list[dict[str, object]] = [{"player": "anna", "action": "vist"}]
    betting += [{"player": "boris", "action": "vist"}]
    betting += [
        {"action": "deal", "player": "anna", "cards": "Td3c"},
        {"action": "deal", "player": "boris", "cards": "8h7h"},
        {"player": "anna", "action": "bet", "amount": 1},
    ]
    raises = [
        {"player": players[(turn + 1) % 2], "action": "raise", "amount": 1}
        for turn in range(actions)
    ]
    return {"players": players, "actions": [*deal, *betting, *raises]}


def _cost(client: FlaskClient, path: str, body: bytes) -> float:
    """The least CPU time of several requests, in microseconds."""
    costs = []
    for _ in range(ROUNDS):
        began = time.process_time()
        answer = client.open(
            path,
            method="QUERY" if b"record" in body else "POST",
            data=body,
            content_type="application/json",
        )
        costs.append((time.process_time() - began) * 1e6)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(answer.text)
    return min(costs)


def _slope(points: Points) -> float:
    sizes, costs = zip(*points, strict=True)
    return statistics.linear_regression(
        [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    ).slope


def measure() -> Iterator[Row]:
    """Ask for each size, and draw what came of it."""
    client = create_app(read_settings({})).test_client()
    operations: dict[str, tuple[str, tuple[int, ...], int, Callable[[int], bytes]]] = {}
    for kind in ("texts", "lists"):
        operations[f"batch of {kind}"] = (
            "vinegret/evaluate/batch",
            _HANDS,
            FEWEST,
            partial(batch, "vinegret", kind),
        )
    operations["position"] = (
        "vinegret/position",
        _ACTIONS,
        0,
        lambda size: json.dumps({"record": _record(size)}).encode(),
    )
    operations["adjudicate"] = (
        "vinegret/adjudicate",
        _ACTIONS,
        0,
        lambda size: json.dumps(
            {"record": _record(size), "claims": [{"claim": "legal", "action": 2}]}
        ).encode(),
    )
    curves: dict[str, Points] = {}
    for name, (path, sizes, least, body) in operations.items():
        # A short body would be answered without all that a long one passes.
        fixed = _cost(client, f"/v1/games/{path}", body(least).ljust(LARGEST + 1))
        points = [
            (float(size), _cost(client, f"/v1/games/{path}", body(size)) - fixed) for size in sizes
        ]
        curves[name] = points
        each = points[-1][1] / points[-1][0]
        yield Row(
            f"{name}, {sizes[0]:,} to {sizes[-1]:,}",
            f"{each:.2g} µs each at the end; slope, to be within 0.1 of 1",
            _slope(points),
            at_least=0.9,
            at_most=1.1,
        )
    for what, unit in (("batch", "hands"), ("position", "actions"), ("adjudicate", "actions")):
        drawn = {name: points for name, points in curves.items() if name.startswith(what)}
        (_FOLDER / f"{what}.svg").write_text(plot(what, unit, drawn), "utf-8")
