"""Tricks: which card wins, and whether a card follows suit."""

from collections.abc import Sequence

from evaluators.cards import Card, Pack, Suit


def beats(card: Card, other: Card, pack: Pack, trump: Suit | None) -> bool:
    """Whether a card beats another that lies already: a higher one of its suit, or a trump."""
    if card.suit is other.suit:
        return pack.height[card] > pack.height[other]
    return card.suit is trump


def ranked(cards: Sequence[Card], pack: Pack, trump: Suit | None) -> tuple[tuple[int, ...], int]:
    """The order of a trick's cards, the first of which led, and how many of them could win.

    The order is of indices: best first, then those that can win nothing as they were played.
    """
    led = cards[0].suit
    able = [index for index, card in enumerate(cards) if card.suit in {led, trump}]
    able.sort(
        key=lambda index: (cards[index].suit is trump, pack.height[cards[index]]), reverse=True
    )
    unable = [index for index, card in enumerate(cards) if card.suit not in {led, trump}]
    return (*able, *unable), len(able)


def able_to_follow(hand: Sequence[Card], led: Card) -> bool:
    """Whether a hand has a card of the suit that was led."""
    return any(card.suit is led.suit for card in hand)
