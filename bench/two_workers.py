"""Two workers on two cores against one: what the server spends on a request does not grow."""

import statistics
import tempfile
from collections.abc import Iterator

from bench.one_hand import PATH, different
from bench.report import Row
from bench.serving import Serving, arbiter
from bench.wrk import cores, load

ROUNDS = 5
SECONDS = 4


def _cost(running: Serving, bodies: list[str], all_cores: str) -> float:
    return load(running, PATH, bodies, all_cores, SECONDS).cpu_microseconds


def measure() -> Iterator[Row]:
    """Load both in turns, wrk on the same cores as they: one worker has one core, two have two.

    One worker on two idle cores would be dearer: its threads wake each other across cores.
    """
    own, others = cores()
    both = f"{own},{others}"
    bodies = different()
    with (
        tempfile.TemporaryDirectory() as here,
        tempfile.TemporaryDirectory() as there,
        arbiter(here, 1, core=own) as one,
        arbiter(there, 2, core=both) as two,
    ):
        costs = [(_cost(one, bodies, own), _cost(two, bodies, both)) for _ in range(ROUNDS + 1)]
    alone, together = map(statistics.median, zip(*costs[1:], strict=True))
    ratio = statistics.median(two / one for one, two in costs[1:])
    figure = f"{alone:.0f} and {together:.0f} µs of CPU a request"
    yield Row("two workers to one", figure, ratio, at_most=1.05)
