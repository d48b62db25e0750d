"""Properties of reading: whatever is given, the answer is cards or faults, never a misreading."""

import re
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from evaluators.cards import Card, Pack
from evaluators.faults import Fault
from evaluators.forms import Count
from evaluators.spelling import pattern, read_card, read_cards
from evaluators.texts import Language
from evaluators.vinegret.rules import PACK as VINEGRET
from tests.cards.spellings import FULL, SPELLINGS

nearly_cards = st.text(
    st.sampled_from(
        "A23456789TJQK10ahktqjВДКТвдктcdhsCDHSсѕſ\u212a♣♧♦♢♥♡♠♤🂺🂬🃏\ufe0e\ufe0f ,;\n\x1fx"
    ),
    max_size=14,
)
spelled = st.sampled_from([text for texts in SPELLINGS.values() for text in texts])
separators = st.sampled_from(["", " ", ", ", ";", "\n", "\t \t"])
texts = st.one_of(
    st.text(max_size=14),
    nearly_cards,
    st.lists(st.one_of(spelled, separators, nearly_cards), max_size=8).map("".join),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
packs = st.sampled_from([FULL, VINEGRET])


def is_spelled(text: str, cards: list[Card]) -> bool:
    """Whether a text, its separators left out, is spellings of these cards and nothing else."""
    if not cards:
        return not text
    return any(
        is_spelled(text.removeprefix(spelling), cards[1:])
        for spelling in SPELLINGS[cards[0]]
        if text.startswith(spelling)
    )


@given(texts)
@example("T\N{LATIN SMALL LETTER LONG S}")
@example("\N{KELVIN SIGN}h")
def test_a_card_that_was_read_prints_to_what_reads_as_the_same(text: str) -> None:
    card = read_card(text, FULL)
    assert isinstance(card, Fault) or read_card(str(card), FULL) is card


@given(st.lists(st.tuples(spelled, separators), max_size=8))
def test_cards_that_were_read_print_to_what_reads_as_the_same(parts: list[tuple[str, str]]) -> None:
    cards = read_cards("".join(map("".join, parts)), FULL).cards
    assert len(cards) == len(parts)
    assert read_cards("".join(map(str, cards)), FULL).cards == cards
    assert read_cards([str(card) for card in cards], FULL).cards == cards


@given(json_values, packs)
def test_anything_reads_as_one_card_of_the_pack_or_a_fault(value: object, pack: Pack) -> None:
    found = read_card(value, pack)
    assert found in pack.cards if isinstance(found, Card) else found.code == "not-a-card"


@given(spelled | texts, packs)
def test_the_pattern_matches_what_is_read_as_a_card_of_the_pack(text: str, pack: Pack) -> None:
    matches = re.fullmatch(pattern(pack), text.strip()) is not None
    assert matches is isinstance(read_card(text, pack), Card)


@given(texts)
def test_a_text_without_a_fault_is_spelled_in_full_by_its_cards(text: str) -> None:
    reading = read_cards(text, FULL)
    bare = "".join(part for chunk in text.split() for part in chunk.replace(";", ",").split(","))
    cards = [card for card in reading.cards if card is not None]
    assert bool(reading.faults) or is_spelled(bare, cards)


@given(st.lists(json_values, max_size=60))
def test_a_list_reads_to_as_many_cards_as_it_has_items_or_has_a_fault(items: list[object]) -> None:
    reading = read_cards(items, VINEGRET)
    assert reading.faults or len(reading.cards) == len(items)
    assert bool(reading.faults) is (
        None in reading.cards or repeats(reading.cards) or len(items) > 40
    )


@given(json_values)
def test_the_faults_of_anything_can_be_said_and_are_in_order(value: object) -> None:
    faults = read_cards(value, VINEGRET, Count(2, 4)).faults
    assert all(found.text.say(language) for found in faults for language in Language)
    places = [found.path for found in faults]
    assert all(one <= other for one, other in pairwise(places))


def repeats(cards: tuple[Card | None, ...]) -> bool:
    there = [card for card in cards if card is not None]
    return len(set(there)) < len(there)
