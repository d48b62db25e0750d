"""Two workers on two cores against one: what the server spends on a request does not grow."""

import contextlib
import statistics
import tempfile
from collections.abc import Iterator

from bench.one_hand import ANSWER_BYTES, PATH, different
from bench.report import Row
from bench.serving import Serving, arbiter, bare
from bench.wrk import CONNECTIONS, cores, load

ROUNDS = 5
SECONDS = 4


def _cost(running: Serving, path: str, bodies: list[str], all_cores: str) -> float:
    connections = CONNECTIONS * len(running.workers)
    return load(running, path, bodies, all_cores, SECONDS, connections=connections).cpu_microseconds


def measure() -> Iterator[Row]:
    """Load all in turns, wrk on the same cores as they: a core and eight clients to a worker.

    One worker on two idle cores would be dearer: its threads wake each other across cores. What
    two workers of a bare Flask view cost is what the machine takes for its second core.
    """
    own, others = cores()
    both = f"{own},{others}"
    bodies = different()
    with contextlib.ExitStack() as stack:
        here, there = (stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2))
        asked = [
            (stack.enter_context(arbiter(here, 1, core=own)), PATH, bodies, own),
            (stack.enter_context(arbiter(there, 2, core=both)), PATH, bodies, both),
            (stack.enter_context(bare("bench.bare:app", ANSWER_BYTES, own)), "/", bodies, own),
            (stack.enter_context(bare("bench.bare:app", ANSWER_BYTES, both, 2)), "/", bodies, both),
        ]
        costs = [[_cost(*each) for each in asked] for _ in range(ROUNDS + 1)][1:]
    alone, together, view, views = map(statistics.median, zip(*costs, strict=True))
    ratio = statistics.median(two / one for one, two, _, _ in costs)
    figure = f"{alone:.0f} and {together:.0f} µs of CPU a request"
    yield Row("two workers to one", figure, ratio, at_most=1.05)
    figure = f"{view:.0f} and {views:.0f} µs of CPU a request"
    control = statistics.median(two / one for _, _, one, two in costs)
    yield Row("two workers of a bare Flask view to one", figure, control)
