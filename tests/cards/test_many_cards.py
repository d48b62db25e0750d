"""Several cards: as a list, and as one text with separators or without."""

import pytest

from evaluators.forms import Count
from evaluators.spelling import Reading, read_cards
from tests.cards.spellings import FULL


def read(given: object) -> Reading:
    return read_cards(given, FULL)


def canonical(reading: Reading) -> str:
    assert not reading.faults
    return "".join(map(str, reading.cards))


@pytest.mark.parametrize(
    "text",
    [
        "ThTsTd3c",
        "10h10s10d3c",
        "th ts td 3c",
        "Th,Ts,Td,3c",
        "Th, Ts; Td\n3c",
        "  Th\t\tTs\r\nTd 3c  ",
        ",Th,,Ts,Td,3c;",
        "10♥ 10♠ 10♦ 3♣",
        "10♥10♠10♦3♣",
        "T♥️T♠️T♦️3♣️",
        "🂺🂪🃊🃓",
        "🂺 Ts10♦,3C",
    ],
)
def test_a_text_is_read_card_by_card(text: str) -> None:
    assert canonical(read(text)) == "ThTsTd3c"


@pytest.mark.parametrize("text", ["В♣Т♠", "вcтs", "Вc Тs", "JcТ♠"])
def test_court_letters_stand_in_a_text_without_separators(text: str) -> None:
    assert canonical(read(text)) == "JcAs"


def test_a_cyrillic_letter_that_looks_like_a_suit_is_not_passed_over_in_a_text() -> None:
    reading = read("ВсТ♠")
    assert [card and str(card) for card in reading.cards] == [None, "As"]


def test_a_list_is_read_item_by_item() -> None:
    assert canonical(read(["Th", "10♠", "🃊", " 3c "])) == "ThTsTd3c"


@pytest.mark.parametrize("given", ["", " ", ",; \n", []])
def test_nothing_is_no_card(given: object) -> None:
    assert read(given) == Reading((), ())


def test_a_text_holds_what_stands_between_cards_as_an_item_of_its_own() -> None:
    reading = read("Th!!Ts?")
    assert [card and str(card) for card in reading.cards] == ["Th", None, "Ts", None]
    assert [(f.path, f.facts["card"]) for f in reading.faults] == [((1,), "!!"), ((3,), "?")]


def test_a_text_with_the_suits_first_is_not_read_as_other_cards() -> None:
    reading = read("♥10♠10♦10♣3")
    assert [fault.facts["nearest"] for fault in reading.faults] == ["Th", "Ts", "Td", "3c"]


def test_one_suit_first_leaves_the_other_cards_of_a_text_as_they_are() -> None:
    reading = read("♥10 Ts")
    assert [card and str(card) for card in reading.cards] == [None, "Ts"]
    assert [fault.facts["nearest"] for fault in reading.faults] == ["Th"]


def test_a_number_that_only_ends_in_ten_is_not_read_as_a_ten() -> None:
    reading = read("110h")
    assert [fault.facts["card"] for fault in reading.faults] == ["1"]


@pytest.mark.parametrize("given", ["Th Ts", ["Th", "Ts"]])
def test_too_few_cards_are_counted(given: object) -> None:
    (found,) = read_cards(given, FULL, Count(4, 4, ("any.clause",))).faults
    assert (found.code, found.path, found.clauses) == ("wrong-count", (), ("any.clause",))
    assert dict(found.facts) == {"min": 4, "max": 4, "count": 2}


def test_too_many_cards_are_counted_and_still_read() -> None:
    reading = read_cards("Th Ts xx", FULL, Count(1, 2))
    assert [found.code for found in reading.faults] == ["wrong-count", "not-a-card"]
    assert [card and str(card) for card in reading.cards] == ["Th", "Ts", None]


def test_more_cards_than_the_pack_has_are_only_counted() -> None:
    reading = read_cards(["xx"] * 53, FULL, Count(0, 52))
    assert [(found.code, found.facts["count"]) for found in reading.faults] == [("wrong-count", 53)]
    assert reading.cards == ()


def test_of_more_cards_than_there_are_one_is_none_or_twice_there() -> None:
    (found,) = read([*map(str, FULL.cards), "Ah", *["xx"] * 1000]).faults
    assert (found.code, found.path) == ("duplicate-card", (52,))


@pytest.mark.parametrize("count", [None, Count(4, 4)])
def test_a_text_beyond_all_need_is_not_read(count: Count | None) -> None:
    (found,) = read_cards("2c" * 2001, FULL, count).faults
    assert (found.code, found.path) == ("too-long", ())


def test_as_many_cards_as_the_pack_has_are_all_read() -> None:
    assert read_cards(["xx"] * 52, FULL).cards == (None,) * 52
