"""Options: what each ruleset sets, what a request may override, and what each price changes."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.faults import Faults
from evaluators.forms import Between
from evaluators.options import options_of
from evaluators.vinegret.rules import DOCUMENT
from tests.vinegret.asking import Ask, places
from tests.vinegret.strategies import MILLION, RULESETS, UNHELD_BETS, overrides, rulesets

BOTH: dict[str, Any] = {
    "point_pays": 1,
    "prime_pays": 2,
    "sequence_pays": 3,
    "tricon_pays": 4,
    "flux_pays": 5,
    "ante": 1,
    "vist_stake": 1,
    "force_stake": 2,
    "max_stake": None,
}
RULES: dict[str, dict[str, Any]] = {
    "vinegret/document@1": BOTH
    | {
        "fredon_pays": 80,
        "grand_prime_pays": None,
        "unheld_bet": "dealer-pays-double",
        "carry_over_ante": 0,
    },
    "vinegret/classic@1": BOTH
    | {
        "fredon_pays": 8,
        "grand_prime_pays": 3,
        "unheld_bet": "last-refuser-pays-two",
        "carry_over_ante": 1,
    },
}
CLAUSES = {
    "point_pays": "vinegret.point",
    "prime_pays": "vinegret.prime",
    "grand_prime_pays": "vinegret.grand-prime",
    "sequence_pays": "vinegret.sequence",
    "tricon_pays": "vinegret.tricon",
    "flux_pays": "vinegret.flux",
    "fredon_pays": "vinegret.fredon",
    "ante": "vinegret.ante",
    "vist_stake": "vinegret.vist",
    "force_stake": "vinegret.all-pass",
    "max_stake": "vinegret.max-stake",
    "unheld_bet": "vinegret.unheld-bet",
    "carry_over_ante": "vinegret.carry-over",
}
NULLABLE = ["grand_prime_pays", "max_stake"]
LOWEST = dict.fromkeys(CLAUSES, 0) | {"max_stake": 1}
NUMBERS = [name for name in CLAUSES if name != "unheld_bet"]

HAND = "2c3c4c5d"
QUESTIONS: dict[str, dict[str, Any]] = {
    "evaluate": {"hand": HAND},
    "compare": {"hands": [{"player": "a", "hand": HAND}], "others": ["b"]},
    "settle": {"players": ["a", "b"], "winner": "a", "hand": HAND},
    "legal-moves": {"situation": {"phase": "dealer-choice"}},
}
operations = st.sampled_from(sorted(QUESTIONS))


@pytest.mark.parametrize("operation", QUESTIONS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_sets_every_option(ask: Ask, operation: str, ruleset: str) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset)
    assert (answer["ruleset"], answer["options"]) == (ruleset, RULES[ruleset])


@pytest.mark.parametrize("operation", QUESTIONS)
def test_the_document_ruleset_is_the_default(ask: Ask, operation: str) -> None:
    answer = ask(operation, **QUESTIONS[operation])
    assert answer["ruleset"] == "vinegret/document@1"
    assert answer["options"] == RULES["vinegret/document@1"]


@given(operations, rulesets, overrides)
def test_overrides_are_echoed_among_all_options(
    ask: Ask, operation: str, ruleset: str, overrides: dict[str, Any]
) -> None:
    answer = ask(operation, **QUESTIONS[operation], ruleset=ruleset, options=overrides)
    assert answer["options"] == RULES[ruleset] | overrides
    assert list(answer["options"]) == list(CLAUSES)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_bounds_of_an_option_are_allowed(ask: Ask, name: str) -> None:
    for value in (LOWEST[name], MILLION):
        answer = ask("evaluate", hand=HAND, options={name: value})
        assert answer["options"][name] == value


@pytest.mark.parametrize("name", NUMBERS)
def test_an_option_out_of_range_is_refused(ask: Ask, name: str) -> None:
    for value in (LOWEST[name] - 1, MILLION + 1, 10**30):
        (error,) = ask.faults("evaluate", hand=HAND, options={name: value})
        assert (error["pointer"], error["code"]) == (f"/options/{name}", "out-of-range")
        assert (error["min"], error["max"]) == (LOWEST[name], MILLION)
        assert error["clauses"] == [CLAUSES[name]]


@pytest.mark.parametrize("value", ["5", 1.0, True, False, [], {}, [5], ""])
@pytest.mark.parametrize("name", NUMBERS)
def test_an_option_of_another_type_is_refused(ask: Ask, name: str, value: object) -> None:
    (error,) = ask.faults("evaluate", hand=HAND, options={name: value})
    assert (error["pointer"], error["code"]) == (f"/options/{name}", "wrong-type")
    assert error["clauses"] == [CLAUSES[name]]


@pytest.mark.parametrize("name", [name for name in NUMBERS if name not in NULLABLE])
def test_null_is_no_value_of_most_options(ask: Ask, name: str) -> None:
    errors = ask.faults("evaluate", hand=HAND, options={name: None})
    assert places(errors) == [(f"/options/{name}", "wrong-type")]


@pytest.mark.parametrize("name", NULLABLE)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_null_is_a_value_of_two_options(ask: Ask, ruleset: str, name: str) -> None:
    answer = ask("evaluate", hand=HAND, ruleset=ruleset, options={name: None})
    assert answer["options"][name] is None


@pytest.mark.parametrize("word", UNHELD_BETS)
def test_unheld_bet_is_one_of_two_words(ask: Ask, word: str) -> None:
    answer = ask("evaluate", hand=HAND, options={"unheld_bet": word})
    assert answer["options"]["unheld_bet"] == word


@pytest.mark.parametrize("value", ["", "dealer", "DEALER-PAYS-DOUBLE", None, 2, True, [], {}])
def test_unheld_bet_is_nothing_else(ask: Ask, value: object) -> None:
    (error,) = ask.faults("evaluate", hand=HAND, options={"unheld_bet": value})
    assert (error["pointer"], error["code"]) == ("/options/unheld_bet", "not-one-of")
    assert error["choices"] == list(UNHELD_BETS)
    assert error["clauses"] == ["vinegret.unheld-bet"]


@pytest.mark.parametrize("name", ["", "Ante", "fredon", "options", "ante "])
def test_an_unknown_option_is_refused_and_the_known_ones_named(ask: Ask, name: str) -> None:
    (error,) = ask.faults("evaluate", hand=HAND, options={name: 1})
    assert (error["pointer"], error["code"]) == (f"/options/{name}", "unknown-option")
    assert error["choices"] == list(CLAUSES)


def test_every_faulty_option_is_named(ask: Ask) -> None:
    wrong = {"ante": -1, "flux_pays": None, "trump": "h", "max_stake": 0}
    errors = ask.faults("evaluate", hand=HAND, options=wrong)
    assert sorted(places(errors)) == [
        ("/options/ante", "out-of-range"),
        ("/options/flux_pays", "wrong-type"),
        ("/options/max_stake", "out-of-range"),
        ("/options/trump", "unknown-option"),
    ]


@pytest.mark.parametrize("options", [None, [], "ante", 1, True])
def test_options_that_are_no_object_are_refused(ask: Ask, options: object) -> None:
    errors = ask.faults("evaluate", hand=HAND, options=options)
    assert places(errors) == [("/options", "wrong-type")]


@pytest.mark.parametrize("ruleset", ["", "document", "vinegret/document@2", "ecarte/document@1"])
def test_an_unknown_ruleset_is_refused_and_the_known_ones_named(ask: Ask, ruleset: str) -> None:
    (error,) = ask.faults("evaluate", hand=HAND, ruleset=ruleset)
    assert (error["pointer"], error["code"]) == ("/ruleset", "unknown-ruleset")
    assert error["choices"] == list(RULESETS)


# What each price changes.

EXAMPLES = {
    "point": "2c3c5d8h",
    "prime": "2c4d6h8s",
    "grand-prime": "8c9dTh4s",
    "sequence": "2c3c4c9d",
    "tricon": "5c5d5h9c",
    "flux": "2c4c6c8c",
    "tricon-prime with a prime": "5c5d5h9s",
    "tricon-prime with a grand prime": "TcTdTh9s",
    "flux-sequence": "2c3c4c9c",
    "fredon with a prime": "7c7d7h7s",
    "fredon with a grand prime": "8c8d8h8s",
}
MOVED = {
    "point_pays": {"point"},
    "prime_pays": {
        "prime",
        "grand-prime",
        "tricon-prime with a prime",
        "tricon-prime with a grand prime",
        "fredon with a prime",
        "fredon with a grand prime",
    },
    "sequence_pays": {"sequence", "flux-sequence"},
    "tricon_pays": {
        "tricon",
        "tricon-prime with a prime",
        "tricon-prime with a grand prime",
    },
    "flux_pays": {"flux", "flux-sequence"},
    "fredon_pays": {"fredon with a prime", "fredon with a grand prime"},
}
"""Whose price an option moves while a grand prime pays as a prime."""
GRAND = {"grand-prime", "tricon-prime with a grand prime", "fredon with a grand prime"}


def price(ask: Ask, hand: str, **options: int | None) -> int:
    pays: int = ask("evaluate", hand=hand, options=options)["best"]["pays"]
    return pays


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("option", MOVED)
def test_a_price_moves_the_combinations_it_belongs_to(ask: Ask, option: str, example: str) -> None:
    before, after = 1_000, 1_007
    moved = price(ask, EXAMPLES[example], **{option: after})
    assert moved - price(ask, EXAMPLES[example], **{option: before}) == (
        7 if example in MOVED[option] else 0
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_price_of_its_own_moves_only_what_has_a_grand_prime(ask: Ask, example: str) -> None:
    moved = price(ask, EXAMPLES[example], prime_pays=1, grand_prime_pays=8)
    assert moved - price(ask, EXAMPLES[example], prime_pays=1) == (7 if example in GRAND else 0)


@pytest.mark.parametrize("example", sorted(GRAND))
def test_a_grand_prime_with_its_own_price_ignores_that_of_the_prime(ask: Ask, example: str) -> None:
    cheap = price(ask, EXAMPLES[example], prime_pays=0, grand_prime_pays=3)
    assert cheap == price(ask, EXAMPLES[example], prime_pays=50, grand_prime_pays=3)


def test_a_grand_prime_may_pay_nothing_which_is_not_as_a_prime(ask: Ask) -> None:
    hand = EXAMPLES["grand-prime"]
    assert price(ask, hand, prime_pays=9, grand_prime_pays=0) == 0
    assert price(ask, hand, prime_pays=9, grand_prime_pays=None) == 9


@pytest.mark.parametrize("stake", ["ante", "vist_stake", "force_stake", "carry_over_ante"])
def test_a_stake_moves_no_price(ask: Ask, stake: str) -> None:
    for hand in EXAMPLES.values():
        assert price(ask, hand, **{stake: 1_000}) == price(ask, hand)


# Reading options in Python.


def test_overrides_are_resolved_without_changing_the_ruleset() -> None:
    assert DOCUMENT.resolve({"ante": 5}).ante == 5
    assert DOCUMENT.options.ante == 1


def test_faulty_overrides_raise_every_fault() -> None:
    with pytest.raises(Faults, match="ante: out-of-range, trump: unknown-option") as raised:
        DOCUMENT.resolve({"ante": -1, "trump": "h"})
    assert [found.path for found in raised.value.faults] == [("ante",), ("trump",)]


def test_an_option_that_names_no_clause_cannot_be_declared() -> None:
    @dataclass(frozen=True)
    class Careless:
        ante: Annotated[int, Between(0, 1)] = 0

    with pytest.raises(TypeError, match="the option ante names no clause"):
        options_of(Careless)
