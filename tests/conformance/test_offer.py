"""What a game offers: operations that are served and documented, a package like the others'."""

import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from evaluators.cards import Card
from evaluators.forms import Count, Form, Rests, fields_of
from evaluators.game import Game
from tests.conformance.games import document, games, module, operations, package
from tests.service.shape import problem_in

MODULES = {"rules", "evaluate", "batch", "compare", "legal_moves", "settle"}
RECORDS = {"refusals", "deal", "position", "adjudicate"}
MORE_MODULES = {
    "vinegret": RECORDS | {"outcome", "table", "unseen"},
    "ecarte": RECORDS | {"outcome", "remedies", "table"},
    "solo-whist": RECORDS | {"auction", "bounds", "remedies"},
    "zhiletka": RECORDS | {"remedies", "unseen"},
}
"""What a game has besides."""


@games
def test_a_package_has_the_same_modules_as_the_others(game: Game) -> None:
    found = {each.name for each in pkgutil.iter_modules(package(game).__path__)}
    assert found == MODULES | MORE_MODULES.get(game.code, set())


@games
def test_an_operation_is_in_the_module_of_its_name(game: Game) -> None:
    for name, operation in game.operations.items():
        own = {"evaluate/batch": "batch"}.get(name, name).replace("-", "_")
        for part in (operation.question, operation.run):
            assert part.__module__ == f"{package(game).__name__}.{own}"


@operations
def test_an_operation_answers_its_examples_by_post_and_query_and_perhaps_get(
    client: FlaskClient, game: Game, operation: str
) -> None:
    path = f"/v1/games/{game.code}/{operation}"
    for question in game.operations[operation].examples.values():
        for method in ("POST", "QUERY"):
            assert client.open(path, method=method, json=question).status_code == 200
    by_get = 422 if game.operations[operation].by_get else 405
    assert client.get(path).status_code == by_get


@games
def test_every_operation_is_documented_with_questions_and_answers(game: Game) -> None:
    paths = document(game)["paths"]
    for name, operation in game.operations.items():
        told = paths[f"/v1/games/{game.code}/{name}"]
        assert ("get" in told) == operation.by_get
        asked = told["post"]["requestBody"]["content"]["application/json"]
        answered = told["post"]["responses"]["200"]["content"]["application/json"]
        assert "$ref" in asked["schema"]
        assert "$ref" in answered["schema"]
        assert operation.summary == told["post"]["summary"]
        assert list(operation.examples) == list(asked["examples"]) == list(answered["examples"])
        assert operation.examples


@games
def test_every_clause_that_is_declared_is_in_the_rulebook(game: Game) -> None:
    declared = {game.pack.clause, f"{game.code}.pack"}
    for marked in (game.rulesets[0].options_class, *(o.question for o in game.operations.values())):
        for kind in forms_in(marked):
            for field in fields_of(kind):
                for mark in field.marks:
                    declared.update(mark.clauses if isinstance(mark, Count | Rests) else ())
    assert declared <= set(game.rulebook.clauses)


def forms_in(form: type) -> Iterator[type]:
    """A form and the forms in its fields."""
    yield form
    for field in fields_of(form):
        for kind in field.kinds:
            inner = [kind, *getattr(kind, "__args__", ())]
            for each in inner:
                if isinstance(each, type) and issubclass(each, Form):
                    yield from forms_in(each)


@games
def test_every_game_has_a_document_ruleset_first(game: Game) -> None:
    assert game.rulesets[0].id.startswith(f"{game.code}/document@")
    assert all(each.id.startswith(f"{game.code}/") for each in game.rulesets)
    assert len({each.options_class for each in game.rulesets}) == 1


@games
def test_the_default_is_not_superseded_and_others_by_one_that_is_not(game: Game) -> None:
    in_force = {each.id for each in game.rulesets if each.superseded is None}
    assert game.rulesets[0].id in in_force
    for each in game.rulesets:
        assert each.superseded is None or each.superseded.by in in_force


# The self-test


@games
def test_a_game_passes_its_self_test(game: Game) -> None:
    assert game.self_test() is True


def spread(game: Game, number: int) -> tuple[Card, ...]:
    """Cards as far apart in the pack as can be: no good hand."""
    cards = game.pack.cards
    return cards[1 :: len(cards) // number][:number]


@games
@pytest.mark.parametrize("broken", ["evaluate", "batch"])
def test_the_self_test_notices_another_hands_verdict(
    game: Game, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = {"evaluate": "evaluate", "batch": "evaluate_batch"}[broken]
    right = getattr(module(game, broken), name)

    def wrong(question: Any, options: Any) -> Any:
        if broken == "evaluate":
            return right(replace(question, hand=spread(game, len(question.hand))), options)
        sizes = [len(hand) // 2 for hand in question.hands]
        hands = tuple("".join(map(str, spread(game, size))) for size in sizes)
        return right(replace(question, hands=hands), options)

    monkeypatch.setattr(module(game, broken), name, wrong)
    assert game.self_test() is False


@games
def test_readiness_names_the_game_that_fails(
    app: Flask, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.test_client().get("/readyz").status_code == 200
    monkeypatch.setattr(package(game), "self_test", lambda: False)
    problem = problem_in(app.test_client().get("/readyz"), 503, "not-ready")
    others = {each.code for each in app.config["GAMES"]} - {game.code}
    assert game.code in problem["detail"]
    assert not any(other in problem["detail"] for other in others)
