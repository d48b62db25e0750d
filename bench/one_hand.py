"""One hand under load: `evaluate` as it is by default, against views that do nothing but parse.

By default it validates, counts metrics, writes a line of the log, gives an id and cites clauses,
and asks for no keys, limits no rates and sends no spans. `limited` has a rate limit that nobody
reaches, with which each question goes the ordinary way, through Flask, as it does with keys.
All run under gunicorn, one worker of four threads pinned to one core, wrk on the others, in turns.
`different` goes through 20,000 bodies, hands in several spellings, whose answers are not kept, so
that each is worked out; `repeated` asks the same all the time, and is answered from memory.
"""

import contextlib
import json
import random
import statistics
import tempfile
from collections.abc import Iterator

from bench.report import Row
from bench.serving import Serving, arbiter, bare
from bench.wrk import Load, cores, load
from evaluators.vinegret.rules import PACK

PATH = "/v1/games/vinegret/evaluate"
HANDS = 20_000
ROUNDS = 5
SECONDS = 4
NO_LIMIT = "1000000/second"
"""A rate limit that no client reaches."""
ANSWER_BYTES = 560
"""About as long are the answers to these hands on an average."""
_SUIT_SIGNS = str.maketrans("cdhs", "♣♦♥♠")


def different() -> list[str]:
    """Bodies that ask of hands drawn by chance, most of four cards, as people write them."""
    rng = random.Random(1)
    cards = [str(card) for card in PACK.cards]
    bodies = []
    for _ in range(HANDS):
        hand = rng.sample(cards, rng.choice((2, 3, 4, 4, 4, 4)))
        text = "".join(hand)
        spelled = rng.choice((hand, hand, text, " ".join(hand), text.translate(_SUIT_SIGNS)))
        rules = rng.choice(({}, {}, {}, {"ruleset": "vinegret/classic@1"}))
        separators = rng.choice(((",", ":"), (", ", ": ")))
        bodies.append(json.dumps({"hand": spelled, **rules}, separators=separators))
    return bodies


def measure() -> Iterator[Row]:
    """Ask all in turns, and compare each round's figures."""
    own, others = cores()
    bodies = different()
    repeated = [json.dumps({"hand": ["Th", "Ts", "Td", "3c"]})]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours = stack.enter_context(arbiter(folder, core=own))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        limited = stack.enter_context(arbiter(folder, core=own, ARBITER_RATE_LIMIT=NO_LIMIT))
        flask = stack.enter_context(bare("bench.bare:app", ANSWER_BYTES, core=own))
        wsgi = stack.enter_context(bare("bench.bare_wsgi:app", ANSWER_BYTES, core=own))
        asked: dict[str, tuple[Serving, str, list[str]]] = {
            "different": (ours, PATH, bodies),
            "repeated": (ours, PATH, repeated),
            "limited": (limited, PATH, bodies),
            "flask": (flask, "/", bodies),
            "wsgi": (wsgi, "/", bodies),
        }
        for name in ("repeated", "different", "limited", "flask", "wsgi"):
            load(*asked[name], others, 1)  # what is asked first is remembered, word for word
        rounds: list[dict[str, Load]] = [
            {name: load(*what, others, SECONDS) for name, what in asked.items()}
            for _ in range(ROUNDS)
        ]
    for name in asked:
        middle = sorted((each[name] for each in rounds), key=lambda it: it.cpu_microseconds)
        it = middle[len(middle) // 2]
        figure = f"{it.requests_a_second:,.0f} a second, {it.cpu_microseconds:.0f} µs of CPU each"
        yield Row(f"{_NAMES[name]}", f"{figure}, p99 {it.most_within:.1f} ms")

    def middle_ratio(name: str, of: str, field: str) -> float:
        ratios = [getattr(each[name], field) / getattr(each[of], field) for each in rounds]
        return float(statistics.median(ratios))

    for name in ("different", "repeated"):
        for of in ("flask", "wsgi"):
            ratio = middle_ratio(name, of, "requests_a_second")
            target = 0.8 if (name, of) == ("different", "flask") else None
            yield Row(f"{name} hands to {_NAMES[of]}", "requests a second", ratio, target)
    ratio = 1 / middle_ratio("different", "flask", "cpu_microseconds")
    yield Row("the same by CPU, which other load on the machine disturbs less", "ratio", ratio, 0.8)
    ratio = middle_ratio("limited", "different", "cpu_microseconds")
    yield Row("a rate limit to none, different hands, by CPU", "ratio", ratio)
    late = middle_ratio("different", "flask", "most_within")
    yield Row("p99 of different hands to the bare view's", "ratio", late, at_most=1.5)


_NAMES = {
    "different": "evaluate, different hands",
    "repeated": "evaluate, one hand repeated",
    "limited": "evaluate, different hands, with a rate limit",
    "flask": "(a) a bare Flask view",
    "wsgi": "(b) a bare WSGI callable",
}
