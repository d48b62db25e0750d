"""Properties of a hand's value: what may not matter does not, and what must be echoed is."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluators import vinegret
from tests.oracles import vinegret as oracle
from tests.vinegret.asking import Answer, Ask
from tests.vinegret.strategies import cards, hands, prices, rules

some_cards = st.integers(2, 4).flatmap(cards)
four_in_any_order = st.permutations(range(4))
renamed_suits = st.permutations("cdhs").map(lambda suits: dict(zip("cdhs", suits, strict=True)))


def worth(answer: Answer) -> tuple[object, ...]:
    """All that is said of a hand except which cards are which."""
    listed = [
        (each["code"], each["points"], each["pays"], each["clauses"], len(each["cards"]))
        for each in answer["combinations"]
    ]
    return answer["strength"], listed


@given(hands, four_in_any_order)
def test_the_order_of_the_cards_does_not_matter(
    ask: Ask, hand: list[str], order: list[int]
) -> None:
    shuffled = [hand[place] for place in order]
    assert worth(ask("evaluate", hand=shuffled)) == worth(ask("evaluate", hand=hand))


@given(some_cards, renamed_suits)
def test_the_names_of_the_suits_do_not_matter(
    ask: Ask, hand: list[str], renamed: dict[str, str]
) -> None:
    other = [card[0] + renamed[card[1]] for card in hand]
    assert worth(ask("evaluate", hand=other)) == worth(ask("evaluate", hand=hand))


@given(some_cards, rules)
def test_the_combinations_are_the_oracles_under_any_options(
    ask: Ask, hand: list[str], rules: dict[str, Any]
) -> None:
    answer = ask("evaluate", hand=hand, **rules)
    listed = [
        oracle.Entry(
            code=each["code"],
            cards=tuple(each["cards"]),
            points=each["points"],
            pays=each["pays"],
            clauses=tuple(each["clauses"]),
        )
        for each in answer["combinations"]
    ]
    assert listed == oracle.combinations(hand, prices(answer["options"]))


@given(some_cards)
def test_the_cards_of_a_combination_keep_the_order_of_the_hand(ask: Ask, hand: list[str]) -> None:
    for each in ask("evaluate", hand=hand)["combinations"]:
        assert each["cards"] == [card for card in hand if card in each["cards"]]


@given(some_cards)
def test_best_is_the_first_combination_or_null(ask: Ask, hand: list[str]) -> None:
    answer = ask("evaluate", hand=hand)
    assert answer["best"] == next(iter(answer["combinations"]), None)


@given(some_cards)
def test_a_text_is_the_same_hand_as_a_list(ask: Ask, hand: list[str]) -> None:
    answer = ask("evaluate", hand="".join(hand))
    assert answer == ask("evaluate", hand=hand)
    assert answer["hand"] == hand


@given(hands, rules)
def test_prices_do_not_change_strength(ask: Ask, hand: list[str], rules: dict[str, Any]) -> None:
    changed, plain = ask("evaluate", hand=hand, **rules), ask("evaluate", hand=hand)
    assert changed["strength"] == plain["strength"]


def test_the_strongest_hand_has_the_greatest_strength(ask: Ask) -> None:
    answer = ask("evaluate", hand="TcTdThTs")
    assert (answer["strength"], answer["strength_max"]) == (178, 178)


def test_the_weakest_hand_has_strength_one(ask: Ask) -> None:
    assert ask("evaluate", hand="Ac2cAd2h")["strength"] == 1


def test_the_game_tests_itself() -> None:
    assert vinegret.self_test()


@given(st.integers(2, 3).flatmap(cards))
def test_fewer_than_four_cards_have_no_strength(ask: Ask, hand: list[str]) -> None:
    assert ask("evaluate", hand=hand)["strength"] is None


@given(cards(2))
def test_two_cards_of_two_suits_contain_nothing(ask: Ask, hand: list[str]) -> None:
    answer = ask("evaluate", hand=hand)
    assert (answer["best"] is None) is (answer["combinations"] == []) is (hand[0][1] != hand[1][1])
