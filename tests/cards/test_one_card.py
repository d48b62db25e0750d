"""One card, in every accepted spelling, and in spellings that are nearly one."""

import unicodedata

import pytest

from evaluators.cards import CARDS, Card
from evaluators.faults import Fault
from evaluators.spelling import read_card
from evaluators.texts import Language
from tests.cards.spellings import FULL, RANK_LETTERS, SPELLINGS, suit_spellings


def is_refused(text: str) -> bool:
    found = read_card(text, FULL)
    return isinstance(found, Fault) and found.code == "not-a-card"


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_every_spelling_of_a_card_reads_as_that_card(card: Card) -> None:
    assert {text: read_card(text, FULL) for text in SPELLINGS[card]} == dict.fromkeys(
        SPELLINGS[card], card
    )


def test_no_spelling_belongs_to_two_cards() -> None:
    everything = [text for texts in SPELLINGS.values() for text in texts]
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_spaces_around_a_card_do_not_matter(card: Card) -> None:
    assert read_card(f" \t{card}\n", FULL) is card


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_a_card_prints_as_rank_then_suit(card: Card) -> None:
    assert str(card) == card.rank.value + card.suit.value


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_the_suit_first_is_refused_and_the_card_is_named(card: Card) -> None:
    for rank in RANK_LETTERS[card.rank]:
        for suit in suit_spellings(card.suit):
            found = read_card(suit + rank, FULL)
            assert isinstance(found, Fault), suit + rank
            assert (found.code, found.facts["nearest"]) == ("not-a-card", str(card))
            assert "suit first" in found.text.say(Language.ENGLISH)


@pytest.mark.parametrize(
    "name",
    [
        "KNIGHT OF SPADES",
        "KNIGHT OF HEARTS",
        "KNIGHT OF DIAMONDS",
        "KNIGHT OF CLUBS",
        "RED JOKER",
        "BLACK JOKER",
        "WHITE JOKER",
        "BACK",
        "FOOL",
        "TRUMP-1",
        "TRUMP-21",
    ],
)
def test_pictures_outside_the_52_are_refused(name: str) -> None:
    assert is_refused(unicodedata.lookup(f"PLAYING CARD {name}"))


@pytest.mark.parametrize("suit", ["с", "С", "ѕ", "Ѕ", "ԁ", "һ", "Һ"])
@pytest.mark.parametrize("rank", ["T", "7", "К"])
def test_cyrillic_letters_that_look_like_suits_are_refused(rank: str, suit: str) -> None:
    assert "CYRILLIC" in unicodedata.name(suit)
    assert is_refused(rank + suit)


@pytest.mark.parametrize("rank", ["А", "а", "Ј", "Ԛ", "Ԝ", "В́"])
def test_other_cyrillic_letters_are_no_ranks(rank: str) -> None:
    assert is_refused(f"{rank}h")


@pytest.mark.parametrize("text", ["T\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}h", "ᲀh", "ᲄh"])
def test_letters_that_only_change_of_case_makes_into_ours_are_refused(text: str) -> None:
    assert is_refused(text)


@pytest.mark.parametrize("text", ["٢h", "２h", "1h", "0h", "11h", "100h", "1 0h", "010h", "-2h"])
def test_other_digits_and_numbers_are_no_ranks(text: str) -> None:
    assert is_refused(text)


@pytest.mark.parametrize("text", ["Th\ufe0f", "T\ufe0fh", "🂺\ufe0f", "T♥\ufe0f\ufe0e", "T\u200bh"])
def test_invisible_characters_elsewhere_are_refused(text: str) -> None:
    assert is_refused(text)


@pytest.mark.parametrize("text", ["T", "h", "♥", "T♥♥", "TTh", "Thh", "Th7c", "T of h", "T-h"])
def test_half_a_card_and_more_than_one_are_refused(text: str) -> None:
    assert is_refused(text)
