"""What a hand is certain of in a contract, whatever the other hands are.

Bounds, not estimates: a hand may well make more, never less. Each function sees one suit or the
whole hand, and the cards that are not in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from evaluators.cards import Card, Suit
from evaluators.solo_whist.rules import PACK


@dataclass(frozen=True, slots=True, eq=False)
class Holding:
    """The heights of the cards of one suit, ascending: those in the hand, and those outside.

    There is one object for each; the bounds of it are worked out once.
    """

    held: tuple[int, ...]
    outside: tuple[int, ...]


@cache
def holding(held: frozenset[int]) -> Holding:
    """A holding of these heights, always the same object."""
    outside = tuple(height for height in range(len(PACK.ranks)) if height not in held)
    return Holding(tuple(sorted(held)), outside)


def holdings(hand: Sequence[Card]) -> Mapping[Suit, Holding]:
    """A hand suit by suit; equal holdings are the same object."""
    held: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for card in hand:
        held[card.suit].append(PACK.height[card])
    return {suit: holding(frozenset(heights)) for suit, heights in held.items()}


@cache
def sure_trump_tricks(trumps: Holding) -> int:
    """Tricks the trumps of a hand are sure of: the larger of two bounds.

    Every trump that cannot be paired with a higher one outside makes a trick. And with the highest
    trumps in hand the others are drawn by all of these but one, before the long ones are left.
    """
    outside = list(trumps.outside)
    beaten = 0
    for own in trumps.held:
        higher = next((other for other in outside if other > own), None)
        if higher is not None:
            outside.remove(higher)
            beaten += 1
    count = len(trumps.held)
    top = max(trumps.outside, default=-1)
    solid = sum(own > top for own in trumps.held)
    drawn = count - max(0, len(trumps.outside) - (solid - 1)) if solid else 0
    return max(count - beaten, drawn)


@cache
def sure_led_tricks(suit: Holding) -> int:
    """Tricks in a suit led from the top without trumps, by a declarer who keeps the lead.

    A card counts while it is above all that is outside, or once as many rounds have been led as
    there are cards outside.
    """
    top = max(suit.outside, default=-1)
    rounds = 0
    for own in reversed(suit.held):
        if own < top and rounds < len(suit.outside):
            break
        rounds += 1
    return rounds


@cache
def is_safe(suit: Holding) -> bool:
    """Whether a misère cannot be lost in a suit that others lead, or where the hand is void.

    The i-th lowest held card must have at most i − 1 lower cards outside.
    """
    return _stays_below(suit.held, suit.outside)


@cache
def is_safe_lead(suit: Holding) -> bool:
    """Whether a suit can be led to the first trick of a misère and stays safe.

    Its lowest held card is below everything outside, of which there is something, and the rest
    stays safe when the highest card outside has gone.
    """
    if not suit.held or not suit.outside or suit.held[0] > suit.outside[0]:
        return False
    return _stays_below(suit.held[1:], suit.outside[:-1])


def _stays_below(held: Sequence[int], outside: Sequence[int]) -> bool:
    return all(sum(other < own for other in outside) <= place for place, own in enumerate(held))
