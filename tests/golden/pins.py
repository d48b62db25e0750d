"""What each ruleset means, pinned: options, prices, clauses, and the answers to fixed questions.

What a ruleset id means never changes. A pin is written once, when a ruleset is new; after that
`make golden` writes it anew only for a ruleset that is named in `REPIN`.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from flask.testing import FlaskClient

from evaluators.game import Game
from tests.conformance.games import Json, cited, inside, put, wordless
from tests.conformance.questions import ruled

FOLDER = Path(__file__).parent / "rulesets"
OPERATIONS = ("evaluate", "compare", "settle", "legal-moves", "position")
Asked = tuple[str, Json]
"""An operation and a question to it, without the ruleset."""


def questions_path(game: Game, folder: Path = FOLDER) -> Path:
    """Where the questions to a game are."""
    return folder / game.code / "questions.jsonl"


def pin_path(ruleset: str, folder: Path = FOLDER) -> Path:
    """Where it is written what a ruleset means."""
    return folder / f"{ruleset}.json"


def questions(game: Game, folder: Path = FOLDER) -> list[Asked]:
    """The questions that a game's rulesets are pinned by."""
    lines = questions_path(game, folder).read_text("utf-8").splitlines()
    return [(operation, question) for operation, question in map(json.loads, lines)]


def meaning(client: FlaskClient, game: Game, ruleset: str, asked: Iterable[Asked]) -> Json:
    """Everything that a ruleset's meaning consists of, as JSON."""
    (described,) = (
        each
        for each in client.get(f"/v1/games/{game.code}").get_json()["rulesets"]
        if each["id"] == ruleset
    )
    told: dict[str, list[Json]] = {}
    prices: dict[str, set[int]] = {}
    points: dict[str, set[int]] = {}
    for operation, question in asked:
        response = put(client, game, operation, ruled(question, ruleset=ruleset))
        answer = response.get_json()
        told.setdefault(operation, []).append(_told(answer, answered=response.status_code == 200))
        if operation == "evaluate" and "options" not in question:
            _note(prices, answer, "pays")
            _note(points, answer, "points")
    return {
        "ruleset": ruleset,
        "options": described["options"],
        "pays": {code: sorted(prices[code]) for code in sorted(prices)},
        "points": {code: [min(each), max(each)] for code, each in sorted(points.items())},
        "clauses": sorted(set().union(*(cited(each) for every in told.values() for each in every))),
        "answers": {operation: _digest(every) for operation, every in told.items()},
    }


def _told(answer: Json, *, answered: bool) -> Json:
    """What an answer says of the rules, whatever its words; of a refused question its faults."""
    if answered:
        kept: Json = wordless(answer)
        return kept
    faults = [[each["pointer"], each["code"], each.get("clauses", [])] for each in answer["errors"]]
    return {"code": answer["code"], "faults": sorted(faults)}


def _note(found: dict[str, set[int]], answer: Json, name: str) -> None:
    for each in inside(answer):
        code = each.get("code", each.get("contract"))
        if code is not None and each.get(name) is not None:
            found.setdefault(code, set()).add(each[name])


def _digest(every: list[Json]) -> Json:
    text = json.dumps(every, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return {
        "questions": len(every),
        "refused": sum("faults" in each for each in every),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def differences(one: object, other: object, where: str = "") -> Iterator[str]:
    """The places in which two values differ, as dotted names."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            inner = f"{where}.{name}" if where else name
            yield from differences(one.get(name), other.get(name), inner)
    elif one != other:
        yield where


def pin(
    client: FlaskClient, game: Game, again: Collection[str] = (), folder: Path = FOLDER
) -> list[str]:
    """Write what the game's rulesets mean, those `again` that are named so; complaints of others.

    A ruleset has a complaint if it means something else than is written: the file stays.
    """
    complaints = []
    for ruleset in (known.id for known in game.rulesets):
        means = meaning(client, game, ruleset, questions(game, folder))
        path = pin_path(ruleset, folder)
        known = json.loads(path.read_text("utf-8")) if path.exists() else None
        if known is None or ruleset in again:
            path.write_text(json.dumps(means, indent=1, ensure_ascii=False) + "\n", "utf-8")
        elif known != means:
            complaints.append(
                f"{ruleset} does not mean what {path.name} says: "
                f"{', '.join(differences(known, means))}.\n"
                "What a ruleset id means never changes: a changed rule is a new id, see "
                "docs/versioning.md.\nIf only the form of answers has changed, or the code now "
                f"does what the clauses have said all along: make golden REPIN={ruleset}"
            )
    return complaints
