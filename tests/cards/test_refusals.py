"""What a refused card is told: its code, its place, the rule, and the nearest valid spelling."""

import pytest

from evaluators.cards import Card, Pack
from evaluators.faults import Fault
from evaluators.spelling import read_card, read_cards
from evaluators.texts import Language
from evaluators.vinegret.rules import PACK as VINEGRET
from tests.cards.spellings import FULL, SPELLINGS

COURT_CARDS = [card for card in FULL.cards if card.rank in set("JQK")]


def refusal(given: object, pack: Pack = FULL, place: int = 1) -> Fault:
    found = read_card(given, pack, place)
    assert isinstance(found, Fault)
    return found


@pytest.mark.parametrize("card", COURT_CARDS, ids=str)
def test_a_card_of_another_pack_is_refused_by_the_clause_of_the_pack(card: Card) -> None:
    for text in SPELLINGS[card]:
        found = refusal(text, VINEGRET)
        assert (found.code, found.clauses) == ("not-a-card", ("vinegret.pack",))
        assert found.facts["card"] == text


@pytest.mark.parametrize("card", COURT_CARDS, ids=str)
def test_the_nearest_to_a_card_of_another_pack_is_of_its_suit(card: Card) -> None:
    nearest = str(refusal(str(card), VINEGRET).facts["nearest"])
    assert nearest in map(str, VINEGRET.cards)
    assert nearest[1] == card.suit


@pytest.mark.parametrize(
    ("ranks", "card", "nearest"),
    [("A23456789T", "Jh", "Th"), ("789TJQKA", "2s", "7s"), ("6789TJQKA", "5d", "6d")],
)
def test_the_nearest_to_a_card_of_another_pack_is_nearest_in_rank(
    ranks: str, card: str, nearest: str
) -> None:
    assert refusal(card, Pack(ranks, clause="any.pack")).facts["nearest"] == nearest


def test_a_card_of_another_pack_with_the_suit_first_has_a_nearest_of_the_pack() -> None:
    found = refusal("♥J", VINEGRET)
    assert (found.facts["nearest"], found.clauses) == ("Th", ())


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("Tx", "Tc"), ("xh", "Ah"), ("1Oh", "Th"), ("11h", "Th"), ("7 s", "7s"), ("Qss", "Qs"),
     ("Аh", "Ah"), ("6с", "6c")],  # the letters А and с are Cyrillic
)  # fmt: skip
def test_the_nearest_to_a_text_takes_the_fewest_changes(text: str, nearest: str) -> None:
    assert refusal(text).facts["nearest"] == nearest


@pytest.mark.parametrize(
    "given",
    [
        *("", "xx", "?", "!!", "🃟", "hello", "nonsense", "the quick brown fox", "joker"),
        *("Queen", "hearts", "пика", "дама"),
        *(None, True, 7, ["Th"], {"card": "Th"}),
    ],
)
def test_what_is_like_no_card_has_no_nearest(given: object) -> None:
    found = refusal(given, place=3)
    assert (found.code, set(found.facts)) == ("not-a-card", {"card", "place"})
    said = found.text.say(Language.ENGLISH)
    assert said.endswith("is not a card. Write the rank, then the suit.")
    assert said.startswith("Card 3, ")


@pytest.mark.parametrize("text", ["ThKs", "10♥ K♠", "🂺,🃞;", "ThKs2c"])
def test_several_cards_in_one_place_are_told_as_such(text: str) -> None:
    found = refusal(text)
    assert (found.code, found.facts["nearest"]) == ("not-a-card", "Th")
    assert "several cards" in found.text.say(Language.ENGLISH)


@pytest.mark.parametrize("given", [None, True, 7, 1.5, ["Th"], {"card": "Th"}, [], {}])
def test_an_item_that_is_no_text_is_not_a_card(given: object) -> None:
    found = refusal(given)
    assert (found.code, found.clauses) == ("not-a-card", ())


@pytest.mark.parametrize("given", [None, True, 7, 1.5, {"hand": "Th"}, ("Th",)])
def test_cards_that_are_neither_list_nor_text_have_the_wrong_type(given: object) -> None:
    reading = read_cards(given, FULL)
    assert reading.cards == ()
    assert [(found.code, found.path) for found in reading.faults] == [("wrong-type", ())]


@pytest.mark.parametrize("given", ["", "   "])
def test_an_item_without_a_character_is_not_a_card(given: str) -> None:
    assert refusal(given).facts["card"] == ""


def test_a_text_of_24_characters_is_repeated_in_full() -> None:
    assert refusal("x" * 24).facts["card"] == "x" * 24


@pytest.mark.parametrize("given", ["x" * 25, "x" * 1_000_000, "  " + "x" * 25 + "  "])
def test_a_longer_text_is_cut_in_the_echo(given: str) -> None:
    assert refusal(given).facts["card"] == "x" * 24 + "…"


def test_a_long_thing_that_is_no_text_is_cut_in_the_echo() -> None:
    assert refusal([1] * 1_000).facts["card"] == "[…]"
    assert refusal({"card": "Th"}).facts["card"] == "{…}"
    assert refusal(10**50).facts["card"] == "1" + "0" * 23 + "…"


def test_a_card_on_its_own_is_the_first() -> None:
    found = read_card("xx", FULL)
    assert isinstance(found, Fault)
    assert found.facts["place"] == 1


def test_the_place_counts_from_one_and_the_path_from_zero() -> None:
    reading = read_cards(["Th", "xx", "Ts", "yy"], FULL)
    assert [(found.path, found.facts["place"]) for found in reading.faults] == [
        ((1,), 2),
        ((3,), 4),
    ]


def test_a_duplicate_tells_both_places() -> None:
    reading = read_cards("Th Ts 10♥", FULL)
    (found,) = reading.faults
    assert (found.code, found.path) == ("duplicate-card", (2,))
    assert dict(found.facts) == {"card": "Th", "place": 3, "first_place": 1}


def test_every_repetition_points_at_the_first() -> None:
    faults = read_cards("2c Th Th Th", FULL).faults
    assert [(f.facts["first_place"], f.facts["place"]) for f in faults] == [(2, 3), (2, 4)]


def test_two_things_that_are_no_cards_are_no_duplicates() -> None:
    faults = read_cards(["xx", "xx"], FULL).faults
    assert [found.code for found in faults] == ["not-a-card", "not-a-card"]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("given", ["Tx", "♥10", "Kh"])
def test_the_text_names_the_card_its_place_and_the_nearest(given: str, language: Language) -> None:
    found = refusal(given, VINEGRET, place=3)
    said = found.text.say(language)
    assert given in said
    assert str(found.facts["nearest"]) in said
    assert given == "♥10" or "3" in said


@pytest.mark.parametrize("language", Language)
def test_the_text_of_a_duplicate_names_both_places(language: Language) -> None:
    (found,) = read_cards("Th Ts Th", FULL).faults
    said = found.text.say(language)
    assert ("Th" in said, "1" in said, "3" in said) == (True, True, True)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("дама♠", "Qs"),
        ("Король пик", "Ks"),
        ("Кс", "Kc"),
        ("V♠", "Js"),
        ("D♦", "Qd"),
        ("10ч", "Th"),
        ("ten of hearts", "Th"),
        ("ace of spades", "As"),
        ("hearts, king of", "Kh"),
        ("ten s", "Ts"),
        ("it is 10♥, is it", "Th"),
    ],
)
def test_the_nearest_to_a_word_is_what_it_means(text: str, nearest: str) -> None:
    assert refusal(text).facts["nearest"] == nearest
