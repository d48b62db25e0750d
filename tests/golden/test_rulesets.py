"""No ruleset id changes what it means: each is held against its pin, and none is without one."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from evaluators import vinegret
from evaluators.catalogue import GAMES
from evaluators.game import Game
from service.app import create_app
from service.settings import read_settings
from tests.conformance.games import Json, put
from tests.golden.pins import (
    FOLDER,
    OPERATIONS,
    differences,
    meaning,
    pin,
    pin_path,
    questions,
    questions_path,
)

pytestmark = pytest.mark.no_cover  # the tracer would double its time

DOCUMENT = "vinegret/document@1"
CLASSIC = "vinegret/classic@1"
RULESETS = [(game, ruleset.id) for game in GAMES for ruleset in game.rulesets]
games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])


def test_every_ruleset_has_a_pin_and_no_pin_is_without_its_ruleset() -> None:
    found = {f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.json")}
    assert found == {ruleset for _, ruleset in RULESETS}, "`make golden` pins what is new."


@pytest.mark.parametrize(("game", "ruleset"), RULESETS, ids=[ruleset for _, ruleset in RULESETS])
def test_a_ruleset_means_what_it_has_meant(client: FlaskClient, game: Game, ruleset: str) -> None:
    pinned = json.loads(pin_path(ruleset).read_text("utf-8"))
    means = meaning(client, game, ruleset, questions(game))
    assert list(differences(pinned, means)) == [], (
        "What a ruleset id means never changes: a changed rule is a new id (docs/versioning.md)."
    )


@games
def test_each_operation_is_asked_enough(client: FlaskClient, game: Game) -> None:
    for operation in set(OPERATIONS) & set(game.operations):
        asked = [question for name, question in questions(game) if name == operation]
        statuses = [put(client, game, operation, question).status_code for question in asked]
        assert statuses.count(200) >= 20, operation
        assert set(statuses) <= {200, 422}
        assert not [question for question in asked if "ruleset" in question.get("record", question)]


@games
def test_every_combination_is_among_the_answers(client: FlaskClient, game: Game) -> None:
    told = (
        put(client, game, operation, question).get_json()
        for operation, question in questions(game)
        if operation == "evaluate"
    )
    codes = {
        each.get("code", each.get("contract"))
        for answer in told
        for each in (*answer.get("combinations", ()), *answer.get("contracts", ()))
    }
    assert codes == set(game.rulebook.combinations)


# A changed meaning is noticed, and not written down unless it is asked for


def changed(**parts: Any) -> tuple[FlaskClient, Game]:
    """Vinegret with something else about it, and a service that offers it."""
    own = {name: getattr(vinegret, name) for name in dir(vinegret)}
    game = cast("Game", SimpleNamespace(**own | parts))
    return create_app(read_settings({}), games=(game,)).test_client(), game


def with_options(**options: Any) -> dict[str, Any]:
    """Vinegret's rulesets, the first with other options."""
    first, *others = vinegret.rulesets
    return {"rulesets": (replace(first, options=replace(first.options, **options)), *others)}


def with_answers(operation: str, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Vinegret's operations, the answers of one changed."""
    known = vinegret.operations[operation]
    other = replace(known, run=lambda question, options: change(known.run(question, options)))
    return {"operations": {**vinegret.operations, operation: other}}


def one_more(answer: Any) -> Any:
    return answer if answer.strength is None else replace(answer, strength=answer.strength + 1)


def without_moves(answer: Any) -> Any:
    return replace(answer, legal=answer.legal[1:])


def pays_nothing(answer: Any) -> Any:
    return replace(answer, payments=dict.fromkeys(answer.payments, 0))


@pytest.mark.parametrize(
    ("parts", "noticed"),
    [
        (with_options(flux_pays=6), {"options.flux_pays", "pays.flux", "answers.evaluate.sha256"}),
        (with_options(carry_over_ante=1), {"options.carry_over_ante", "answers.settle.sha256"}),
        (with_answers("evaluate", one_more), {"answers.evaluate.sha256"}),
        (with_answers("legal-moves", without_moves), {"answers.legal-moves.sha256"}),
        (with_answers("compare", pays_nothing), {"answers.compare.sha256"}),
        (with_answers("settle", pays_nothing), {"answers.settle.sha256"}),
    ],
    ids=["price", "option", "strength", "legal moves", "showdown", "settlement"],
)
def test_a_change_is_noticed_and_told_where(parts: dict[str, Any], noticed: set[str]) -> None:
    client, game = changed(**parts)
    pinned = json.loads(pin_path(DOCUMENT).read_text("utf-8"))
    found = set(differences(pinned, meaning(client, game, DOCUMENT, questions(vinegret))))
    assert noticed <= found


def copied(folder: Path) -> dict[str, Json]:
    """Vinegret's questions and pins in a folder of the test's own."""
    paths = [questions_path(vinegret), pin_path(DOCUMENT), pin_path(CLASSIC)]
    (folder / "vinegret").mkdir()
    for path in paths:
        (folder / "vinegret" / path.name).write_bytes(path.read_bytes())
    return pinned_in(folder)


def pinned_in(folder: Path) -> dict[str, Json]:
    return {
        path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("vinegret/*.json")
    }


def test_a_changed_meaning_is_not_pinned_unless_its_ruleset_is_named(tmp_path: Path) -> None:
    before = copied(tmp_path)
    client, game = changed(**with_options(flux_pays=6))
    (complaint,) = pin(client, game, folder=tmp_path)
    assert complaint.startswith(f"{DOCUMENT} does not mean what document@1.json says: options.flux")
    assert "a changed rule is a new id" in complaint
    assert f"make golden REPIN={DOCUMENT}" in complaint
    assert pin(client, game, [CLASSIC], tmp_path) == [complaint]
    assert pinned_in(tmp_path) == before
    assert pin(client, game, [DOCUMENT], tmp_path) == []
    after = pinned_in(tmp_path)
    assert after["classic@1"] == before["classic@1"]
    assert after["document@1"]["pays"]["flux"] == [6]


def test_what_means_the_same_stays_and_what_is_new_is_pinned(tmp_path: Path) -> None:
    before = copied(tmp_path)
    first, second = vinegret.rulesets
    newer = replace(first, id="vinegret/document@2", options=replace(first.options, flux_pays=6))
    client, game = changed(rulesets=(first, second, newer))
    assert pin(client, game, folder=tmp_path) == []
    after = pinned_in(tmp_path)
    assert after.pop("document@2")["pays"]["flux"] == [6]
    assert after == before


@pytest.mark.parametrize(
    ("one", "other", "places"),
    [
        ({}, {}, []),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, ["a.c"]),
        ({"a": [1, 2]}, {"a": [2, 1]}, ["a"]),
        ({"a": 1}, {"b": 1}, ["a", "b"]),
    ],
)
def test_differences_are_told_by_place(one: Json, other: Json, places: list[str]) -> None:
    assert list(differences(one, other)) == places
