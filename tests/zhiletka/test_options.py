"""Options: what the ruleset sets, what a request may override, and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.zhiletka.asking import Ask, places
from tests.zhiletka.strategies import MILLION, SBOR_KEPT, STOCK_EMPTY, overrides, unlimited

RULESET = "zhiletka/document@1"
DOCUMENT: dict[str, Any] = {
    "ante": 1,
    "stock_empty": "play-on",
    "sbor_kept": "exactly-three",
    "hand_limit": 6,
}
CLAUSES = {
    "ante": ["zhiletka.ante"],
    "stock_empty": ["zhiletka.play-on", "zhiletka.reshuffle"],
    "sbor_kept": ["zhiletka.exactly-three"],
    "hand_limit": ["zhiletka.six"],
}
LIMITS = {"ante": (1, MILLION), "hand_limit": (4, 9)}
WORDS = {"stock_empty": STOCK_EMPTY, "sbor_kept": SBOR_KEPT}
QUESTIONS: dict[str, dict[str, Any]] = {
    "evaluate": {"hand": "8c9cTcKh"},
    "evaluate/batch": {"hands": ["8c9cTcKh", "8c9cTc"]},
    "compare": {"hands": [{"player": "a", "hand": "8c9cTc"}, {"player": "b", "hand": "8d9dTd"}]},
    "legal-moves": {"situation": {"phase": "attack", "hand": "8c9c", "defender_cards": 3}},
    "settle": {"players": ["a", "b"], "winner": None},
}
operations = st.sampled_from(sorted(QUESTIONS))
every_operation = pytest.mark.parametrize("operation", QUESTIONS)
no_numbers = pytest.mark.parametrize("value", ["5", 5.0, True, None, [], {}], ids=repr)
no_words = pytest.mark.parametrize("value", ["", "Play-on", None, 3, True, [], {}], ids=repr)


@every_operation
@pytest.mark.parametrize("more", [{}, {"ruleset": RULESET}, {"options": {}}], ids=str)
def test_the_ruleset_sets_every_option(ask: Ask, operation: str, more: dict[str, Any]) -> None:
    answer = ask(operation, **QUESTIONS[operation], **more)
    assert (answer["game"], answer["ruleset"]) == ("zhiletka", RULESET)
    assert list(answer["options"].items()) == list(DOCUMENT.items())


@given(operations, overrides)
def test_what_is_overridden_is_echoed_among_all_options(
    ask: Ask, operation: str, options: dict[str, Any]
) -> None:
    answer = ask(operation, **QUESTIONS[operation], options=options)
    assert list(answer["options"].items()) == list((DOCUMENT | options).items())


@given(operations, unlimited)
def test_only_a_settlement_depends_on_options_and_only_on_the_ante(
    ask: Ask, operation: str, options: dict[str, Any]
) -> None:
    plain = ask(operation, **QUESTIONS[operation])
    changed = ask(operation, **QUESTIONS[operation], options=options) | {"options": DOCUMENT}
    moved = {name for name, value in plain.items() if changed[name] != value}
    pays_otherwise = operation == "settle" and options.get("ante", 1) != 1
    assert moved == ({"payments", "pot"} if pays_otherwise else set())


@pytest.mark.parametrize("name", LIMITS)
def test_an_option_has_its_range(ask: Ask, name: str) -> None:
    low, high = LIMITS[name]
    for value in (low, high):
        assert ask("evaluate", hand="6c", options={name: value})["options"][name] == value
    for value in (low - 1, high + 1, -low, 10**30):
        (error,) = ask.faults("evaluate", hand="6c", options={name: value})
        assert places([error]) == f"/options/{name} out-of-range"
        assert (error["min"], error["max"], error["clauses"]) == (low, high, CLAUSES[name])


@no_numbers
@pytest.mark.parametrize("name", LIMITS)
def test_an_option_that_is_no_whole_number_is_refused(ask: Ask, name: str, value: object) -> None:
    (error,) = ask.faults("evaluate", hand="6c", options={name: value})
    assert places([error]) == f"/options/{name} wrong-type"
    assert error["clauses"] == CLAUSES[name]


@no_words
@pytest.mark.parametrize("name", WORDS)
def test_an_option_that_is_none_of_its_words_is_refused(ask: Ask, name: str, value: object) -> None:
    (error,) = ask.faults("evaluate", hand="6c", options={name: value})
    assert places([error]) == f"/options/{name} not-one-of"
    assert (error["choices"], error["clauses"]) == (list(WORDS[name]), CLAUSES[name])


@pytest.mark.parametrize("name", ["", "Ante", "limit", "ante "], ids=repr)
def test_an_unknown_option_is_refused_and_the_known_ones_named(ask: Ask, name: str) -> None:
    (error,) = ask.faults("evaluate", hand="6c", options={name: 1})
    assert places([error]) == f"/options/{name} unknown-option"
    assert error["choices"] == list(DOCUMENT)


@every_operation
def test_every_faulty_option_is_named(ask: Ask, operation: str) -> None:
    wrong = {"ante": 0, "stock_empty": "x", "sbor_kept": None, "hand_limit": 10, "trump": "s"}
    assert places(ask.faults(operation, **QUESTIONS[operation], options=wrong)) == (
        "/options/ante out-of-range, /options/hand_limit out-of-range, "
        "/options/sbor_kept not-one-of, /options/stock_empty not-one-of, "
        "/options/trump unknown-option"
    )


@pytest.mark.parametrize("options", [None, [], "ante", 1, True], ids=repr)
def test_options_that_are_no_object_are_refused(ask: Ask, options: object) -> None:
    assert places(ask.faults("evaluate", hand="6c", options=options)) == "/options wrong-type"


@every_operation
@pytest.mark.parametrize("ruleset", ["", "zhiletka", "zhiletka/document@2", "ecarte/document@1"])
def test_an_unknown_ruleset_is_refused_and_the_known_one_named(
    ask: Ask, operation: str, ruleset: str
) -> None:
    (error,) = ask.faults(operation, **QUESTIONS[operation], ruleset=ruleset)
    assert places([error]) == "/ruleset unknown-ruleset"
    assert error["choices"] == [RULESET]
