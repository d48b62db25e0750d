"""Whatever can be derived from the OpenAPI document is asked, and the answer is as documented.

Valid questions are accepted, invalid ones refused, and no answer has a status, a header or a body
that the document does not tell of: of single questions, and of several that links lead through.
"""

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.generation.hypothesis.builder import (
    HypothesisTestConfig,
    HypothesisTestMode,
    create_test,
)
from schemathesis.generation.stateful.state_machine import StepInput, StepOutput, Transition
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from evaluators.catalogue import GAMES
from service.app import create_app
from service.settings import read_settings
from tests.contract.document import document

SEED = 1
_APP = create_app(read_settings({}))


def loaded(mode: GenerationMode | str) -> BaseSchema:
    """The document, from which questions of a mode are made: `positive`, `negative` or `all`."""
    config: dict[str, Any] = {
        "seed": SEED,
        # Unknown query parameters are errors, which OpenAPI cannot say.
        "generation": {"allow-extra-parameters": False, "mode": str(mode)},
        # QUERY is answered, which OpenAPI 3.1 cannot say.
        "phases": {"coverage": {"unexpected-methods": ["put", "patch", "delete", "trace"]}},
    }
    schema = schemathesis.openapi.from_dict(document(), config=SchemathesisConfig.from_dict(config))
    schema.app = _APP
    return schema


whole = cache(loaded)
"""The same, made once; what is learnt from answers is not forgotten."""


OPERATIONS = [(method, path) for path, item in document()["paths"].items() for method in item]
operations = pytest.mark.parametrize(("method", "path"), OPERATIONS)
VALID, INVALID = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


def ask_much(mode: GenerationMode, method: str, path: str, examples: int, **how: Any) -> None:
    """Ask what the document says of one operation, and so many questions more.

    `schema.parametrize()` would make the tests of all operations as they are collected, those
    that are not going to be run and those of other processes too, which takes minutes.
    """
    schema = whole(mode)
    operation = schema[path][method]
    modes = list(HypothesisTestMode)
    if mode is INVALID and not (operation.body or operation.query):
        modes.remove(HypothesisTestMode.FUZZING)  # nothing in it can be wrong
    test = create_test(
        operation=operation,
        test_func=check,
        config=HypothesisTestConfig(
            project=schema.config,
            modes=modes,
            settings=settings(max_examples=examples, deadline=None, database=None, **how),
            seed=SEED,
        ),
    )
    test()


def at(body: Any, pointer: str) -> Any:
    """The value at a place in a body."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        body = body[int(key)] if isinstance(body, list) else body[key]
    return body


_UNSAYABLE = {
    "duplicate-card",  # in two spellings, twice in one text, in two hands
    "duplicate-player",  # in two lists, or in two objects
    "unknown-player",  # the winner is one of the players
    "cards-not-alike",  # an attack of two is of one suit or one rank
    "more-than-defender-holds",  # an attack has no more cards than the hand that answers it
    "king-not-held",  # announced by who cannot have had it
    "not-the-dealer",  # a king that is turned up is the dealer's
    "wrong-phase",  # a phase there is only under another option
    "not-your-turn",  # the calls of an auction come in turn
    "deal-is-over",
    "not-higher",  # each bid above the one before
    "accept-or-pass-only",
    "no-proposal",
    "already-accepted",
    "own-proposal",
    "proposal-overcalled",
    "seed-and-deck",
}
"""Faults that break a rule for which JSON Schema has no words."""

_DEPENDING = {
    "wrong-count": r"/hands|/tricks|/declarers|/hand|/situation/hand",
    "out-of-range": r"(/record)?/score/.*|/situation/(stock|defender_cards)"
    r"|/claims/\d+/(action|number)",
    "missing-field": r"(/record)?/(tricks|score)/.*|/play_began|/trump|/turned_suit",
    "unknown-field": r"/situation/announced|/viewer|/ruleset|/options|/trump|/turned_suit",
    "not-one-of": r"/claims/\d+/code",
}
"""Faults that do so in these places, where a limit depends on an option or on other fields."""


def unsayable(error: dict[str, Any], body: Any) -> bool:
    """Whether a fault breaks a rule that JSON Schema has no words for."""
    code, pointer = error["code"], error["pointer"]
    if re.fullmatch(r"/record/actions/\d+", pointer):
        return True  # what an action may be is for the rules to say
    if code in {"wrong-type", "malformed-action"}:
        return isinstance(at(body, pointer), float)  # to JSON Schema 3.0 is a whole number
    return code in _UNSAYABLE or bool(
        re.fullmatch(_DEPENDING.get(code, "-"), pointer, re.DOTALL)  # names may have line ends
    )


def is_valid(case: Case[Any]) -> bool:
    """Whether a question was meant to have no fault."""
    return case.meta is not None and case.meta.generation.mode.is_positive


def check(case: Case[Any]) -> None:
    """Ask, and hold the answer against the document."""
    hold(case, case.call())


def hold(case: Case[Any], response: Response) -> None:
    """Hold an answer against the document."""
    assert response.status_code < 500
    excluded: list[CheckFunction] = []
    if is_valid(case) and response.status_code == 422:
        errors = response.json()["errors"]
        if all(unsayable(error, case.body) for error in errors):
            excluded.append(positive_data_acceptance)
    case.validate_response(response, excluded_checks=excluded)


@pytest.mark.no_cover  # the tracer would make it three times as slow
@operations
def test_a_valid_question_is_answered_as_documented(method: str, path: str) -> None:
    ask_much(VALID, method, path, 20, derandomize=True)


@pytest.mark.no_cover
@operations
def test_an_invalid_question_is_refused_as_documented(method: str, path: str) -> None:
    ask_much(INVALID, method, path, 20, derandomize=True)


@pytest.mark.long
@operations
def test_valid_questions_are_answered_however_long_one_asks(method: str, path: str) -> None:
    ask_much(VALID, method, path, 300)


@pytest.mark.long
@operations
def test_invalid_questions_are_refused_however_long_one_asks(method: str, path: str) -> None:
    ask_much(INVALID, method, path, 300)


games = pytest.mark.parametrize("game", [game.code for game in GAMES])


def expect_no_fault_of_the_link(transition: Transition, output: StepOutput) -> None:
    """What was linked is right.

    Other fields of a body are made up, and may have faults; members of the record may be, too.
    """
    if transition.request_body is None:
        assert output.response.status_code == 200
        return
    found = transition.request_body.value
    assert isinstance(found, Ok)
    linked: Any = found.ok()
    sent: Any = output.case.body
    if (
        json.dumps(linked["record"]) == json.dumps(sent["record"])
        and output.response.status_code != 200
    ):
        pointers = [error["pointer"] for error in output.response.json()["errors"]]
        assert not [pointer for pointer in pointers if pointer.startswith("/record/")]


def follow_links(game: str, scenarios: int, steps: int) -> Counter[str]:
    """Ask about a game as links lead, in so many rows of steps; how often each was followed."""
    followed: Counter[str] = Counter()
    of_game = loaded("all").include(path_regex=f"^/v1/games(/{game}(/.*)?)?$")

    class Caller(of_game.as_state_machine()):  # type: ignore[misc]  # made at run time
        def step(self, input: StepInput) -> StepOutput:  # noqa: A002 - schemathesis calls it so
            output: StepOutput = super().step(input)
            if input.transition is not None and input.is_applied:
                followed[input.transition.id] += 1
                if is_valid(input.case):
                    expect_no_fault_of_the_link(input.transition, output)
            return output

        def validate_response(
            self, response: Response, case: Case[Any], *_: Any, **__: Any
        ) -> None:
            hold(case, response)

    Caller.run(
        settings=settings(
            max_examples=scenarios,
            stateful_step_count=steps,
            phases=[Phase.generate],
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )
    return followed


@pytest.mark.no_cover
@games
def test_links_lead_through_the_service(game: str) -> None:
    assert len(follow_links(game, 8, 6)) > 1


@pytest.mark.long
@games
def test_all_links_are_followed_however_long_one_asks(game: str) -> None:
    kinds = {transition.split()[-4] for transition in follow_links(game, 200, 8)}
    assert kinds >= {game, "rules", "clause", "adjudicate"}
