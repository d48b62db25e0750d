"""Options: what each ruleset sets, what a request may override, and what is no value of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ecarte.asking import Answer, Ask, places
from tests.ecarte.strategies import CHOICES, NUMBERS, RULES, overrides, rulesets

CLAUSES = {
    "dealer_minimum_exchange": ["dealer-exchange"],
    "stock_short": ["recycle", "short-stock"],
    "king_window": ["king-window"],
    "game_points": ["game"],
    "stakes": ["stakes"],
    "stake": ["stakes"],
    "deal_packets": ["deal"],
}
HAND = {"hand": "Qs8sKh7h9d", "trump": "s"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "evaluate": HAND,
    "evaluate/batch": {"hands": [], "trump": "s"},
    "compare": {
        "trump": "s",
        "plays": [{"player": "a", "card": "Kd"}, {"player": "b", "card": "7s"}],
    },
    "legal-moves": {"situation": {"phase": "answer"}},
    "settle": {
        "elder": "a",
        "dealer": "b",
        "tricks": {"a": 3, "b": 2},
        "play_began": "elder-played",
    },
}


def wrong(ask: Ask, name: str, value: object) -> Answer:
    """The one fault of an option."""
    (error,) = ask.faults("evaluate", **HAND, options={name: value})
    assert error["pointer"] == f"/options/{name}"
    assert error["clauses"] == [f"ecarte.{clause}" for clause in CLAUSES[name]]
    return error


@pytest.mark.parametrize("operation", QUESTIONS)
@pytest.mark.parametrize("ruleset", RULES)
def test_a_ruleset_sets_every_option(ask: Ask, operation: str, ruleset: str) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset)
    assert (answer["ruleset"], answer["options"]) == (ruleset, RULES[ruleset])


@pytest.mark.parametrize("operation", QUESTIONS)
def test_the_document_ruleset_is_the_default(ask: Ask, operation: str) -> None:
    answer = ask(operation, **QUESTIONS[operation])
    assert answer == ask(operation, **QUESTIONS[operation], ruleset="ecarte/document@1")


@given(st.sampled_from(sorted(QUESTIONS)), rulesets, overrides)
def test_overrides_are_echoed_among_all_options(
    ask: Ask, operation: str, ruleset: str, overrides: Answer
) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset, options=overrides)
    assert answer["options"] == RULES[ruleset] | overrides
    assert list(answer["options"]) == list(CLAUSES)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_its_bounds(ask: Ask, name: str) -> None:
    low, high = NUMBERS[name]
    for value in (low, high):
        assert ask("evaluate", **HAND, options={name: value})["options"][name] == value
    for value in (low - 1, high + 1, 10**30):
        error = wrong(ask, name, value)
        assert (error["code"], error["min"], error["max"]) == ("out-of-range", low, high)


@pytest.mark.parametrize("value", [None, "1", 1.0, True, [], {}, [1], ""])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_nothing_else(ask: Ask, name: str, value: object) -> None:
    assert wrong(ask, name, value)["code"] == "wrong-type"


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_one_of_two(ask: Ask, name: str) -> None:
    for value in CHOICES[name]:
        assert ask("evaluate", **HAND, options={name: value})["options"][name] == value
    for value in (None, "", "PLAY", 1, True, [], {}, [3], [2, 2], [3, 2, 0], ["3", "2"], "32"):
        error = wrong(ask, name, value)
        assert (error["code"], error["choices"]) == ("not-one-of", CHOICES[name])


def test_packets_are_whole_numbers(ask: Ask) -> None:
    assert wrong(ask, "deal_packets", [3.0, 2])["code"] == "not-one-of"


@pytest.mark.parametrize("name", ["", "Stake", "trump", "options"])
def test_an_unknown_option_is_refused_and_the_known_ones_named(ask: Ask, name: str) -> None:
    (error,) = ask.faults("evaluate", **HAND, options={name: 1})
    assert (error["pointer"], error["code"]) == (f"/options/{name}", "unknown-option")
    assert error["choices"] == list(CLAUSES)


def test_every_faulty_option_is_named(ask: Ask) -> None:
    faulty = {"stake": 0, "stakes": None, "trump": "h", "game_points": "5"}
    assert places(ask.faults("evaluate", **HAND, options=faulty)) == (
        "/options/game_points wrong-type, /options/stake out-of-range, "
        "/options/stakes not-one-of, /options/trump unknown-option"
    )


@pytest.mark.parametrize("options", [None, [], "stake", 1])
def test_options_that_are_no_object_are_refused(ask: Ask, options: object) -> None:
    assert places(ask.faults("evaluate", **HAND, options=options)) == "/options wrong-type"


@pytest.mark.parametrize("ruleset", ["", "classic", "ecarte/classic@2", "vinegret/document@1"])
def test_an_unknown_ruleset_is_refused_and_the_known_ones_named(ask: Ask, ruleset: str) -> None:
    (error,) = ask.faults("evaluate", **HAND, ruleset=ruleset)
    assert (error["pointer"], error["code"]) == ("/ruleset", "unknown-ruleset")
    assert error["choices"] == list(RULES)


def test_faulty_options_do_not_hide_faults_of_the_question(ask: Ask) -> None:
    errors = ask.faults(
        "legal-moves", situation={"phase": "answer", "stock": 1}, options={"king_window": "never"}
    )
    every = "/options/king_window not-one-of, /situation/stock unknown-field"
    assert places(errors) == every
