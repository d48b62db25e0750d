"""Options: what each ruleset sets, what a request may override, and how a bad value is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import HAND, Ask, auction, places
from tests.solo_whist.strategies import (
    MILLION,
    NUMBERS,
    RULES,
    WORDS,
    overrides,
    resolved,
    rulesets,
)

QUESTIONS: dict[str, dict[str, Any]] = {
    "evaluate": {"hand": HAND, "turned_suit": "h"},
    "evaluate/batch": {"hands": [HAND], "turned_suit": "h"},
    "compare": {"trump": None, "plays": [{"player": "n", "card": "9d"}]},
    "legal-moves": {"situation": auction("")},
    "settle": {"players": list("abcd"), "contract": "solo", "declarers": ["a"], "tricks": 5},
}
CLAUSES = {
    "units": ["pay-lone", "pay-partners"],
    "unit_size": ["per-trick"],
    "per_trick": ["per-trick"],
    "all_thirteen_doubles": ["per-trick"],
    "unaccepted_proposal": ["proposer-raises"],
    "full_abundance_trumps": ["full-abundance", "name-trumps"],
    "revoke": ["revoke"],
}
UNITS = [f"units/{contract}" for contract in oracle.CONTRACTS]
BOUNDS = NUMBERS | dict.fromkeys(UNITS, (1, MILLION))
operations = st.sampled_from(sorted(QUESTIONS))


def override(name: str, value: object) -> dict[str, object]:
    """The options that set one option, or one entry of it."""
    option, _, entry = name.partition("/")
    return {option: {entry: value} if entry else value}


def refused(ask: Ask, name: str, value: object) -> tuple[str, dict[str, Any]]:
    """The code with which a value is refused, and the error."""
    (error,) = ask.faults("evaluate", **QUESTIONS["evaluate"], options=override(name, value))
    assert error["pointer"] == f"/options/{name}"
    clauses = CLAUSES[name.partition("/")[0]]
    assert error["clauses"] == [f"solo-whist.{clause}" for clause in clauses]
    return error["code"], error


@pytest.mark.parametrize("operation", QUESTIONS)
@pytest.mark.parametrize("ruleset", RULES)
def test_a_ruleset_sets_every_option(ask: Ask, operation: str, ruleset: str) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset)
    assert (answer["game"], answer["ruleset"]) == ("solo-whist", ruleset)
    assert answer["options"] == RULES[ruleset]


@pytest.mark.parametrize("operation", QUESTIONS)
def test_the_document_ruleset_is_the_default(ask: Ask, operation: str) -> None:
    answer = ask(operation, **QUESTIONS[operation])
    assert answer == ask(operation, **QUESTIONS[operation], ruleset="solo-whist/document@1")


@given(operations, rulesets, overrides)
def test_overrides_are_echoed_among_all_options(
    ask: Ask, operation: str, ruleset: str, options: dict[str, Any]
) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset, options=options)
    assert answer["options"] == resolved(ruleset, options)
    assert list(answer["options"]) == list(CLAUSES)


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_has_its_bounds(ask: Ask, name: str) -> None:
    low, high = BOUNDS[name]
    for value in (low, high):
        answer = ask("evaluate", **QUESTIONS["evaluate"], options=override(name, value))
        option, _, entry = name.partition("/")
        echoed = answer["options"][option]
        assert (echoed[entry] if entry else echoed) == value
    for value in (low - 1, high + 1, 10**30):
        code, error = refused(ask, name, value)
        assert (code, error["min"], error["max"]) == ("out-of-range", low, high)


@pytest.mark.parametrize("value", ["5", 1.0, True, None, [], {}, ""])
@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_of_another_type_is_refused(ask: Ask, name: str, value: object) -> None:
    assert refused(ask, name, value)[0] == "wrong-type"


@pytest.mark.parametrize("name", WORDS)
def test_a_choice_is_one_of_its_words(ask: Ask, name: str) -> None:
    for word in WORDS[name]:
        answer = ask("evaluate", **QUESTIONS["evaluate"], options={name: word})
        assert answer["options"][name] == word
    wrong: list[Any] = ["", WORDS[name][0].upper(), None, 1, True, [], {}, [WORDS[name][0]]]
    for value in wrong:
        code, error = refused(ask, name, value)
        assert (code, error["choices"]) == ("not-one-of", WORDS[name])


@pytest.mark.parametrize("value", [0, 1, "true", None, [], {}])
def test_all_thirteen_doubles_is_true_or_false(ask: Ask, value: object) -> None:
    assert refused(ask, "all_thirteen_doubles", value)[0] == "wrong-type"
    for flag in (True, False):
        options = {"all_thirteen_doubles": flag}
        answer = ask("evaluate", **QUESTIONS["evaluate"], options=options)
        assert answer["options"]["all_thirteen_doubles"] is flag


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"trump": "h"}, "/trump unknown-option"),
        ({"Units": {}}, "/Units unknown-option"),
        ({"units": {"proposal": 1}}, "/units/proposal unknown-option"),
        ({"units": [1, 1, 2, 3, 3, 4, 6]}, "/units wrong-type"),
        ({"units": None}, "/units wrong-type"),
        (None, "wrong-type"),
        ([], "wrong-type"),
    ],
)
def test_an_unknown_or_malformed_option_is_refused(
    ask: Ask, options: object, expected: str
) -> None:
    errors = ask.faults("evaluate", **QUESTIONS["evaluate"], options=options)
    assert places(errors, "/options") == expected


def test_units_are_overridden_one_by_one(ask: Ask) -> None:
    for ruleset in RULES:
        options = {"units": {"solo": 5, "misere": 9}}
        answer = ask("evaluate", **QUESTIONS["evaluate"], ruleset=ruleset, options=options)
        size = answer["options"]["unit_size"]
        pays = [each["pays"] for each in answer["contracts"]]
        assert pays == [price * size for price in (1, 5, 9, 3, 3, 4, 6)]


@pytest.mark.parametrize("ruleset", ["", "document", "solo-whist/document@2", "ecarte/document@1"])
def test_an_unknown_ruleset_is_refused_and_the_known_ones_named(ask: Ask, ruleset: str) -> None:
    (error,) = ask.faults("evaluate", **QUESTIONS["evaluate"], ruleset=ruleset)
    assert (error["pointer"], error["code"]) == ("/ruleset", "unknown-ruleset")
    assert error["choices"] == list(RULES)
