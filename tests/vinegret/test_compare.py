"""Showdowns: random tables against the oracle, and every way in which a question can be wrong."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracles import vinegret as oracle
from tests.vinegret.asking import Answer, Ask, places
from tests.vinegret.strategies import Showdown, cards, hands, rules, showdowns

CRITERION_CLAUSES = {"class": ["vinegret.best"], "seat": ["vinegret.tie"], None: []}


def shown(*hands: str) -> list[dict[str, str]]:
    """Hands of players named p1, p2 and so on."""
    return [{"player": f"p{number}", "hand": hand} for number, hand in enumerate(hands, 1)]


@given(showdowns(), rules)
def test_the_payments_sum_to_the_pool(ask: Ask, table: Showdown, rules: dict[str, Any]) -> None:
    answer = ask("compare", **table.question, **rules)
    assert sum(answer["payments"].values()) == table.pool


@given(showdowns(), rules)
def test_the_payments_are_the_oracles(ask: Ask, table: Showdown, rules: dict[str, Any]) -> None:
    answer = ask("compare", **table.question, **rules)
    assert answer["payments"] == table.decided(answer["options"])["payments"]


@given(showdowns())
def test_everybody_at_the_table_is_in_the_payments_in_order(ask: Ask, table: Showdown) -> None:
    assert list(ask("compare", **table.question)["payments"]) == table.players


@given(showdowns(shown=2))
def test_the_ranking_is_the_oracles(ask: Ask, table: Showdown) -> None:
    answer = ask("compare", **table.question)
    decided = table.decided(answer["options"])
    assert [placed["player"] for placed in answer["ranking"]] == decided["order"]
    assert answer["winner"] == decided["winner"]


@given(showdowns())
def test_places_are_counted_from_one_without_ties(ask: Ask, table: Showdown) -> None:
    ranking = ask("compare", **table.question)["ranking"]
    assert [placed["place"] for placed in ranking] == list(range(1, len(table.hands) + 1))


@given(showdowns(), rules)
def test_each_hand_is_worth_what_evaluate_says(
    ask: Ask, table: Showdown, rules: dict[str, Any]
) -> None:
    hands = dict(table.hands)
    for placed in ask("compare", **table.question, **rules)["ranking"]:
        alone = ask("evaluate", hand=hands[placed["player"]], **rules)
        assert (placed["best"], placed["strength"]) == (alone["best"], alone["strength"])


@given(showdowns())
def test_what_decided_is_what_the_oracle_says(ask: Ask, table: Showdown) -> None:
    answer = ask("compare", **table.question)
    assert answer["decided_by"]["criterion"] == table.decided(answer["options"])["criterion"]


@given(showdowns())
def test_what_decided_cites_its_clauses(ask: Ask, table: Showdown) -> None:
    answer = ask("compare", **table.question)
    decided = answer["decided_by"]
    of_the_winner = answer["ranking"][0]["best"]["clauses"]
    assert decided["clauses"] == CRITERION_CLAUSES.get(decided["criterion"], of_the_winner)


@st.composite
def ties(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Two hands that differ in nothing but the names of their suits."""
    one = draw(hands)
    suits = dict(zip("cdhs", draw(st.permutations("cdhs")), strict=True))
    other = [card[0] + suits[card[1]] for card in one]
    assume(not set(one) & set(other))
    return one, other


@given(ties())
def test_a_tie_goes_to_who_speaks_first(ask: Ask, tie: tuple[list[str], list[str]]) -> None:
    one, other = tie
    for first, second in ((one, other), (other, one)):
        hands = [{"player": "elder", "hand": first}, {"player": "dealer", "hand": second}]
        answer = ask("compare", hands=hands)
        assert answer["winner"] == "elder"
        assert answer["decided_by"]["criterion"] == "seat"


def test_a_tie_for_the_second_place_goes_to_who_speaks_first(ask: Ask) -> None:
    answer = ask("compare", hands=shown("7c2c3dAh", "TcTdThTs", "7s2s3hAd"))
    assert [placed["player"] for placed in answer["ranking"]] == ["p2", "p1", "p3"]


@given(cards(8), st.integers(0, 5))
def test_who_has_dropped_out_does_not_change_the_ranking(
    ask: Ask, dealt: list[str], others: int
) -> None:
    hands = shown("".join(dealt[:4]), "".join(dealt[4:]))
    names = [f"gone {number}" for number in range(min(others, 4))]
    with_others, without = ask("compare", hands=hands, others=names), ask("compare", hands=hands)
    assert with_others["ranking"] == without["ranking"]
    assert with_others["decided_by"] == without["decided_by"]


def test_one_hand_wins_and_nothing_decided(ask: Ask) -> None:
    answer = ask("compare", hands=shown("2c3c4d5h"), others=["vera"], pool=5)
    assert answer["decided_by"] == {"criterion": None, "clauses": []}
    assert answer["payments"] == {"p1": 6, "vera": -1}


def test_cards_decide_between_flux_sequences_even_against_more_points(ask: Ask) -> None:
    answer = ask("compare", hands=shown("8d9dTd6d", "As2s3s4s"))
    assert (answer["winner"], answer["decided_by"]["criterion"]) == ("p2", "cards")


def test_cards_decide_between_points_even_against_more_points(ask: Ask) -> None:
    answer = ask("compare", hands=shown("9hTh7s6c", "As2s4sTd"))
    assert (answer["winner"], answer["decided_by"]["criterion"]) == ("p2", "cards")


def test_points_of_the_flux_decide_between_equal_sequences(ask: Ask) -> None:
    answer = ask("compare", hands=shown("2s3s4s7s", "2d3d4d8d"))
    assert (answer["winner"], answer["decided_by"]["criterion"]) == ("p2", "points")


def test_a_pool_left_out_is_empty(ask: Ask) -> None:
    assert ask("compare", hands=shown("2c3c4c5c", "2d3d4d6h"))["payments"] == {"p1": 8, "p2": -8}


# What can be wrong with the question.


def test_a_card_in_two_hands_is_named_in_the_later(ask: Ask) -> None:
    hands = [*shown("2c3c4c5c"), {"player": "b", "hand": ["Th", "Ts", "3♣", "Td"]}]
    (error,) = ask.faults("compare", hands=hands)
    assert (error["pointer"], error["code"]) == ("/hands/1/hand/2", "duplicate-card")
    assert (error["card"], error["place"]) == ("3c", 3)


def test_a_card_twice_in_one_hand_is_a_duplicate_there(ask: Ask) -> None:
    hands = [{"player": "a", "hand": ["2c", "3c", "4c", "2♣"]}, *shown("5c6c7c8c")]
    assert places(ask.faults("compare", hands=hands)) == [("/hands/0/hand/3", "duplicate-card")]


def test_a_name_twice_is_refused_wherever_it_stands(ask: Ask) -> None:
    hands = [
        {"player": "a", "hand": "2c3c4c5c"},
        {"player": "a", "hand": "2d3d4d5d"},
    ]
    errors = ask.faults("compare", hands=hands, others=["a", "b", "b"])
    assert places(errors) == [
        ("/hands/1/player", "duplicate-player"),
        ("/others/0", "duplicate-player"),
        ("/others/2", "duplicate-player"),
    ]


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb", "\x00", "\x85", "table"])
def test_a_bad_name_is_refused_in_hands_and_others(ask: Ask, name: str) -> None:
    hands = [*shown("2c3c4c5c"), {"player": name, "hand": "2d3d4d5d"}]
    errors = ask.faults("compare", hands=hands, others=["b", name])
    assert places(errors) == [("/hands/1/player", "bad-name"), ("/others/1", "bad-name")]


@pytest.mark.parametrize("name", ["x", "x" * 64, "Table", "анна", "two words", "~/", "\u00a0"])
def test_a_good_name_is_kept_as_it_is(ask: Ask, name: str) -> None:
    hands = [*shown("2c3c4c5c"), {"player": name, "hand": "6d7d8d9d"}]
    assert ask("compare", hands=hands)["winner"] == name


@pytest.mark.parametrize(("hands", "others"), [(1, 0), (1, 6), (4, 3), (6, 1)])
def test_a_table_has_two_to_six_players(ask: Ask, hands: int, others: int) -> None:
    dealt = ["".join(oracle.PACK[place * 4 : place * 4 + 4]) for place in range(hands)]
    errors = ask.faults("compare", hands=shown(*dealt), others=[f"o{i}" for i in range(others)])
    assert {"vinegret.players"} == {clause for error in errors for clause in error["clauses"]}
    assert errors[-1]["count"] == hands + others
    assert errors[-1]["pointer"] == "/hands"


@pytest.mark.parametrize(("others", "refused"), [(5, False), (6, True)])
def test_one_hand_leaves_at_most_five_others(ask: Ask, others: int, refused: bool) -> None:
    names = [f"gone {number}" for number in range(others)]
    question = {"hands": shown("2c3c4c5c"), "others": names}
    status, body = ask.put("compare", question)
    assert status == (422 if refused else 200)
    assert (("/others", "wrong-count") in places(body.get("errors", []))) is refused


def test_a_showdown_needs_a_hand(ask: Ask) -> None:
    errors = ask.faults("compare", hands=[], others=["a", "b"])
    assert places(errors) == [("/hands", "wrong-count")]


@pytest.mark.parametrize("hand", ["2c3c4c", "2c3c4c5c6c", ""])
def test_a_hand_in_a_showdown_has_four_cards(ask: Ask, hand: str) -> None:
    errors = ask.faults("compare", hands=shown(hand, "2d3d4d5d"))
    assert places(errors) == [("/hands/0/hand", "wrong-count")]
    assert errors[0]["clauses"] == ["vinegret.second-cards"]


@pytest.mark.parametrize("pool", [0, 1_000_000_000])
def test_the_bounds_of_the_pool_are_allowed(ask: Ask, pool: int) -> None:
    answer = ask("compare", hands=shown("2c3c4c5c", "2d3d4d6h"), pool=pool)
    assert answer["payments"] == {"p1": pool + 8, "p2": -8}


@pytest.mark.parametrize(
    ("pool", "code"),
    [
        (-1, "out-of-range"),
        (1_000_000_001, "out-of-range"),
        ("7", "wrong-type"),
        (7.0, "wrong-type"),
        (True, "wrong-type"),
        (None, "wrong-type"),
    ],
)
def test_a_pool_that_is_none_is_refused(ask: Ask, pool: object, code: str) -> None:
    errors = ask.faults("compare", hands=shown("2c3c4c5c", "2d3d4d6h"), pool=pool)
    assert places(errors) == [("/pool", code)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, [("/hands", "missing-field")]),
        ({"hands": None}, [("/hands", "wrong-type")]),
        ({"hands": {}}, [("/hands", "wrong-type")]),
        ({"hands": "2c3c4c5c"}, [("/hands", "wrong-type")]),
        ({"hands": [None, "x"]}, [("/hands/0", "wrong-type"), ("/hands/1", "wrong-type")]),
        (
            {"hands": [{"player": "a"}, {"hand": "2c3c4c5c"}]},
            [("/hands/0/hand", "missing-field"), ("/hands/1/player", "missing-field")],
        ),
        (
            {"hands": [{"player": 7, "hand": 7}], "others": ["b"]},
            [("/hands/0/player", "wrong-type"), ("/hands/0/hand", "wrong-type")],
        ),
        (
            {"hands": shown("2c3c4c5c"), "others": [7, None]},
            [("/others/0", "wrong-type"), ("/others/1", "wrong-type")],
        ),
        (
            {"hands": [{**shown("2c3c4c5c")[0], "seat": 1}], "others": ["b"], "trump": "h"},
            [("/hands/0/seat", "unknown-field"), ("/trump", "unknown-field")],
        ),
    ],
)
def test_a_malformed_showdown_names_every_fault(
    ask: Ask, question: Answer, expected: list[tuple[str, str]]
) -> None:
    assert sorted(places(ask.faults("compare", **question))) == sorted(expected)
