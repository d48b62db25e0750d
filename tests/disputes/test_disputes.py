"""Disputes with their rulings: each file in the folders beside this one is a test.

A file holds a `question`, and of the ruling what is `expected`: every member there must be so.
Clauses are written by id, and those that are written must be among the answer's. The file's name
begins with the clause on which the dispute turns; `language` is the language it is ruled on in.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.game import Game
from evaluators.texts import Language, Phrase, phrase, read_texts
from tests.conformance.games import LANGUAGES, cited, put, wordless
from tests.ecarte import test_clauses as ecarte
from tests.solo_whist import test_clauses as solo_whist
from tests.vinegret import test_clauses as vinegret
from tests.zhiletka import test_clauses as zhiletka

FILES = sorted(Path(__file__).parent.glob("*/*.json"))
OF_RULINGS = {
    "vinegret": vinegret.OF_RULINGS,
    "ecarte": ecarte.OF_RULINGS,
    "solo-whist": solo_whist.OF_RULINGS,
    "zhiletka": zhiletka.OF_RULINGS,
}
BY_CODE = {game.code: game for game in GAMES}

disputes = pytest.mark.parametrize("file", FILES, ids=[f"{f.parent.name}/{f.stem}" for f in FILES])


def read(file: Path) -> dict[str, Any]:
    """What a file tells."""
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return told


def clause_of(file: Path) -> str:
    """The clause on which a dispute turns."""
    return file.stem.partition("--")[0]


def ruled(client: FlaskClient, file: Path, language: str = "") -> dict[str, Any]:
    """The ruling on a dispute."""
    told = read(file)
    game = BY_CODE[file.parent.name]
    response = put(client, game, "adjudicate", told["question"], language or told["language"])
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.get_json()
    return answer


def part_of(expected: Any, told: Any, path: str = "") -> list[str]:
    """Where an answer differs from the part of it that is expected."""
    if path.endswith("/clauses"):
        ids = [clause["id"] if isinstance(clause, dict) else clause for clause in told]
        return [f"{path}: no {clause}" for clause in expected if clause not in ids]
    if isinstance(expected, dict) and isinstance(told, dict):
        return [
            wrong
            for name, value in expected.items()
            for wrong in part_of(value, told.get(name, "missing"), f"{path}/{name}")
        ]
    if isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        pairs = enumerate(zip(expected, told, strict=True))
        return [
            wrong
            for place, (one, other) in pairs
            for wrong in part_of(one, other, f"{path}/{place}")
        ]
    return [] if expected == told else [f"{path}: {expected!r}, not {told!r}"]


@disputes
def test_a_dispute_is_ruled_on_as_the_rules_say(client: FlaskClient, file: Path) -> None:
    assert part_of(read(file)["expected"], ruled(client, file)) == []


@disputes
def test_a_dispute_turns_on_a_clause_that_its_ruling_cites(client: FlaskClient, file: Path) -> None:
    answer = ruled(client, file)
    assert clause_of(file) in BY_CODE[file.parent.name].rulebook.clauses
    in_doubt = answer["rulings"][0]["verdict"] == "undecidable"
    assert in_doubt or clause_of(file) in cited(answer)


@pytest.mark.parametrize(("game", "clauses"), OF_RULINGS.items())
def test_a_clause_that_only_rulings_rest_on_has_a_dispute(
    client: FlaskClient, game: str, clauses: set[str]
) -> None:
    files = [file for file in FILES if file.parent.name == game and clause_of(file) in clauses]
    assert {clause_of(file) for file in files} == clauses
    assert all(clause_of(file) in cited(ruled(client, file)) for file in files)


@disputes
def test_a_ruling_differs_in_its_words_only_from_language_to_language(
    client: FlaskClient, file: Path
) -> None:
    answers = [ruled(client, file, language) for language in LANGUAGES]
    one, *others = [wordless(answer) for answer in answers]
    assert all(other == one for other in others)
    for answer in answers:
        for part in (*answer["rulings"], *answer["breaches"], *answer["undecided"]):
            assert part["explanation"]
            assert "{" not in part["explanation"]


def test_there_are_disputes_of_every_game_in_every_language() -> None:
    for game in GAMES:
        files = [file for file in FILES if file.parent.name == game.code]
        assert len(files) >= 12
        assert {read(file)["language"] for file in files} == set(LANGUAGES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_every_text_of_rulings_is_said_in_some_dispute(
    client: FlaskClient, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = set()

    def saying(section: str, key: str, *, name: str = "common", **more: Any) -> Phrase:
        said.add((name, section, key))
        return phrase(section, key, name=name, **more)

    monkeypatch.setattr("evaluators.rulebook.phrase", saying)
    for file in FILES:
        if file.parent.name == game.code:
            ruled(client, file)
    texts = read_texts(game.code)[Language.ENGLISH]
    sections = ("actions", "rulings", "remedies")
    own = {(game.code, section, key) for section in sections for key in texts.get(section, {})}
    assert own <= said
