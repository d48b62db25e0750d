"""Every accepted spelling of every card, written down apart from the code that reads them."""

import unicodedata
from itertools import product

from evaluators.cards import CARDS, Card, Pack, Rank, Suit

FULL = Pack("A23456789TJQK", clause="any.pack")
"""All 52 cards, so that a test of spelling is not a test of some game's pack."""

RANK_LETTERS = {
    "A": ["A", "a", "Т", "т"],  # Cyrillic: tuz
    **{digit: [digit] for digit in "23456789"},
    "T": ["T", "t", "10"],
    "J": ["J", "j", "В", "в"],  # Cyrillic: valet
    "Q": ["Q", "q", "Д", "д"],  # Cyrillic: dama
    "K": ["K", "k", "К", "к"],  # Cyrillic: korol
}
RANK_WORDS = [
    *("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"),
    *("EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"),
]
RANK_NAMES = dict(zip("A23456789TJQK", RANK_WORDS, strict=True))
SUIT_NAMES = {"c": "CLUB", "d": "DIAMOND", "h": "HEART", "s": "SPADE"}
VARIATIONS = ["", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}"]


def suit_spellings(suit: Suit) -> list[str]:
    """The letter in both cases; the black and the white sign, as text, as a picture, or bare."""
    signs = [unicodedata.lookup(f"{color} {SUIT_NAMES[suit]} SUIT") for color in ("BLACK", "WHITE")]
    return [suit.lower(), suit.upper(), *map("".join, product(signs, VARIATIONS))]


def glyph(rank: Rank, suit: Suit) -> str:
    """The one character that is a picture of the card."""
    return unicodedata.lookup(f"PLAYING CARD {RANK_NAMES[rank]} OF {SUIT_NAMES[suit]}S")


def spellings_of(card: Card) -> list[str]:
    """All accepted spellings of a card."""
    letters = map("".join, product(RANK_LETTERS[card.rank], suit_spellings(card.suit)))
    return [*letters, glyph(card.rank, card.suit)]


SPELLINGS = {card: spellings_of(card) for card in CARDS.values()}
