"""Questions by which what a ruleset means is told: drawn once, kept in a file, never drawn again.

They are random ones, of which those are kept whose answers rest on something new (another
combination, other clauses, another refusal), and some others.
"""

import json
import random
from collections import Counter
from collections.abc import Hashable, Iterator

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings

from evaluators.chance import Source
from evaluators.forms import Count, fields_of
from evaluators.game import Game
from tests.conformance.games import Json, cited, example, inside, put
from tests.conformance.questions import questions
from tests.golden.pins import OPERATIONS, Asked
from tests.records.playing import play

_DRAWN = 600
"""Random questions to an operation, of which some are kept."""
_KEPT = {(True, True): 60, (True, False): 24, (False, True): 6, (False, False): 0}
"""How many at most, by whether it is answered and whether the answer shows something new."""
_HANDS = 100_000
_OF_A_KIND = 2
_DEALS = 6
"""Random deals under each ruleset."""


def sample(client: FlaskClient, game: Game) -> list[Asked]:
    """Questions to all operations of a game that rulesets are pinned by."""
    return [
        (operation, question)
        for operation in OPERATIONS
        if operation in game.operations
        for question in _worth_keeping(client, game, operation)
    ]


def _worth_keeping(client: FlaskClient, game: Game, operation: str) -> Iterator[Json]:
    seen: set[Hashable] = set()
    kept: Counter[tuple[bool, bool]] = Counter()
    for question in _candidates(client, game, operation):
        response = put(client, game, operation, question)
        rests_on = _rests_on(response.get_json())
        kind = (response.status_code == 200, rests_on not in seen)
        if kept[kind] < _KEPT[kind]:
            seen.add(rests_on)
            kept[kind] += 1
            yield question


def _rests_on(told: Json) -> Hashable:
    """What an answer shows of the rules."""
    codes = frozenset(str(each["code"]) for each in inside(told) if "code" in each)
    choices = frozenset(
        str(each[name])
        for each in inside(told)
        for name in ("criterion", "phase", "verdict", "result")
        if name in each
    )
    return codes, choices, frozenset(cited(told))


def _candidates(client: FlaskClient, game: Game, operation: str) -> Iterator[Json]:
    rng = random.Random(f"{game.code} {operation}")
    shown = game.operations[operation].examples.values()
    yield from (_without_ruleset(dict(question)) for question in shown)
    if operation == "evaluate" and "evaluate/batch" in game.operations:
        yield from _hands(client, game, rng)
    if operation in {"position", "legal-moves"}:
        yield from _deals(game, rng)
    yield from map(_without_ruleset, _drawn(game, operation))


def _without_ruleset(question: Json) -> Json:
    if "record" in question:
        return {**question, "record": _without_ruleset(question["record"])}
    return {name: value for name, value in question.items() if name != "ruleset"}


def _drawn(game: Game, operation: str) -> list[Json]:
    found: list[Json] = []

    @seed(1)
    @settings(
        max_examples=_DRAWN,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(questions(game, operation))
    def draw(question: Json) -> None:
        found.append(question)

    draw()
    return found


def _hands(client: FlaskClient, game: Game, rng: random.Random) -> Iterator[Json]:
    """Hands of every size and of every kind that there is among very many."""
    pack = [str(card) for card in game.pack.cards]
    form: type = game.operations["evaluate"].question
    fields = {field.name: field for field in fields_of(form)}
    sizes = fields["hand"].mark(Count)
    assert sizes
    others = {k: v for k, v in example(game, "evaluate").items() if k not in {"hand", "ruleset"}}
    for size in range(sizes.low, sizes.high + 1):
        hands = ["".join(rng.sample(pack, size)) for _ in range(_HANDS)]
        found = put(client, game, "evaluate/batch", {**others, "hands": hands}).get_json()
        times: dict[str | None, int] = {}
        for hand, code in zip(hands, found.get("best", [None] * _HANDS), strict=True):
            times[code] = times.get(code, 0) + 1
            if times[code] <= _OF_A_KIND:
                yield {**others, "hand": hand}


def _deals(game: Game, rng: random.Random) -> Iterator[Json]:
    """Whole deals and beginnings of deals, for everybody or one player."""
    for ruleset in game.rulesets:
        for number in range(_DEALS):
            source = list(Source)[number % len(Source)]
            record = play(game, ruleset.options, source, rng).record
            made = len(record["actions"])
            for actions in (made, rng.randrange(made + 1), rng.randrange(made + 1)):
                question = {"record": {**record, "actions": record["actions"][:actions]}}
                viewer = rng.choice([None, *record["players"]])
                yield {**question, **({"viewer": viewer} if viewer else {})}


def written(asked: list[Asked]) -> str:
    """The questions as a file has them, one a line."""
    return "".join(f"{json.dumps(each)}\n" for each in asked)
