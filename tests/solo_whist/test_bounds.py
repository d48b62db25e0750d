"""Bounds hold whatever the other hands are: suit by suit, in small packs, and in played deals."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, product

import pytest

from evaluators.cards import CARDS, Suit
from evaluators.solo_whist.bounds import (
    Holding,
    holding,
    holdings,
    is_safe,
    is_safe_lead,
    sure_led_tricks,
    sure_trump_tricks,
)
from evaluators.solo_whist.evaluate import is_safe_misere
from tests.oracles import solo_whist as oracle
from tests.solo_whist import playing
from tests.solo_whist.playing import Player, Table, height, tricks_made

CLUBS = oracle.PACK[:13]
HOLDINGS = [
    tuple(card for place, card in enumerate(CLUBS) if bits >> place & 1) for bits in range(1 << 13)
]
"""All holdings of one suit, as cards."""
SMALL = {
    "three ranks": oracle.small_pack("QKA"),
    "two suits of six": oracle.small_pack("9TJQKA", "hs"),
    "two suits of eight": oracle.small_pack("789TJQKA", "hs"),
    "four ranks": oracle.small_pack("JQKA"),
    "two suits of ten": oracle.small_pack("56789TJQKA", "hs"),
}
LEADERS = range(4)


def clubs(cards: Sequence[str]) -> Holding:
    return holding(frozenset(map(height, cards)))


def held(cards: Sequence[str], pack: Sequence[str], suit: str) -> Holding:
    """The holding of a suit in a hand of a pack, which may be a small one."""
    of_suit = [card for card in pack if card[1] == suit]
    return Holding(
        tuple(height(card) for card in of_suit if card in cards),
        tuple(height(card) for card in of_suit if card not in cards),
    )


def suits(cards: Sequence[str], pack: Sequence[str]) -> Mapping[Suit, Holding]:
    return {suit: held(cards, pack, suit) for suit in Suit}


def in_full_pack(cards: Sequence[str]) -> Mapping[Suit, Holding]:
    return holdings([CARDS[card] for card in cards])


# All holdings of a suit.


def test_the_sure_trump_tricks_of_all_holdings() -> None:
    for cards in HOLDINGS:
        assert sure_trump_tricks(clubs(cards)) == oracle.sure_trumps(cards, "c")


def test_the_sure_led_tricks_of_all_holdings() -> None:
    for cards in HOLDINGS:
        assert sure_led_tricks(clubs(cards)) == oracle.sure_without_trumps(cards)


def test_the_safety_of_all_holdings() -> None:
    for cards in HOLDINGS:
        suit = clubs(cards)
        assert is_safe(suit) is oracle.safe_suits(cards)["c"]
        assert is_safe_lead(suit) is ("c" in oracle.safe_leads(cards))


def test_a_suit_is_safe_exactly_if_no_order_of_leads_catches_it() -> None:
    for cards in HOLDINGS:
        outside = [card for card in CLUBS if card not in cards]
        assert is_safe(clubs(cards)) is oracle.stays_under(cards, outside)


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("", 0),
        ("A", 1),
        ("AKQJT", 5),
        ("KQ", 1),
        ("QJT", 1),
        ("JT98", 1),
        ("AQ", 1),
        ("AQJT98765", 8),
        ("AKQ8765432", 9),
        ("AK98765432", 8),
        ("A98765432", 5),
        ("K98765432", 5),
        ("23456789TJQK", 11),
        ("23456789TJQKA", 13),
    ],
)
def test_sure_trump_tricks_worked_out_by_hand(cards: str, tricks: int) -> None:
    assert sure_trump_tricks(clubs([f"{rank}c" for rank in cards])) == tricks


# Small packs, played out in every way.


def hands_of(pack: Sequence[str], number: int) -> list[tuple[tuple[str, ...], int]]:
    """So many hands of a pack, each with a seat that leads, in any order."""
    hands = list(product(combinations(pack, len(pack) // 4), LEADERS))
    return random.Random(13).sample(hands, number)


ALL = 220 * 4
"""All hands of three from twelve cards, with all leaders."""
some_or_all = pytest.mark.parametrize(
    ("pack", "number"),
    [
        ("three ranks", 20),
        ("two suits of six", 100),
        ("two suits of eight", 25),
        pytest.param("three ranks", ALL, marks=pytest.mark.long),
        pytest.param("two suits of six", ALL, marks=pytest.mark.long),
        pytest.param("two suits of eight", 800, marks=pytest.mark.long),
    ],
)


@some_or_all
def test_sure_trump_tricks_can_be_assured_against_all_deals(pack: str, number: int) -> None:
    for hand, leader in hands_of(SMALL[pack], number):
        sure = sure_trump_tricks(held(hand, SMALL[pack], "h"))
        assert oracle.assured_tricks(hand, SMALL[pack], "h", leader) >= sure


@some_or_all
def test_sure_led_tricks_can_be_assured_against_all_deals(pack: str, number: int) -> None:
    for hand, _ in hands_of(SMALL[pack], number):
        sure = sum(map(sure_led_tricks, suits(hand, SMALL[pack]).values()))
        assert oracle.assured_tricks(hand, SMALL[pack], None, 0) >= sure


@some_or_all
def test_a_safe_misere_can_be_assured_against_all_deals(pack: str, number: int) -> None:
    for hand, leader in hands_of(SMALL[pack], number):
        own = suits(hand, SMALL[pack])
        if is_safe_misere(own) or (leader and all(map(is_safe, own.values()))):
            assert oracle.assured_misere(hand, SMALL[pack], leader)


@pytest.mark.parametrize(
    ("pack", "number"),
    [
        ("four ranks", 100),
        ("two suits of eight", 200),
        pytest.param("four ranks", 4_000, marks=pytest.mark.long),
        pytest.param("two suits of eight", 4_000, marks=pytest.mark.long),
        pytest.param("two suits of ten", 300, marks=pytest.mark.long),
    ],
)
def test_no_open_deal_of_a_small_pack_refutes_a_bound(pack: str, number: int) -> None:
    pick = random.Random(number)
    cards = list(SMALL[pack])
    size = len(cards) // 4
    for _ in range(number):
        pick.shuffle(cards)
        hand, *others = (cards[start : start + size] for start in range(0, len(cards), size))
        leader = pick.choice(LEADERS)
        own = suits(hand, SMALL[pack])
        led = sum(map(sure_led_tricks, own.values()))
        sure = sure_trump_tricks(own[Suit.HEARTS])
        assert not oracle.refutes_sure_tricks(sure, hand, others, "h", leader)
        assert not oracle.refutes_sure_tricks(led, hand, others, None, 0)
        if is_safe_misere(own) or (leader and all(map(is_safe, own.values()))):
            assert not oracle.refutes_misere(hand, others, leader)


# Whole packs, played out carefully.


def dealt(pick: random.Random, wanted: Mapping[str, float], trump: str | None) -> Table:
    """A deal whose seat 0 has the cards that are wanted most, by chance more or less."""
    by_want = sorted(oracle.PACK, key=lambda card: wanted[card] + pick.gauss(0, 1))
    hand, rest = by_want[-13:], by_want[:-13]
    pick.shuffle(rest)
    long_suit = pick.choice((*oracle.SUITS, None))
    rest.sort(key=lambda card: card[1] != long_suit)
    return Table([hand, rest[:13], rest[13:26], rest[26:]], trump, pick.choice(LEADERS), pick)


def wanting(high: float, suit: str = "", more: float = 0) -> dict[str, float]:
    return {card: high * height(card) + more * (card[1] == suit) for card in oracle.PACK}


deals = pytest.mark.parametrize("number", [300, pytest.param(5_000, marks=pytest.mark.long)])
against = pytest.mark.parametrize("others", playing.OTHERS)


@deals
@against
def test_sure_trump_tricks_are_made_in_play(others: Player, number: int) -> None:
    pick = random.Random(number)
    for _ in range(number):
        wanted = wanting(pick.uniform(0, 0.2), "h", pick.uniform(0, 4))
        table = dealt(pick, wanted, "h")
        sure = sure_trump_tricks(in_full_pack(table.hands[0])[Suit.HEARTS])
        assert tricks_made(table, playing.draws_trumps, others) >= sure


@deals
@against
def test_sure_led_tricks_are_made_in_play(others: Player, number: int) -> None:
    pick = random.Random(number)
    for _ in range(number):
        wanted = wanting(pick.uniform(0, 0.4), pick.choice(oracle.SUITS), pick.uniform(0, 4))
        table = dealt(pick, wanted, None)
        table.leader = 0
        sure = sum(map(sure_led_tricks, in_full_pack(table.hands[0]).values()))
        assert tricks_made(table, playing.runs_winners, others) >= sure


@deals
@against
def test_a_safe_misere_takes_no_trick_in_play(others: Player, number: int) -> None:
    pick = random.Random(number)
    played = 0
    while played < number:
        table = dealt(pick, wanting(-0.4, pick.choice(oracle.SUITS), pick.uniform(-3, 3)), None)
        own = in_full_pack(table.hands[0])
        if is_safe_misere(own) or (table.leader and all(map(is_safe, own.values()))):
            assert tricks_made(table, playing.ducks, others) == 0
            played += 1
