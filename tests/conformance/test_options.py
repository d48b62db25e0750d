"""Every option of every game can be set, in every ruleset, for every operation."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.game import Game
from evaluators.options import Option
from tests.conformance.games import GAMES, example, put
from tests.conformance.questions import options_for, ruled, values
from tests.service.shape import problem_in

_EACH = [
    (game, ruleset.id, option)
    for game in GAMES
    for ruleset in game.rulesets
    for option in options_for(game).values()
]
each_option = pytest.mark.parametrize(
    ("game", "ruleset", "option"),
    _EACH,
    ids=[f"{ruleset}-{option.name}" for _, ruleset, option in _EACH],
)


def in_force(game: Game, ruleset: str) -> dict[str, Any]:
    """The options of a ruleset, as JSON has them."""
    (known,) = (each for each in game.rulesets if each.id == ruleset)
    options = {name: getattr(known.options, name) for name in options_for(game)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in options.items()}


def whole(option: Option, default: Any, value: Any) -> Any:
    """The value of an option when it is overridden; one by one where it is a set of options."""
    return {**default, **value} if option.members else value


@each_option
def test_an_option_takes_its_other_values_and_the_answer_says_so(
    client: FlaskClient, game: Game, ruleset: str, option: Option
) -> None:
    options = in_force(game, ruleset)
    default = options[option.name]
    others = [value for value in values(option) if whole(option, default, value) != default]
    assert others
    for operation in game.operations:
        taken = 0
        for value in others:
            overrides = {option.name: value}
            question = ruled(example(game, operation), ruleset=ruleset, options=overrides)
            response = put(client, game, operation, question)
            told = response.get_json()
            if response.status_code == 422:  # the example cannot be under this value
                assert not any("/options" in error["pointer"] for error in told["errors"])
                continue
            taken += 1
            assert told["ruleset"] == ruleset
            assert told["options"] == {**options, option.name: whole(option, default, value)}
        assert taken, operation


def illegal(option: Option) -> list[tuple[str, Any]]:
    """Values that an option does not take, each with the end of its pointer."""
    wrong: list[tuple[str, Any]] = [("", {"nothing": 1}), ("", [9, 9, 9]), ("", "nothing")]
    if option.members:
        name, member = next((str(name), each) for name, each in option.members.items())
        inner = [(f"/{name}", value) for end, value in illegal(member) if not end]
        wrong = [(end, {name: value}) for end, value in inner] + wrong[1:]
        return [*wrong, ("/nothing", {"nothing": 1})]
    if not option.nullable:
        wrong.append(("", None))
    if option.limits:
        wrong += [("", option.limits.low - 1), ("", option.limits.high + 1), ("", True), ("", 1.0)]
    return wrong


@each_option
def test_an_option_refuses_other_values_in_their_place_and_by_its_clauses(
    client: FlaskClient, game: Game, ruleset: str, option: Option
) -> None:
    operation = next(iter(game.operations))
    for end, value in illegal(option):
        question = {
            **example(game, operation),
            "ruleset": ruleset,
            "options": {option.name: value},
        }
        problem = problem_in(put(client, game, operation, question), 422, "invalid-input")
        (error,) = problem["errors"]
        assert error["pointer"] == f"/options/{option.name}{end}"
        assert tuple(error["clauses"]) == option.clauses, value
