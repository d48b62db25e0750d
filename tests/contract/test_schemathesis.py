"""Whatever can be derived from the OpenAPI document is asked, and the answer is as documented.

Valid questions are accepted, invalid ones refused, and no answer has a status, a header or a body
that the document does not tell of.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.checks import CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.app import create_app
from service.settings import read_settings
from tests.serving import ROOT

_CONFIG: dict[str, Any] = {
    "seed": 1,
    # Unknown query parameters are errors, which OpenAPI cannot say.
    "generation": {"allow-extra-parameters": False},
    # QUERY is answered, which OpenAPI 3.1 cannot say.
    "phases": {"coverage": {"unexpected-methods": ["put", "patch", "delete", "trace"]}},
}
_document = schemathesis.openapi.from_path(
    Path(ROOT, "openapi.yaml"), config=SchemathesisConfig.from_dict(_CONFIG)
)
_document.app = create_app(read_settings({}))


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


def check(case: Case[Any]) -> None:
    """Ask, and hold the answer against the document."""
    response = case.call()
    excluded: list[CheckFunction] = []
    valid = case.meta is not None and case.meta.generation.mode.is_positive
    if valid and response.status_code == 422:
        errors = response.json()["errors"]
        if all(unsayable(error, case.body) for error in errors):
            excluded.append(positive_data_acceptance)
    case.validate_response(response, excluded_checks=excluded)


@pytest.mark.no_cover  # the tracer would make it three times as slow
@_document.parametrize()
@settings(max_examples=150, deadline=None, database=None, derandomize=True)
def test_every_operation_is_as_documented(case: Case[Any]) -> None:
    check(case)


@pytest.mark.long
@_document.parametrize()
@settings(max_examples=2000, deadline=None, database=None)
def test_every_operation_is_as_documented_however_long_one_asks(case: Case[Any]) -> None:
    check(case)
