"""A deal written out for people: the record, and after each action what is told, and to whom.

Of a position only what has changed is written; of a player's view only what differs from what is
told without a viewer.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from evaluators.chance import Source
from evaluators.game import Game
from tests.records.playing import play

FOLDER = Path(__file__).parent
Json = dict[str, Any]

ENDINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "vinegret": {
        "redeal": ("vist", "pass", "redeal"),
        "unheld-bet": ("exchange", "bet", "pass"),
        "carry-over": ("vist", "bet", "hold", "exchange", "pass"),
        "unheld-raise": (),
        "showdown": ("exchange", "bet", "hold", "raise"),
    },
    "ecarte": {
        "point": ("play-at-once", "no-king", "play"),
        "vole": ("play-at-once", "no-king", "play"),
        "thrown-up": (),
        "king-first": ("propose", "refuse", "announce-king", "play"),
    },
    "solo-whist": {
        "made": ("proposal", "accept", "play"),
        "lost": ("misere", "play"),
        "all-pass": ("pass",),
        "unaccepted-proposal": ("proposal", "pass"),
    },
    "zhiletka": {
        "dealt-sbor": (),
        "drawn-sbor": ("beat",),
        "kept-sbor": (),
        "survivor": ("take",),
        "void": ("beat",),
    },
}
"""How deals of each game can end, and what players are keen on who let them end so."""


def ending(outcome: Json) -> str:
    """The word for how a deal has ended."""
    if "result" in outcome:
        return str(outcome.get("reason", outcome["result"]))
    for clause in ("king-first", "thrown-up", "vole"):
        if f"ecarte.{clause}" in outcome["clauses"]:
            return clause
    return "point"


def find(client: FlaskClient, game: Game, ruleset: Any, wanted: str) -> Json:
    """The record of the shortest of the first random deals of few players that end so."""
    found: list[Json] = []
    options = {"game_points": 1} if wanted == "king-first" else {}
    for number in range(2000):
        rng = random.Random(f"{ruleset.id} {wanted} {number}")
        source = list(Source)[number % len(Source)]
        keen = ENDINGS[game.code][wanted]
        played = play(game, ruleset.resolve(options), source, rng, keen)
        if played.last.finished and len(played.record["players"]) <= max(3, game.players[0]):
            rules = {"ruleset": ruleset.id, **({"options": options} if options else {})}
            record = {**rules, **played.record}
            happened = wanted == "dealt-sbor" or record["actions"]  # a king turned up is no play
            if happened and ending(told(client, game, "position", record)["outcome"]) == wanted:
                found.append(record)
        if len(found) == 3:
            break
    return min(found, key=lambda record: (len(record["players"]), len(record["actions"])))


def told(client: FlaskClient, game: Game, operation: str, record: Json, **more: object) -> Json:
    """An answer without what every answer begins with."""
    path = f"/v1/games/{game.code}/{operation}"
    answer = client.post(path, json={"record": record, **more})
    assert answer.status_code == 200, answer.text
    body: Json = answer.get_json()
    return {name: v for name, v in body.items() if name not in {"game", "ruleset", "options"}}


def written(client: FlaskClient, game: Game, record: Json) -> str:
    """The whole file."""
    return "\n".join(_lines(client, game, record)) + "\n"


def record_in(text: str) -> Json:
    """The record of a file."""
    actions = [json.loads(line.partition(" ")[2]) for line in text.splitlines() if _numbered(line)]
    set_up: Json = json.loads(text.splitlines()[0])
    return {**set_up, "actions": actions}


def _numbered(line: str) -> bool:
    return line.partition(" ")[0].removesuffix(".").isdigit()


def _lines(client: FlaskClient, game: Game, record: Json) -> Iterator[str]:
    before: Json = {}
    yield _json({name: value for name, value in record.items() if name != "actions"})
    for number in range(len(record["actions"]) + 1):
        if number:
            yield ""
            yield f"{number - 1}. {_json(record['actions'][number - 1])}"
        so_far = {**record, "actions": record["actions"][:number]}
        position = told(client, game, "position", so_far)
        yield from _members("", {k: v for k, v in position.items() if before.get(k, ()) != v})
        moves = told(client, game, "legal-moves", so_far)
        assert moves["legal"] == position["legal_moves"]
        yield f"  clauses: {_json(moves['clauses'])}"
        for refused in moves["refused"]:
            move = {k: v for k, v in refused.items() if k not in {"text", "clauses", "code"}}
            yield f"  refused: {_json(move)} {refused['code']} {_json(refused['clauses'])}"
        for player in record["players"]:
            view = told(client, game, "position", so_far, viewer=player)
            yield from _members(f"{player}: ", {k: v for k, v in view.items() if position[k] != v})
        before = position


def _members(whose: str, members: Json) -> Iterator[str]:
    yield from (f"  {whose}{name}: {_json(value)}" for name, value in members.items())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
